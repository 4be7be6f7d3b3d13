// The transfer's own script file: the fields are in one file, and the code that pays is in a second one, which is late,
// missing or changed here.
import { createHash } from 'node:crypto';
import type { Page } from 'playwright';
import { beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { useJourneys } from '../rig/journey.js';
import { html, script, transferMarkup, useOwnPage } from '../rig/page/own-page.js';

const journeys = useJourneys();
const FIRST = '/p2p-transfer.js';
const LATER = '/p2p-transfer.later.js';
const files = new Map<string, string>();
const hashOf = (path: string): string =>
  `sha384-${createHash('sha384')
    .update(files.get(path) ?? '')
    .digest('base64')}`;

beforeAll(async () => {
  for (const path of [FIRST, LATER]) {
    const answer = await fetch(inject('gateway').checkout_url + path);
    expect(answer.status).toBe(200);
    files.set(path, await answer.text());
  }
});

const MISSING = 'Part of this form could not be loaded, so nothing was sent. Check your connection, then press the button again.';
const WATCH = `globalThis.refused = []; globalThis.errors = []; globalThis.ran = false;
addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => refused.push(violatedDirective + ' ' + blockedURI));
addEventListener('checkout-error', ({ error }) => errors.push(error.name + ' ' + error.code));`;

/** How the later file is served: after so many milliseconds, not at all for so many requests, or changed on the way. */
let later = { delay: 0, refusals: 0, isChanged: false };
let requests: string[] = [];
beforeEach(() => {
  later = { delay: 0, refusals: 0, isChanged: false };
  requests = [];
});

const byNonce = "script-src 'nonce-own'";
const nonce = 'nonce="own"';
const integrity = (path: string): string => `integrity="${hashOf(path)}" crossorigin`;
const preload = (attributes = ''): string => `<link rel="modulepreload" href="${LATER}" ${attributes}>`;

/** Each page: its policy, what is in it before the script, and the attributes of the script's tag. */
const PAGES: Readonly<Record<string, () => readonly [policy: string, head: string, tag: string, query?: string]>> = {
  plain: () => ["script-src 'self' 'nonce-own'", '', ''],
  preloaded: () => ["script-src 'self' 'nonce-own'", preload(integrity(LATER)), ''],
  version: () => ["script-src 'self' 'nonce-own'", preload(integrity(LATER)), '', '?v=1'],
  integrity: () => ["script-src 'self' 'nonce-own'", preload(integrity(LATER)), integrity(FIRST)],
  nonce: () => [byNonce, preload(`${nonce} ${integrity(LATER)}`), `${nonce} ${integrity(FIRST)}`],
  'nonce-alone': () => [byNonce, '', nonce],
  'nonce-dynamic': () => [`${byNonce} 'strict-dynamic'`, '', nonce],
  hashes: () => [`${byNonce} '${hashOf(FIRST)}' '${hashOf(LATER)}'`, preload(integrity(LATER)), integrity(FIRST)],
  types: () => [`${byNonce}; require-trusted-types-for 'script'; trusted-types checkout-elements`, '', nonce],
};

const shop = useOwnPage(({ pathname, search }) => {
  if (pathname === '/watch.js') return script(WATCH);
  if (pathname === FIRST || pathname === LATER) requests.push(pathname + search);
  if (pathname === FIRST) return script(files.get(FIRST) ?? '');
  if (pathname === LATER) {
    if (later.refusals-- > 0) return undefined;
    return script((files.get(LATER) ?? '') + (later.isChanged ? ';globalThis.ran = true;' : ''), later.delay);
  }
  const found = PAGES[pathname.slice(1)]?.();
  if (!found) return undefined;
  const [policy, head, tag, query = ''] = found;
  return html(
    `<script nonce="own" src="/watch.js"></script>${head}<script type="module" ${tag} src="${FIRST}${query}"></script>
    ${transferMarkup({ amount: String(100_000 + Math.floor(Math.random() * 900_000)) })}`,
    {
      'content-security-policy': `default-src 'none'; connect-src ${inject('gateway').checkout_url}; img-src data:; base-uri 'none'; ${policy}`,
    },
  );
});

const seen = (page: Page): Promise<{ refused: string[]; errors: string[]; ran: boolean }> =>
  page.evaluate('({ refused, errors, ran })');

const once = 'in the page %s each file is loaded once, nothing is refused, and a transfer is paid';

async function loadsOnce(name: string): Promise<void> {
  const { page, payer } = await journeys.start(`/${name}`, { shopUrl: shop.url });
  await payer.pay({ number: '4200000000000000' });
  await payer.heading('Transfer complete').waitFor();
  expect(await seen(page)).toEqual({ refused: [], errors: [], ran: false });
  expect(requests.toSorted()).toEqual([FIRST + (name === 'version' ? '?v=1' : ''), LATER].toSorted());
}

const MAIN = ['preloaded', 'hashes', 'types'];
test.each(MAIN)(once, { tags: ['main'] }, loadsOnce);
test.each(Object.keys(PAGES).filter((name) => !MAIN.includes(name)))(once, loadsOnce);

test('the payer types and presses before the later file is there; the press is deferred', { tags: ['main'] }, async () => {
  later.delay = 4000;
  const { payer } = await journeys.start('/plain', { shopUrl: shop.url });
  await payer.typeCards({ number: '4200000000000000' });
  const button = payer.element.getByRole('button', { name: /^Transfer/ });
  await button.click();
  await payer.element.locator('button[aria-busy=true]').waitFor();
  expect(requests).toEqual([FIRST, LATER]);
  await payer.element.getByText(/^Fee about/).waitFor();
  expect(await payer.from('Card number').inputValue()).toBe('4200 0000 0000 0000');
  await payer.element.locator('button.submit:not([aria-disabled])').click();
  await payer.heading('Transfer complete').waitFor();
});

test('a later file that fails to load once is loaded again, and the payer does not notice', { tags: ['main'] }, async () => {
  later.refusals = 1;
  const { page, payer } = await journeys.start('/plain', { shopUrl: shop.url });
  await payer.pay({ number: '4200000000000000' });
  await payer.heading('Transfer complete').waitFor();
  expect((await seen(page)).errors).toEqual([]);
  expect(requests).toEqual([FIRST, LATER, `${LATER}?retry=1`]);
});

test('while the later file can’t be loaded the payer reads that, and a press loads it', { tags: ['main'] }, async () => {
  later.refusals = 3;
  const { page, payer } = await journeys.start('/plain', { shopUrl: shop.url });
  await payer.typeCards({ number: '4200000000000000' });
  await payer.element.getByText(MISSING).waitFor();
  expect((await seen(page)).errors).toEqual(['PartError part_unavailable']);
  await payer.element.getByRole('button', { name: /^Transfer/ }).click();
  await payer.element.getByText(/^Fee about/).waitFor();
  expect(await payer.from('Card number').inputValue()).toBe('4200 0000 0000 0000');
  await payer.element.locator('button.submit:not([aria-disabled])').click();
  await payer.heading('Transfer complete').waitFor();
});

test(
  'while the later file never loads, each press tries again, sends nothing, and loses nothing',
  { tags: ['engines'] },
  async () => {
    later.refusals = Infinity;
    const { page, payer } = await journeys.start('/plain', { shopUrl: shop.url });
    await payer.typeCards({ number: '4200000000000000' });
    await payer.element.getByText(MISSING).waitFor();
    expect(requests).toHaveLength(4);
    await payer.element.getByRole('button', { name: /^Transfer/ }).click();
    await payer.element.locator('button[aria-busy=true]').waitFor();
    await payer.element.getByText(MISSING).waitFor();
    expect(requests).toHaveLength(7);
    expect((await seen(page)).errors).toEqual(['PartError part_unavailable', 'PartError part_unavailable']);
    const values = await Promise.all(
      [payer.from('Card number'), payer.from('Expiry date'), payer.to('Card number')].map((input) => input.inputValue()),
    );
    expect(values).toEqual(['4200 0000 0000 0000', '12 / 30', '4111 1111 1111 1111']);
    expect(await payer.element.locator('button[aria-busy=true]').count()).toBe(0);
  },
);

test('a later file that was changed on the way is never run', { tags: ['main'] }, async () => {
  later.isChanged = true;
  const { page, payer } = await journeys.start('/integrity', { shopUrl: shop.url });
  await payer.element.getByText(MISSING).waitFor();
  expect(await seen(page)).toMatchObject({ errors: ['PartError part_unavailable'], ran: false });
});
