// @module-tag sample
import type { Page } from 'playwright';
import { expect, inject, test } from 'vitest';
import { stealCards, type ProbedWindow, TRICKS } from '../../probes/tricks.js';
import { freshAmount, useJourneys } from '../rig/journey.js';
import { Payer } from '../rig/payer.js';
import { FramedPayer } from './framed-payer.js';

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
      // Only digits within a longer number are left out: BIN, last four and the counts in a message do not add up to a card
      // number.
      const digits = texts.map((text) => text.replaceAll(/[\s\u00a0-]/g, ''));
      // Keys come one by one.
      const all = [...digits, texts.filter((text) => text.length === 1).join('')];
      return all.some((text) => text.includes(NUMBER) || text.includes(RECIPIENT)) || texts.includes(CODE);
    })
    .map(([name]) => name);
}

/** A transfer at a page whose own script wants the card. */
async function transfer(fields: '' | 'gateway' | 'shop'): Promise<Page> {
  const { page, canary, context } = await journeys.start('blank', { shopUrl: 'about:' });
  await context.addInitScript(`(${stealCards.toString()})(${JSON.stringify(TRICKS)})`);
  await page.goto(`${inject('shopUrl')}/fixed?amount=${freshAmount()}&fields=${fields}`);
  const payer = fields ? new FramedPayer(page, canary) : new Payer(page, canary);
  await payer.typeCards({ number: NUMBER, code: CODE }, RECIPIENT);
  await page.evaluate(() => (window as unknown as ProbedWindow).probe());
  await payer.readFee();
  await payer.press();
  await payer.heading('Transfer complete').waitFor();
  await page.evaluate(() => (window as unknown as ProbedWindow).probe());
  return page;
}

test('in the page itself, the tricks of a script read the card: the probes are not blind', async () => {
  const found = await hits(await transfer(''));
  console.info(`inline: ${found.length} of ${TRICKS.length}: ${found.join(', ')}`);
  expect(found.length).toBeGreaterThanOrEqual(8);
});

test.each(['gateway', 'shop'] as const)('in a frame of the %s, no trick reads anything of the card', async (place) => {
  const found = await hits(await transfer(place));
  console.info(`${place}: ${found.length} of ${TRICKS.length}`);
  expect(found).toEqual([]);
});
