// The split files of the transfer in WebKit: the later one is late or fails, and inputs of the page that are there before both.
import { beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { transferMarkup as inputs } from '../../../src/markup/markup.js';
import { freshAmount } from '../../journeys/rig/journey.js';
import { html, script, transferMarkup, useOwnPage } from '../../journeys/rig/page/own-page.js';
import { CODE, RECIPIENT } from '../../journeys/rig/payer.js';
import { useWebKit } from './use-webkit.js';

const PAYS = '4200000000000000';
const FIRST = '/p2p-transfer.js';
const LATER = '/p2p-transfer.later.js';
const MISSING = 'Part of this form could not be loaded, so nothing was sent.';

const webkit = useWebKit();
const files = new Map<string, string>();
beforeAll(async () => {
  for (const path of [FIRST, LATER]) files.set(path, await (await fetch(inject('gateway').checkout_url + path)).text());
});

/** How late each file is (milliseconds), and how many requests for the later one fail. */
let served = { first: 0, later: 0, refusals: 0 };
beforeEach(() => {
  served = { first: 0, later: 0, refusals: 0 };
});

const shop = useOwnPage(({ pathname, searchParams }) => {
  const amount = searchParams.get('amount') ?? '';
  const tag = `<script type="module" src="${FIRST}"></script>`;
  switch (pathname) {
    case '/shadow':
      return html(`${transferMarkup({ amount })}${tag}`);
    case '/slot':
      // Put in by a script of its own, so that the page has loaded before: WebKit's driver waits for that.
      return html(`${transferMarkup({ fields: 'slot', amount }).replace('></', `>${inputs()}</`)}<script>
        addEventListener('load', () => setTimeout(() => document.head.append(Object.assign(document.createElement('script'), { type: 'module', src: '${FIRST}' }))));
      </script>`);
    case FIRST:
      return script(files.get(FIRST) ?? '', served.first);
    case LATER:
      return served.refusals-- > 0 ? undefined : script(files.get(LATER) ?? '', served.later);
    default:
      return undefined;
  }
});

async function typeCards(): Promise<void> {
  const { page } = webkit;
  for (const number of [PAYS, RECIPIENT]) webkit.hides(number);
  await page.type(PAYS, 'Card number', 'From card');
  await page.type('1230', 'Expiry date', 'From card');
  await page.type(CODE, 'Security code', 'From card');
  await page.type(RECIPIENT, 'Card number', 'To card');
}

const open = (path: string): Promise<void> => webkit.session.goTo(`${shop.url}${path}?amount=${freshAmount()}`);

const UNREAD = `return document.querySelector('p2p-transfer').shadowRoot.querySelector('.submit').getAttribute('aria-disabled')`;

async function paysAndLearns(): Promise<void> {
  const { page, session } = webkit;
  await page.sees(/^Fee (about )?\d/m);
  // After a press, a price that has just appeared must be there for a moment before the next press counts.
  await expect.poll(() => session.run(UNREAD), { timeout: 5000 }).toBe(null);
  await page.click('button', /^Transfer \d/);
  await page.find('heading', 'Transfer complete');
}

test('what the payer types before the later file is there is paid with', async () => {
  served.later = 8000;
  await open('/shadow');
  await typeCards();
  expect(await webkit.page.valueOf('Card number', 'From card')).toBe('4200 0000 0000 0000');
  await paysAndLearns();
});

test('a later file that fails once is loaded again', async () => {
  served.refusals = 1;
  await open('/shadow');
  await typeCards();
  await paysAndLearns();
});

test('while the later file never loads, each press tries again and loses nothing; once it loads, the transfer is paid', async () => {
  served.refusals = Infinity;
  await open('/shadow');
  await typeCards();
  await webkit.page.sees(MISSING);
  await webkit.page.click('button', /^Transfer \d/);
  await expect.poll(() => webkit.page.reads()).not.toContain(MISSING);
  await webkit.page.sees(MISSING);
  expect(await webkit.page.valueOf('Card number', 'To card')).toBe('4111 1111 1111 1111');
  served.refusals = 0;
  await webkit.page.click('button', /^Transfer \d/);
  await paysAndLearns();
});

test('inputs of the page take digits before the script and while it comes; all of them are paid with', async () => {
  served.first = 6000;
  const { page, session } = webkit;
  await open('/slot');
  for (const number of [PAYS, RECIPIENT]) webkit.hides(number);
  await page.type(RECIPIENT, 'Card number', 'To card');
  expect(await session.run(`return customElements.get('p2p-transfer') === undefined`)).toBe(true);
  await page.type(PAYS.slice(0, 8), 'Card number', 'From card');
  await page.find('button', /^Transfer \d/);
  expect(await page.focused()).toBe('Card number');
  await session.press(PAYS.slice(8));
  expect(await page.valueOf('Card number', 'From card')).toBe('4200 0000 0000 0000');
  expect(await page.valueOf('Card number', 'To card')).toBe('4111 1111 1111 1111');
  await page.type('1230', 'Expiry date', 'From card');
  await page.type(CODE, 'Security code', 'From card');
  await paysAndLearns();
});
