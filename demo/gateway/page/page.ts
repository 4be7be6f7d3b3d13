import { createHash } from 'node:crypto';
import { html as markup, raw } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';
import { isRightToLeft } from '../../../src/money/amount.js';
import { ICON, ICON_POLICY } from './icon.js';

/** Markup in which every value is escaped. */
export type Markup = HtmlEscapedString | Promise<HtmlEscapedString>;

const STYLE = `
:root { color-scheme: light dark; --ink: #16202e; --soft: #55627a; --line: #d5dbe6; --ground: #eef1f6; --sheet: #fff;
  --accent: #14509c; --on-accent: #fff; --good: #12693a; --bad: #a3201d; --wait: #7a5200 }
@media (prefers-color-scheme: dark) { :root { --ink: #e8edf5; --soft: #a4b0c4; --line: #39445a; --ground: #10151f;
  --sheet: #1a2230; --accent: #8ab8f5; --on-accent: #0c1a2d; --good: #6fd39b; --bad: #ff9d96; --wait: #f0c36b } }
* { box-sizing: border-box }
body { margin: 0; min-block-size: 100vh; display: grid; place-items: center; padding: 1rem; background: var(--ground);
  color: var(--ink); font: 1rem/1.5 system-ui, sans-serif }
main { inline-size: min(100%, 26rem); background: var(--sheet); border: 1px solid var(--line); border-radius: .75rem;
  overflow: hidden }
header { padding: 1rem 1.5rem; border-block-end: 1px solid var(--line); display: flex; justify-content: space-between;
  gap: 0 1rem; flex-wrap: wrap; align-items: baseline }
header strong { font-size: 1.05rem }
header span { color: var(--soft); font-size: .85rem }
section { padding: 1.5rem }
h1, h2 { text-wrap: balance }
h1 { margin: 0 0 .5rem; font-size: 1.3rem; line-height: 1.3 }
p { margin: 0 0 1rem; color: var(--soft); text-wrap: pretty }
dl { margin: 0 0 1.5rem; display: grid; grid-template-columns: fit-content(45%) 1fr; align-items: stretch }
dt, dd { margin: 0; padding-block: .4rem; border-block-start: 1px solid var(--line) }
dt { padding-inline-end: 1rem; color: var(--soft) } dd { text-align: end; overflow-wrap: anywhere; font-variant-numeric: tabular-nums;
  font-variant-ligatures: none }
@media (max-width: 19rem) { main > * { padding-inline: 1rem !important }
  dl { grid-template-columns: 1fr } dt { padding-block-end: 0 } dd { padding-block-start: 0; border: 0; text-align: start } }
dd.amount { font-weight: 650 }
label { display: block; font-weight: 600; margin-block-end: .35rem }
input { inline-size: 100%; font: inherit; font-size: 1.3rem; letter-spacing: .2em; padding: .6rem .75rem; color: inherit;
  background: var(--ground); border: 1px solid var(--soft); border-radius: .5rem }
input[aria-invalid=true] { border: 2px solid var(--bad) }
small { display: block; margin-block: .5rem 1.25rem; color: var(--soft); font-size: .9rem }
.buttons { display: flex; gap: .75rem; flex-wrap: wrap }
button, .button { flex: 1; font: inherit; font-weight: 600; padding: .7rem 1rem; border-radius: .5rem; cursor: pointer;
  border: 1px solid var(--accent); background: var(--accent); color: var(--on-accent); text-align: center;
  text-decoration: none; display: block }
button.quiet { background: transparent; color: var(--accent) }
a { color: var(--accent) }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
.successful { color: var(--good) } .failed { color: var(--bad) } .incomplete, .pending { color: var(--wait) }
.problem { color: var(--bad); font-weight: 600 }
main.wide { inline-size: min(100%, 31rem) }
h2 { margin: 0 0 .5rem; font-size: 1.2rem; line-height: 1.3; overflow-wrap: anywhere }
.kind { margin: 0 0 .75rem; font-size: .9rem; font-weight: 600; color: var(--soft) }
.notice { padding: .75rem 1rem; border: 1px solid var(--wait); border-radius: .5rem; color: inherit }
.lines { white-space: pre-line; overflow-wrap: anywhere }
product-pay { --checkout-color-accent: var(--accent); --checkout-color-on-accent: var(--on-accent);
  --checkout-color-text: var(--ink); --checkout-color-muted: var(--soft); --checkout-inline-size: 100% }
product-pay:not(:defined) { display: block; min-block-size: 12rem }
@media (scripting: none) { .with-script { display: none } }
[hidden] { display: none !important }
product-pay ~ p { margin-block: 1.25rem 0 }
footer { padding: .75rem 1.5rem; border-block-start: 1px solid var(--line); color: var(--soft); font-size: .85rem }
@media (forced-colors: active) { button:not(.quiet), a.button { forced-color-adjust: none; color: HighlightText;
  background: Highlight; border-color: Highlight } }
@media print { :root { color-scheme: light; --ink: #000; --soft: #333; --line: #999; --sheet: #fff; --good: #000; --bad: #000;
  --wait: #000 }
  @page { margin: 2cm }
  body { display: block; min-block-size: 0; padding: 0; background: none; font-size: 11pt }
  main, main.wide { inline-size: auto; max-inline-size: 32rem; border: 0; border-radius: 0 }
  header, section, footer { padding-inline: 0 }
  dl { break-inside: avoid }
  .buttons, .button { display: none } }
`;

/** The scripts of a page. */
export interface PageScripts {
  /** A module script of the page itself. */
  readonly inline: string;
  /** Module scripts of this server, by their paths. */
  readonly modules: readonly string[];
  /** Other origins that the scripts may request. */
  readonly connectTo: readonly string[];
}

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const LOOKS = `style-src ${hashOf(STYLE)}; ${ICON_POLICY}; base-uri 'none'`;

// No form-action: Chromium applies it to the redirect after a form too, which leads to the merchant.
// No frame-ancestors either: merchants show a bank's page in a frame.
const BARE_POLICY = `default-src 'none'; ${LOOKS}`;

// A page with a button that can't be undone must not be framed: another site could trick the payer into clicking it.
const UNFRAMED_POLICY = `${BARE_POLICY}; form-action 'self'; frame-ancestors 'none'`;

// A page where a script takes card data submits no form, and no other page may frame it.
const policyWith = ({ inline, connectTo }: PageScripts): string =>
  `default-src 'none'; script-src 'self' ${hashOf(inline)}; connect-src ${["'self'", ...new Set(connectTo)].join(' ')}; ` +
  `${LOOKS}; form-action 'none'; frame-ancestors 'none'`;

/** The parts of a payer's page. */
export interface PageContent {
  readonly language: string;
  readonly title: string;
  /** The owner of the page, and a short note. */
  readonly header: readonly [name: string, note: string];
  readonly content: Markup;
  readonly footer: string;
  readonly status?: 200 | 404 | 410 | 422;
  readonly scripts?: PageScripts;
  /** Whether other pages may not show it in a frame. Pages with scripts may never be framed. */
  readonly unframed?: boolean;
  /** Makes room for a form. */
  readonly wide?: boolean;
}

/** A page for a payer: only its own scripts, nothing from other servers, never cached. */
export async function page(about: PageContent): Promise<Response> {
  const { language, title, header, content, footer, status = 200, scripts, unframed = false, wide = false } = about;
  const text = await markup`<!doctype html>
<html lang="${language}" dir="${isRightToLeft(language) ? 'rtl' : 'ltr'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="${ICON}">
<style>${raw(STYLE)}</style>
${scripts?.modules.map((path) => markup`<script type="module" src="${path}"></script>\n`) ?? ''}</head>
<body>
<main${wide ? raw(' class="wide"') : ''}>
<header><strong><bdi>${header[0]}</bdi></strong><span><bdi>${header[1]}</bdi></span></header>
<section>${content}</section>
<footer>${footer}</footer>
</main>
${scripts ? markup`<script type="module">${raw(scripts.inline)}</script>\n` : ''}</body>
</html>`;
  return new Response(String(text), {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': scripts ? policyWith(scripts) : unframed ? UNFRAMED_POLICY : BARE_POLICY,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    },
  });
}
