import type { CDPSession, Locator, Page } from 'playwright';
import { expect, inject, test } from 'vitest';
import { useJourneys } from '../rig/journey.js';
import { html, scriptMarkup, transferMarkup, useOwnPage } from '../rig/page/own-page.js';
import { RECIPIENT } from '../rig/payer.js';
import { fieldsDocument } from '../rig/fields-place.js';

const journeys = useJourneys();
const shop = useOwnPage(({ pathname }) =>
  pathname === '/' ? html(transferMarkup({ amount: '100000' }) + scriptMarkup()) : undefined,
);

/** A session with the process of the card fields: a frame has its own. */
async function sessionOf(page: Page): Promise<CDPSession> {
  const fields = await fieldsDocument(page, inject('fieldsPlace'));
  return page.context().newCDPSession(fields);
}

/** Composes a text in the browser's own input method, as a phone's keyboard does, and commits it. */
async function compose(page: Page, input: Locator, text: string): Promise<void> {
  await input.click();
  const protocol = await sessionOf(page);
  for (let length = 1; length <= text.length; length += 1) {
    await protocol.send('Input.imeSetComposition', { text: text.slice(0, length), selectionStart: length, selectionEnd: length });
  }
  await protocol.send('Input.insertText', { text });
}

test('card data composed by an input method is formatted as typed data is, and the fee appears', async () => {
  const { page, payer, canary } = await journeys.start('/', { shopUrl: shop.url });
  const number = '4200000000000000';
  for (const pan of [number, RECIPIENT]) canary.keepPan(pan);
  await compose(page, payer.from('Card number'), number);
  await compose(page, payer.from('Expiry date'), '1230');
  await compose(page, payer.to('Card number'), RECIPIENT);
  await expect.poll(() => payer.from('Card number').inputValue()).toBe('4200 0000 0000 0000');
  expect(await payer.from('Expiry date').inputValue()).toBe('12 / 30');
  expect(await payer.to('Card number').inputValue()).toBe('4111 1111 1111 1111');
  await payer.readFee();
});
