// @module-tag sample
import { generateKeyPairSync } from 'node:crypto';
import { compactDecrypt } from 'jose';
import type { Page } from 'playwright';
import { expect, inject, test } from 'vitest';
import { stealCardsScript, type ProbedWindow, TRICKS } from '../../../probes/tricks.js';
import { freshAmount, useJourneys } from '../../rig/journey.js';
import { Payer } from '../../rig/payer.js';

const journeys = useJourneys();
const NUMBER = '4200000000000000';
const RECIPIENT = '4111111111111111';
const CODE = '737';

/** The tricks that have read a card number, or the security code. */
async function hits(page: Page): Promise<string[]> {
  const stolen = await page.evaluate(() => (window as unknown as ProbedWindow).stolen);
  expect(Object.keys(stolen)).toEqual(TRICKS);
  return Object.entries(stolen)
    .filter(([, texts]) => {
      // A script may read the BIN, the last four digits and any counters. A hit is a whole number, or exactly the code.
      const digits = texts.map((text) => text.replaceAll(/[\s\u00a0-]/g, ''));
      // Keystrokes are stolen one by one.
      const all = [...digits, texts.filter((text) => text.length === 1).join('')];
      return all.some((text) => text.includes(NUMBER) || text.includes(RECIPIENT)) || texts.includes(CODE);
    })
    .map(([name]) => name);
}

/** Makes a transfer on a page whose own script tries to steal the card. */
async function transfer(fields: '' | 'gateway' | 'shop'): Promise<Page> {
  const { page, canary, context } = await journeys.start('blank', { shopUrl: 'about:' });
  await context.addInitScript(stealCardsScript);
  await page.goto(`${inject('shopUrl')}/fixed?amount=${freshAmount()}&fields=${fields}`);
  const payer = fields ? new Payer(page, canary, undefined, 'gateway') : new Payer(page, canary);
  await payer.typeCards({ number: NUMBER, code: CODE }, RECIPIENT);
  await page.evaluate(() => (window as unknown as ProbedWindow).probe());
  await payer.readFee();
  await payer.press();
  await payer.heading('Transfer complete').waitFor();
  await page.evaluate(() => (window as unknown as ProbedWindow).probe());
  return page;
}

test('in the page itself, the tricks of a script read the card, so the probes work', async () => {
  const found = await hits(await transfer(''));
  console.info(`inline: ${found.length} of ${TRICKS.length}: ${found.join(', ')}`);
  expect(found.length).toBeGreaterThanOrEqual(8);
});

test.each(['gateway', 'shop'] as const)('in a frame of the %s, no trick reads anything of the card', async (place) => {
  const found = await hits(await transfer(place));
  console.info(`${place}: ${found.length} of ${TRICKS.length}`);
  expect(found).toEqual([]);
});

const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const FOREIGN_KEY = publicKey.export({ format: 'der', type: 'spki' }).toString('base64');

/** Gives the element another key before the elements' script runs, and records all requests. */
function swapKey(key: string): void {
  if (window.top !== window) return;
  const sent: string[] = [];
  const codes: string[] = [];
  Object.assign(window, { sent, codes });
  addEventListener('checkout-error', ({ error }) => codes.push(error.code));
  new MutationObserver(() => document.querySelector('p2p-transfer:not(:defined)')?.setAttribute('public-key', key)).observe(
    document,
    { subtree: true, childList: true },
  );
  const original = window.fetch;
  window.fetch = (input, init) => {
    if (typeof init?.body === 'string') sent.push(init.body);
    return original(input, init);
  };
}

async function withSwappedKey(fields: '' | 'gateway' | 'shop') {
  const { page, canary, context } = await journeys.start('blank', { shopUrl: 'about:' });
  await context.addInitScript(swapKey, FOREIGN_KEY);
  await page.goto(`${inject('shopUrl')}/fixed?amount=${freshAmount()}&fields=${fields}`);
  return { page, canary };
}

test('in the page itself, a script that swaps the key reads the card, so this probe works too', async () => {
  const { page, canary } = await withSwappedKey('');
  await new Payer(page, canary).typeCards({ number: NUMBER, code: CODE }, RECIPIENT);
  await expect.poll(() => page.evaluate('sent.length'), { timeout: 10_000 }).toBeGreaterThan(0);
  const [body = ''] = (await page.evaluate('sent')) as string[];
  const tokens = [...body.matchAll(/"(eyJ[\w-]+(?:\.[\w-]+){4})"/g)].map(([, token]) => token!);
  const opened = await Promise.all(tokens.map(async (token) => (await compactDecrypt(token, privateKey)).plaintext));
  expect(opened.map((bytes) => new TextDecoder().decode(bytes)).join()).toContain(NUMBER);
});

test.each(['gateway', 'shop'] as const)(
  'in a frame of the %s, a script that swaps the key gets nothing sealed',
  async (place) => {
    const { page } = await withSwappedKey(place);
    await expect.poll(() => page.evaluate('codes'), { timeout: 10_000 }).toEqual(['key_not_allowed']);
    expect(await page.locator('p2p-transfer').frameLocator('iframe').getByRole('textbox').count()).toBe(0);
    expect(await page.evaluate('sent')).toEqual([]);
  },
);
