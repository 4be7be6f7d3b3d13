import { createHash } from 'node:crypto';
import { html as markup, raw } from 'hono/html';
import { ICON, ICON_POLICY } from '../../page/icon.js';
import type { Markup } from '../../page/page.js';
import type { Clock } from '../../time/clock.js';
import { action, live, moment, type Content } from './parts.js';
import { GROUPS, type Section } from './section.js';
import { STYLE } from './style.js';

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');
const POLICY =
  `default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'sha256-${STYLE_HASH}'; ${ICON_POLICY}; ` +
  "base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/** A page of the console. */
export interface ConsolePage {
  readonly title: string;
  readonly content: Content;
  /** The address of its section. */
  readonly section: string;
  readonly status?: 200 | 404;
}

const navigation = (sections: readonly Section[], current: string): Markup =>
  markup`<nav aria-label="Sections">${GROUPS.map((group) => {
    const own = sections.filter((section) => section.group === group);
    return markup`${group === '' ? '' : markup`<h2>${group}</h2>`}<ul>${own.map(
      ({ path, title }) => markup`<li><a href="${path}"${path === current ? raw(' aria-current="page"') : ''}>${title}</a></li>`,
    )}</ul>`;
  })}</nav>`;

const clockMarkup = (clock: Clock): Markup =>
  markup`${moment(clock.now())}${clock.frozen ? markup` <span class="badge open">frozen</span>` : ''}
${action(clock.frozen ? 'Release' : 'Freeze', 'POST /sandbox/clock', { frozen: !clock.frozen }, 'freeze')}
${action('+1 hour', 'POST /sandbox/clock', { advance_seconds: 3600 }, 'hour')}
${action('+1 day', 'POST /sandbox/clock', { advance_seconds: 86_400 }, 'day')}`;

/** A page of the console: readable without its script; with it, live and with working buttons. */
export async function consolePage(page: ConsolePage, sections: readonly Section[], clock: Clock): Promise<Response> {
  const { title, content, section, status = 200 } = page;
  const text = await markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Sandbox gateway</title>
<link rel="icon" href="${ICON}">
<style>${raw(STYLE)}</style>
<script type="module" src="/console.js"></script>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header><a class="home" href="/">Sandbox gateway <small>no money moves here</small></a>
<div class="clock">${live('clock', clockMarkup(clock))}<span class="lead" id="message" role="status"></span></div></header>
${navigation(sections, section)}
<main id="content" tabindex="-1">
<h1>${title}</h1>
${content}
</main>
</body>
</html>`;
  return new Response(String(text), {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': POLICY,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    },
  });
}
