// @module-tag long
import { expect, test } from 'vitest';
import '../../../src/define.js';
import '../watch-leaks.js';
import { offer } from '../buyer.js';
import { gateway } from '../gateway.js';
import { AMOUNT, mount, type Payer } from '../payer.js';

const DECLINED = '4005550000000019';
const NO_FUNDS = '4000300000000022';
/** Its job fails with `finished: false`: money may still move. */
const IN_DOUBT = '4000400000000046';

const NOTHING_TAKEN = 'No money was taken from your card.';

const bankMessage = ({ element }: Pick<Payer, 'element'> | Awaited<ReturnType<typeof offer>>): HTMLElement | null =>
  element.shadowRoot!.querySelector('[part=bank-message]');

/** A fetch that changes the transaction in a job's answer. */
const answering = (change: (transaction: Record<string, unknown>) => object) => async (url: string, init: RequestInit) => {
  const response = await gateway.fetch(url, init);
  if (!url.includes('/jobs/')) return response;
  const body = (await response.json()) as { response?: { transaction?: Record<string, unknown> } };
  const transaction = body.response?.transaction;
  if (transaction) Object.assign(transaction, change(transaction));
  return Response.json(body, response);
};

test('without funds, the payer of a typed amount reads once that they can send less', async () => {
  const payer = await mount({ amount: null });
  await payer.fillsCards({ number: NO_FUNDS });
  await payer.fills(payer.amount, String(AMOUNT / 100));
  await payer.readsFee();
  await payer.transferButton.click();
  await payer.learns('failed');
  const text = payer.reads();
  expect(text).toContain('Insufficient funds: use another card or send less.');
  expect(text).toContain(`wasn’t transferred. ${NOTHING_TAKEN}`);
  expect(text.match(/insufficient funds/gi)).toHaveLength(1);
  expect(bankMessage(payer)).toBeNull();
});

test('a message of the bank that adds something is smaller, below the reason', async () => {
  const payer = await mount();
  await payer.pays({ number: DECLINED });
  await payer.learns('failed');
  const message = bankMessage(payer)!;
  expect(message.innerText).toBe('Message from the bank: Declined by the issuer');
  expect(message.querySelector('[dir=auto]')?.textContent).toBe('Declined by the issuer');
  const sizeOf = (element: Element): number => Number.parseFloat(getComputedStyle(element).fontSize);
  expect(sizeOf(message)).toBeLessThan(sizeOf(message.previousElementSibling!));
});

test('a word counts with its vowel signs: a message in Hindi is not hidden because the reason has its consonants', async () => {
  const messages = { 'decline.funds': 'खाते में पर्याप्त राशि नहीं है: दूसरा कार्ड लें।' };
  const fetch = answering(() => ({ message: 'रोका है' }));
  const payer = await mount({}, { fetch, messages });
  await payer.pays({ number: NO_FUNDS });
  await payer.learns('failed');
  expect(payer.reads()).toContain(messages['decline.funds']);
  expect(bankMessage(payer)?.innerText).toContain('रोका है');
});

test('a fixed amount is not offered as "send less"', async () => {
  const payer = await mount();
  await payer.pays({ number: NO_FUNDS });
  await payer.learns('failed');
  expect(payer.reads()).toContain('Insufficient funds: use another card.');
  expect(payer.reads()).not.toContain('send less');
});

test.each([
  ['cup', '19.99 USD wasn’t paid. No money was taken from your card.'],
  ['held', '50.00 USD wasn’t authorized. Nothing is reserved on your card.'],
] as const)('after a declined payment for “%s” the payer reads that the card was not charged', async (name, words) => {
  const buyer = await offer(name);
  await buyer.pays({ number: NO_FUNDS });
  await buyer.learns('failed');
  expect(buyer.reads()).toContain(words);
  expect(buyer.reads()).toContain('Insufficient funds: use another card.');
  expect(bankMessage(buyer)).toBeNull();
});

test('an outcome that is not final promises nothing, and offers no other card', async () => {
  const payer = await mount();
  await payer.pays({ number: IN_DOUBT });
  await payer.learns('unknown');
  expect(payer.reads()).not.toMatch(/No money was taken|another card|Message from the bank/);
});

test('a success shows no “no money was taken” and no message from the bank', async () => {
  const payer = await mount();
  await payer.pays();
  await payer.learns('successful');
  expect(payer.reads()).not.toMatch(/No money was taken|Message from the bank/);
});

test('a failure whose bank part succeeded does not promise that no money was taken', async () => {
  const fetch = answering(({ p2p }) => ({ p2p: { ...(p2p as object), status: 'successful' } }));
  const payer = await mount({}, { fetch });
  await payer.pays({ number: DECLINED });
  await payer.learns('failed');
  expect(payer.reads()).toContain('wasn’t transferred.');
  expect(payer.reads()).not.toContain(NOTHING_TAKEN);
});

test.each([
  [{}, 'Try another card, or ask your bank.', 'Go back to the shop'],
  // With the merchant's own tracking-id, no other try is offered.
  [{ 'tracking-id': 'fixed' }, 'Go back to the shop to start again.', 'Try another card'],
])(
  'an unknown code and message, with %o: the payer reads the bank’s message and a next step',
  async (attributes, next, other) => {
    const unknown = { bank_code: 'X-1', message: 'Nicht genehmigt' };
    const fetch = answering(({ p2p }) => ({ message: unknown.message, p2p: { ...(p2p as object), ...unknown } }));
    const ids = Object.fromEntries(Object.keys(attributes).map((name) => [name, crypto.randomUUID()]));
    const payer = await mount({ ...ids }, { fetch });
    await payer.pays({ number: DECLINED });
    await payer.learns('failed');
    expect(payer.reads()).toContain(next);
    expect(payer.reads()).not.toContain(other);
    expect(bankMessage(payer)?.innerText).toBe('Message from the bank: Nicht genehmigt');
  },
);

test('a failure that only the merchant’s server reports has a next step and no message of the bank', async () => {
  const payer = await mount({}, { resolveStatus: () => Promise.resolve({ outcome: 'failed' }) });
  await payer.pays({ number: IN_DOUBT });
  await payer.learns('failed');
  expect(payer.reads()).toContain(NOTHING_TAKEN);
  expect(payer.reads()).toContain('Try another card, or ask your bank.');
  expect(bankMessage(payer)).toBeNull();
});
