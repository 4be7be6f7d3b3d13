// The tricks of spending.journey.ts that hide the button, and two that change what it says, in WebKit.
/** @module-tag engines */
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import type { ToFrame } from '../../../src/channel/to-frame.js';
import {
  EMBEDDER,
  fieldsUrl,
  setMessage,
  shopMessage,
  statusMessage,
  wordsMessage,
} from '../../journeys/frame/attack/embedder.js';
import { html, useOwnPage } from '../../journeys/rig/page/own-page.js';
import { CODE, RECIPIENT } from '../../journeys/rig/payer.js';
import { HIDDEN, OTHER, SHOWN } from '../../probes/spending.js';
import { useWebKit } from './use-webkit.js';
import { type ElementReference, KEYS } from './webdriver.js';

const SOURCE = '4012000000001097';
/** Longer than the half second that the payer needs to read, in milliseconds: a busy machine paints late. */
const READ = 1500;
/** Longer than the payer has to stay at the button where Tab alone has led there. */
const LED = 1200;

const webkit = useWebKit();
const own = useOwnPage(() => html(EMBEDDER));

const send = (...messages: readonly ToFrame[]): Promise<void> =>
  webkit.session.run(
    'arguments[0].forEach((text) => send(text))',
    messages.map((message) => JSON.stringify(message)),
  );
const received = (): Promise<{ kind: string; state?: { revision: number } }[]> => webkit.session.run('return received');

/** Types the cards, and puts the focus on the button. */
async function typed(): Promise<void> {
  const { session } = webkit;
  for (const pan of [SOURCE, RECIPIENT]) webkit.hides(pan);
  await session.goTo(own.url);
  await session.run(`document.querySelector('#fields').src = arguments[0]`, fieldsUrl());
  await expect.poll(() => session.run<number>('return greetings'), { timeout: 15_000 }).toBeGreaterThan(0);
  await session.run(`port = init(document.querySelector('#fields').contentWindow)`);
  await send(shopMessage(), wordsMessage(), setMessage(1, SHOWN), statusMessage());
  await expect.poll(async () => (await received()).map(({ kind }) => kind), { timeout: 15_000 }).toContain('ready');
  await session.enterFrame('#fields');
  const input = (selector: string, index: number): Promise<ElementReference> =>
    session.run('return document.querySelectorAll(arguments[0])[arguments[1]]', selector, index);
  for (const [selector, index, text] of [
    ['[name=number]', 0, SOURCE],
    ['[name=expiry]', 0, '1230'],
    ['[name=verification_value]', 0, CODE],
    ['[name=number]', 1, RECIPIENT],
  ] as const) {
    await session.click(await input(selector, index));
    await session.press(text);
  }
  await session.run(`document.querySelector('.submit').focus()`);
  await session.enterFrame();
  await wait(READ);
}

/** Goes to the button by keyboard, and presses it. */
async function press(): Promise<void> {
  const [shift = '', tab = ''] = [KEYS['Shift'], KEYS['Tab']];
  await webkit.session.enterFrame('#fields');
  await webkit.session.strike([
    { type: 'keyDown', value: shift },
    { type: 'keyDown', value: tab },
    { type: 'keyUp', value: tab },
    { type: 'keyUp', value: shift },
  ]);
  await webkit.session.press('Tab');
  // A script moved the focus before, so Tab alone counts after a second at the button.
  await wait(LED);
  await webkit.session.press('Enter');
  await webkit.session.enterFrame();
}

/** Asks for a seal of what the form holds: a field that the payer has left since is another revision. */
async function isSealed(amount: number): Promise<boolean> {
  const revision = (await received()).flatMap(({ state }) => state?.revision ?? []).at(-1) ?? 0;
  await send({
    kind: 'seal',
    id: amount,
    revision,
    binding: { operation: 'transfer', amount, currency: 'USD', trackingId: 'order-1', issuedAt: Date.now() },
  });
  const kinds = async (): Promise<string[]> => (await received()).map(({ kind }) => kind);
  await expect.poll(async () => (await kinds()).filter((kind) => /sealed/.test(kind)), { timeout: 10_000 }).not.toEqual([]);
  return (await kinds()).includes('sealed');
}

const spent: string[] = [];
afterAll(() => console.info(`webkit: ${spent.length} of ${Object.keys(HIDDEN).length} spend: ${spent.join(', ')}`));

test('without a trick, the same steps pay', async () => {
  await typed();
  await press();
  expect(await isSealed(SHOWN.amount)).toBe(true);
});

test.each(Object.entries(HIDDEN))('a page that %s', async (name, { script, seenBy }) => {
  await typed();
  await webkit.session.run(script);
  await wait(READ);
  await press();
  const isPaid = await isSealed(SHOWN.amount);
  if (isPaid) spent.push(name);
  expect(isPaid).toBe(!seenBy.includes('webkit'));
});

test.each(['en', '!!'])('a page that sets another sum just before the press, in the language %s', async (language) => {
  await typed();
  const swaps = [setMessage(2, SHOWN), { ...setMessage(2, OTHER), language }].map((message) => JSON.stringify(message));
  await webkit.session.run('const texts = arguments[0]; setInterval(() => texts.forEach((text) => send(text)), 100)', swaps);
  await wait(READ);
  await press();
  expect(await isSealed(OTHER.amount)).toBe(false);
});

test('a page that asks for another sum, without a press', async () => {
  await typed();
  expect(await isSealed(OTHER.amount)).toBe(false);
});
