import { createHash } from 'node:crypto';
import { html as markup, raw } from 'hono/html';
import type { GatewayUrls } from '../addresses.js';
import { TEST_CARDS } from '../issuer/cards.js';
import type { Markup } from '../page.js';
import type { Shop } from '../shops.js';
import type { Cell, ConsoleState, Table } from './state.js';

const STYLE = `
:root { color-scheme: light dark; --ink: #16202e; --soft: #55627a; --line: #d5dbe6; --ground: #f4f6fa; --sheet: #fff;
  --accent: #14509c; --good: #12693a; --bad: #a3201d; --open: #7a5200 }
@media (prefers-color-scheme: dark) { :root { --ink: #e8edf5; --soft: #a4b0c4; --line: #39445a; --ground: #10151f;
  --sheet: #1a2230; --accent: #8ab8f5; --good: #6fd39b; --bad: #ff9d96; --open: #f0c36b } }
* { box-sizing: border-box }
body { margin: 0 auto; max-inline-size: 80rem; padding: 1.5rem; background: var(--ground); color: var(--ink);
  font: .95rem/1.45 system-ui, sans-serif }
h1 { font-size: 1.5rem; margin: 0 } h2 { font-size: 1.1rem; margin: 2rem 0 .5rem }
.bar { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center; justify-content: space-between }
.clock { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; font-variant-numeric: tabular-nums }
p { color: var(--soft); margin: .25rem 0 1rem }
.scroll { overflow-x: auto; background: var(--sheet); border: 1px solid var(--line); border-radius: .5rem }
table { border-collapse: collapse; inline-size: 100% }
th, td { text-align: start; padding: .4rem .75rem; border-block-end: 1px solid var(--line); white-space: nowrap;
  font-variant-numeric: tabular-nums }
td.wrap { white-space: normal; overflow-wrap: anywhere; min-inline-size: 16rem; font: .8rem/1.4 ui-monospace, monospace }
tbody tr:last-child td { border-block-end: 0 }
th { color: var(--soft); font-weight: 600; font-size: .85rem }
a { color: var(--accent) } .good { color: var(--good) } .bad { color: var(--bad) } .open { color: var(--open) }
button { font: inherit; padding: .3rem .75rem; border-radius: .4rem; border: 1px solid var(--accent); cursor: pointer;
  background: transparent; color: var(--accent) }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
`;

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');
const POLICY =
  `default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'sha256-${STYLE_HASH}'; ` +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const cellMarkup = ({ text, href, mood }: Cell): Markup =>
  markup`<td class="${mood ?? ''}">${href ? markup`<a href="${href}">${text}</a>` : text}</td>`;

const tableMarkup = ({ name, caption, columns, rows }: Table): Markup => markup`<h2 id="${name}-title">${caption}</h2>
<div class="scroll" tabindex="0" role="region" aria-labelledby="${name}-title">
<table aria-labelledby="${name}-title"><thead><tr>${columns.map((column) => markup`<th scope="col">${column}</th>`)}</tr></thead>
<tbody data-table="${name}">${rows.map((cells) => markup`<tr>${cells.map(cellMarkup)}</tr>`)}</tbody></table></div>`;

const shopsMarkup = (shops: readonly Shop[]): Markup => markup`<h2 id="shops-title">Shops</h2>
<p>Fixed test shops. Their keys are published and protect nothing.</p>
<div class="scroll" tabindex="0" role="region" aria-labelledby="shops-title">
<table aria-labelledby="shops-title"><thead><tr><th scope="col">Shop id</th><th scope="col">Name</th>
<th scope="col">Plain card data</th><th scope="col">Secret key</th><th scope="col">Public key</th></tr></thead>
<tbody>${shops.map(({ id, name, pciCertified, secretKey, publicKey }) => markup`<tr><td>${id}</td><td>${name}</td>
<td>${pciCertified ? 'taken (PCI-certified)' : 'refused'}</td><td>${secretKey}</td><td class="wrap">${publicKey}</td></tr>`)}
</tbody></table></div>`;

const cardsMarkup = (): Markup => markup`<h2 id="cards-title">Test cards</h2>
<p>Expiry month 10 is declined on any card. Every other valid number is successful without 3-D Secure.</p>
<div class="scroll" tabindex="0" role="region" aria-labelledby="cards-title">
<table aria-labelledby="cards-title"><thead><tr><th scope="col">Number</th><th scope="col">What it does</th></tr></thead>
<tbody>${TEST_CARDS.map(({ number, label }) => markup`<tr><td>${number}</td><td>${label}</td></tr>`)}</tbody></table></div>`;

/** What the overview page is made of. */
export interface OverviewContent {
  readonly state: ConsoleState;
  readonly shops: readonly Shop[];
  readonly urls: GatewayUrls;
}

/** The console's page: readable as it comes from the server, live once its script runs. */
export async function overviewPage({ state, shops, urls }: OverviewContent): Promise<Response> {
  const { clock, tables } = state;
  const text = await markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sandbox gateway</title>
<style>${raw(STYLE)}</style>
<script type="module" src="/overview.js"></script>
</head>
<body>
<header class="bar">
<h1>Sandbox gateway</h1>
<div class="clock"><span id="clock">${clock.now}${clock.frozen ? ' (frozen)' : ''}</span>
<span id="clock-buttons" hidden>
<button data-advance="60">+1 minute</button> <button data-advance="1800">+30 minutes</button>
<button data-advance="86400">+1 day</button> <button id="freeze">${clock.frozen ? 'Release' : 'Freeze'}</button>
</span></div>
</header>
<main>
<p>API at ${urls.checkout}. No money moves here. <span id="live" role="status">Reload to see what is new.</span></p>
${tables.map(tableMarkup)}
${shopsMarkup(shops)}
${cardsMarkup()}
</main>
</body>
</html>`;
  return new Response(String(text), {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': POLICY,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    },
  });
}
