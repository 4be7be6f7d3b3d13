import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { useJourneys } from './journey.js';
import { html, scriptMarkup, transferMarkup, useOwnPage } from './own-page.js';

const journeys = useJourneys();
const shop = useOwnPage(({ pathname }) =>
  pathname === '/'
    ? html(transferMarkup({ amount: '100000', collect: 'holder recipient-holder recipient-expiry' }) + scriptMarkup())
    : undefined,
);

/** A card of the payer's own, as his browser keeps it. */
const CARD = { number: '4012888888881881', name: 'ANN LEE', expiryMonth: '12', expiryYear: '2030', cvc: '737' };
const SOURCE = {
  'credit_card-number': '4012 8888 8888 1881', 'credit_card-expiry': '12 / 30', 'credit_card-verification_value': '737',
  'credit_card-holder': 'ANN LEE',
};
const RECIPIENT_EMPTY = { 'recipient_card-number': '', 'recipient_card-expiry': '', 'recipient_card-holder': '' };

/** Lets the browser's own autofill put the card in, as when the payer has picked it at this input. */
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

async function atForm() {
  const journey = await journeys.start('/', { shopUrl: shop.url });
  journey.canary.keepPan(CARD.number);
  journey.canary.keepCode(CARD.cvc);
  await journey.payer.to('Card number').waitFor();
  return journey;
}

test('the browser’s own autofill fills in the card to send from, all of it, and nothing of the recipient’s', async () => {
  const { page } = await atForm();
  await autofill(page, '#credit_card-number');
  await expect.poll(() => values(page)).toEqual({ ...SOURCE, ...RECIPIENT_EMPTY });
});

// What the two forms are for: without this, the test above could pass because autofill is too shy.
test('within one form the same fields are filled on both sides: the payer’s own card would be the recipient’s', async () => {
  const { page } = await atForm();
  await page.evaluate(() => {
    const [source, recipient] = document.querySelector('p2p-transfer')?.shadowRoot?.querySelectorAll('form') ?? [];
    source?.append(...(recipient?.childNodes ?? []));
  });
  await autofill(page, '#credit_card-number');
  await expect.poll(() => values(page)).toEqual({
    ...SOURCE, 'recipient_card-number': SOURCE['credit_card-number'], 'recipient_card-expiry': '12 / 30', 'recipient_card-holder': 'ANN LEE',
  });
});
