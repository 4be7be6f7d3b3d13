import { appendFileSync } from 'node:fs';
import { expect, inject, test } from 'vitest';
import type { Channel } from '../../canary/canary.js';
import { useJourneys } from './journey.js';

const journeys = useJourneys();
const PAN = '4012000000001097';

/** One of each kind; `npm run test:long` plants the others too. */
const SAMPLE = ["a request's address", "a request's body", 'localStorage', 'the console', "an event's field"];

interface Planted {
  readonly where: string;
  readonly channel: Channel;
  readonly plant: string;
}

// Each runs in the shop's page: a mistake that we, or the page, might make.
const LEAKS: readonly Planted[] = [
  { where: "a request's address", channel: 'request', plant: `fetch('/icon.svg?n=4012%200000%200000%201097')` },
  { where: "a request's header", channel: 'request', plant: `fetch('/icon.svg', { headers: { 'x-number': '${PAN}' } })` },
  { where: "a request's body", channel: 'request', plant: `fetch('/api/orders', { method: 'POST', body: '{"cvc":"737"}' })` },
  {
    where: 'a section that is not sealed',
    channel: 'request',
    plant: `fetch('/api/orders', { method: 'POST', body: '{"request":{"credit_card":{"token":"a","holder":"B"}}}' })`,
  },
  { where: 'a beacon', channel: 'request', plant: `navigator.sendBeacon('/api/orders', '${btoa(PAN)}')` },
  { where: "an image's address", channel: 'request', plant: `new Image().src = '/icon.svg?${PAN}'` },
  { where: "the page's address", channel: 'address', plant: `location.hash = '4012-0000-0000-1097'` },
  { where: 'history.state', channel: 'history', plant: `history.pushState({ number: '${PAN}' }, '')` },
  { where: 'localStorage', channel: 'storage', plant: `localStorage.setItem('draft', '${PAN}')` },
  {
    where: 'sessionStorage, for a moment only',
    channel: 'storage',
    plant: `sessionStorage.setItem('code', '737'); sessionStorage.clear()`,
  },
  { where: 'a cookie', channel: 'cookie', plant: `document.cookie = 'number=${PAN}'` },
  { where: 'the console', channel: 'console', plant: `console.debug({ card: { code: 737 } }, '737')` },
  { where: 'an uncaught error', channel: 'console', plant: `setTimeout(() => { throw new Error('bad number ${PAN}') })` },
  {
    where: "an event's field",
    channel: 'event',
    plant: `const event = new Event('checkout-change'); event.card = { number: '${PAN}' }; document.querySelector('p2p-transfer').dispatchEvent(event)`,
  },
  {
    where: 'an attribute in the shadow root',
    channel: 'dom',
    plant: `document.querySelector('p2p-transfer').shadowRoot.querySelector('input').setAttribute('value', '${PAN}')`,
  },
  {
    where: 'a text, for a moment only',
    channel: 'dom',
    plant: `document.body.append('4012 0000 0000 1097'); Promise.resolve().then(() => document.body.lastChild.remove())`,
  },
  { where: 'an attribute outside', channel: 'dom', plant: `document.body.dataset.code = '737'` },
];

async function findsLeak(_: string, { plant, channel }: Planted): Promise<void> {
  const { page, canary, leaks } = await journeys.start();
  canary.keepPan(PAN);
  canary.keepCode('737');
  await page.locator('p2p-transfer').getByRole('button').waitFor();
  expect(await leaks()).toEqual([]);

  await page.evaluate(`(async () => { await (async () => { ${plant} })() })()`);
  await expect.poll(async () => (await leaks()).map((leak) => leak.channel)).toContain(channel);

  // The planted leak is gone when the canary looks for the last time.
  await page.goto('about:blank');
  await page.context().clearCookies();
  await leaks();
}

const planted = LEAKS.map((leak) => [leak.where, leak] as const);
const title = 'the canary finds card data in %s';
test.each(planted.filter(([where]) => SAMPLE.includes(where)))(title, { tags: ['sample'] }, findsLeak);
test.each(planted.filter(([where]) => !SAMPLE.includes(where)))(title, findsLeak);

test.each([
  ['gatewayLog', '6011111111111117'],
  ['shopLog', '3530111333300000'],
] as const)('the canary finds card data in %s', { tags: ['sample'] }, async (log, pan) => {
  const { canary, leaks } = await journeys.start();
  canary.keepPan(pan);
  expect(await leaks()).toEqual([]);
  // It stays in the log, so it is a card that no other journey types.
  appendFileSync(inject(log), `{"msg":"paid with ${pan.replaceAll(/\d{4}(?=\d)/g, '$&-')}"}\n`);
  expect((await leaks()).map((leak) => leak.channel)).toEqual(['log']);
  canary.forgetCards();
});

test('the list of test cards is not a leak, nor is an input with what the payer typed', { tags: ['sample'] }, async () => {
  const { page, payer, canary, leaks } = await journeys.start();
  await payer.from('Card number').waitFor();
  canary.keepPan(PAN);
  await payer.from('Card number').fill(PAN);
  expect(await page.locator('.cards').textContent()).toContain('4012 0000 0000 1097');
  expect(await payer.from('Card number').inputValue()).toBe('4012 0000 0000 1097');
  expect(await leaks()).toEqual([]);
});
