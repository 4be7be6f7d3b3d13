// @module-tag sample
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { useJourneys } from '../rig/journey.js';
import { html, scriptMarkup, transferMarkup, useOwnPage } from '../rig/page/own-page.js';
import { RECIPIENT } from '../rig/payer.js';

const journeys = useJourneys();
const collect = 'holder recipient-holder recipient-expiry';
const saved = '{ token: "kept", brand: "visa", last_4: "0000" }';
const pages: Readonly<Record<string, () => string>> = {
  '/': () => transferMarkup({ amount: '100000', collect }),
  '/in-a-form': () => `<form action="/">${transferMarkup({ amount: '100000' })}<button>Order</button></form>`,
  '/in-a-form-with-collect': () =>
    `<form action="/">${transferMarkup({ amount: '100000', collect })}<button>Order</button></form>`,
  '/saved': () =>
    `${transferMarkup({ amount: '100000' })}<script>document.querySelector('p2p-transfer').sourceCard = ${saved}</script>`,
  '/saved-in-a-form': () =>
    `<form action="/">${transferMarkup({ amount: '100000', collect: 'recipient-holder recipient-expiry' })}</form>` +
    `<script>document.querySelector('p2p-transfer').sourceCard = ${saved}</script>`,
};
const shop = useOwnPage(({ pathname }) => {
  const body = pages[pathname];
  return body && html(body() + scriptMarkup());
});

/** One of the payer's own cards, as their browser stores it. */
const CARD = { number: '4012888888881881', name: 'ANN LEE', expiryMonth: '12', expiryYear: '2030', cvc: '737' };
const SOURCE = {
  'credit_card-number': '4012 8888 8888 1881',
  'credit_card-expiry': '12 / 30',
  'credit_card-verification_value': '737',
  'credit_card-holder': 'ANN LEE',
};
const RECIPIENT_EMPTY = { 'recipient_card-number': '', 'recipient_card-expiry': '', 'recipient_card-holder': '' };

/** Lets the browser's own autofill enter the card, as if the payer had picked it at this input. */
async function autofill(page: Page, input: string): Promise<void> {
  await page.locator(`p2p-transfer ${input}`).click();
  const protocol = await page.context().newCDPSession(page);
  await protocol.send('Autofill.enable');
  const { result } = await protocol.send('Runtime.evaluate', {
    expression: `document.querySelector('p2p-transfer').shadowRoot.querySelector('${input}')`,
  });
  const { node } = await protocol.send('DOM.describeNode', { objectId: result.objectId ?? '' });
  await protocol.send('Autofill.trigger', { fieldId: node.backendNodeId, card: CARD });
}

const values = (page: Page): Promise<Record<string, string>> =>
  page.evaluate(() => {
    const inputs = document.querySelector('p2p-transfer')?.shadowRoot?.querySelectorAll('input') ?? [];
    return Object.fromEntries([...inputs].map(({ id, value }) => [id, value]));
  });

/** The message at a field that was filled in without the payer. */
const UNDONE = 'This wasn’t typed, so we cleared it. Enter the recipient’s ';

async function atForm(path = '/') {
  const journey = await journeys.start(path, { shopUrl: shop.url });
  journey.canary.keepPan(CARD.number);
  journey.canary.keepCode(CARD.cvc);
  await journey.payer.to('Card number').waitFor();
  return journey;
}

test('browser autofill fills in the whole source card and none of the recipient’s fields', async () => {
  const { page } = await atForm();
  await autofill(page, '#credit_card-number');
  await expect.poll(() => values(page)).toEqual({ ...SOURCE, ...RECIPIENT_EMPTY });
});

/** The recipient's fields, once the browser has filled in all that it fills in: the last ones come a moment later. */
async function recipientFields(page: Page): Promise<Record<string, string>> {
  await page.waitForTimeout(500);
  return Object.fromEntries(Object.entries(await values(page)).filter(([id]) => id.startsWith('recipient')));
}

/** The recipient's fields after autofill, once the page has reported that it undid something. */
async function recipientAfter(page: Page): Promise<Record<string, string>> {
  await page.locator('p2p-transfer').getByRole('alert').filter({ hasText: UNDONE }).waitFor();
  return recipientFields(page);
}

// The message proves that the browser did fill in the recipient: it takes all fields of the outer form as one card's.
test.each([
  ['/in-a-form', '#credit_card-number', { 'recipient_card-number': '' }],
  ['/in-a-form', '#credit_card-expiry', { 'recipient_card-number': '' }],
  ['/in-a-form-with-collect', '#credit_card-number', RECIPIENT_EMPTY],
  ['/saved-in-a-form', '#credit_card-verification_value', RECIPIENT_EMPTY],
])('%s, autofill at %s: the recipient’s fields are emptied, and the payer reads why', async (path, input, expected) => {
  const { page } = await atForm(path);
  await autofill(page, input);
  expect(await recipientAfter(page)).toEqual(expected);
  expect(await page.locator('p2p-transfer').evaluate((element) => (element as HTMLElement & { quote: object }).quote)).toEqual({
    status: 'none',
  });
});

test('with a saved card, autofill of its security code leaves the only card number on the page alone', async () => {
  const { page, payer } = await atForm('/saved');
  await autofill(page, '#credit_card-verification_value');
  await expect.poll(() => payer.from('Security code').inputValue()).toBe(CARD.cvc);
  expect(await payer.to('Card number').inputValue()).toBe('');
});

test('a recipient that the payer typed survives a later autofill', async () => {
  const { page, payer, canary } = await atForm('/in-a-form');
  canary.keepPan(RECIPIENT);
  await payer.to('Card number').pressSequentially(RECIPIENT);
  await autofill(page, '#credit_card-number');
  await expect.poll(() => payer.from('Card number').inputValue()).toBe(SOURCE['credit_card-number']);
  await page.waitForTimeout(500);
  expect(await payer.to('Card number').inputValue()).toBe('4111 1111 1111 1111');
});

test('autofill that the payer starts at the recipient’s number fills in that field and no other field of the recipient', async () => {
  const { page, payer } = await atForm('/in-a-form-with-collect');
  await autofill(page, '#recipient_card-number');
  await expect.poll(() => payer.to('Card number').inputValue()).toBe(SOURCE['credit_card-number']);
  // No message is awaited: a browser need not take “Recipient’s name” for the name on the card.
  expect(await recipientFields(page)).toEqual({ ...RECIPIENT_EMPTY, 'recipient_card-number': SOURCE['credit_card-number'] });
});

test('recipient fields in the same form as the source card are filled in by autofill, then emptied', async () => {
  const { page } = await atForm();
  await page.evaluate(() => {
    const [source, recipient] = document.querySelector('p2p-transfer')?.shadowRoot?.querySelectorAll('form') ?? [];
    source?.append(...(recipient?.childNodes ?? []));
  });
  await autofill(page, '#credit_card-number');
  expect(await recipientAfter(page)).toEqual(RECIPIENT_EMPTY);
});
