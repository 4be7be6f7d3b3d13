// @module-tag long
import { expect, test } from 'vitest';
import '../../../src/define.js';
import { catalogues } from '../../../src/locales/catalogues.js';
import { canary } from '../watch-leaks.js';
import { offer } from '../buyer.js';
import { gateway } from '../gateway.js';
import { AMOUNT, CODE, mount, type Payer } from '../payer.js';

const DECLINED = '4005550000000019';
const NO_FUNDS = '4000300000000022';
/** Its job fails with `finished: false`: money may still move. */
const IN_DOUBT = '4000400000000046';

const NOT_CHARGED = 'Your card was not charged.';

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
  expect(text).toContain('There isn’t enough money on this card. Use another one or send less.');
  expect(text).toContain(NOT_CHARGED);
  expect(text).not.toMatch(/insufficient funds|1,250\.00 USD/i);
  expect(bankMessage(payer)).toBeNull();
});

test.each([
  ['nl', 'en', 'Bericht van de bank:\nDeclined: call us before 1 December'],
  ['de', undefined, 'Mitteilung der Bank: Declined: call us before 1 December'],
])('in %s, the bank’s message has the language %s, and a line of its own if it is English', async (language, lang, text) => {
  const payer = await mount({}, { fetch: answering(() => ({ message: 'Declined: call us before 1 December' })) });
  await payer.pays({ number: DECLINED });
  await payer.learns('failed');
  await catalogues.load(language);
  payer.element.language = language;
  await expect.poll(() => bankMessage(payer)?.innerText.trim()).toBe(text);
  expect(bankMessage(payer)!.querySelector('bdi')?.lang).toBe(lang);
});

test('the reason is the second line, in bold; a message of the bank that adds something is smaller, below it', async () => {
  const added = 'Declined: 3-D Secure is off for this card until 1 December';
  const payer = await mount({}, { fetch: answering(() => ({ message: added })) });
  await payer.pays({ number: DECLINED });
  await payer.learns('failed');
  const root = payer.element.shadowRoot!;
  const reason = root.querySelector('[part=reason]')!;
  expect(root.querySelector('.outcome h2')?.nextElementSibling).toBe(reason);
  expect(Number(getComputedStyle(reason).fontWeight)).toBeGreaterThanOrEqual(600);
  expect(root.querySelector('.outcome [part=sum]')).toBeNull();
  const message = bankMessage(payer)!;
  // The hyphen does not let a line end.
  expect(message.innerText).toBe(`Message from the bank: ${added.replace('3-D', '3\u2011D')}`);
  const sizeOf = (element: Element): number => Number.parseFloat(getComputedStyle(element).fontSize);
  expect(sizeOf(message)).toBeLessThan(sizeOf(reason));
});

test.each([
  ['Declined by the issuer', '05'],
  ['Insufficient funds', '51'],
  ['Недостаточно средств на карте', '51'],
  ['3-D Secure authentication was canceled by the cardholder', null],
  ['credit_card.number is invalid', '05'],
  ['Token is unknown', '05'],
  ['creditCard.wallet is unknown', '05'],
])('the bank’s message %j, which says no more than the reason or names parameters, is not shown', async (message, code) => {
  const payer = await mount({}, { fetch: answering(() => ({ message, p2p: { bank_code: code, status: 'failed' } })) });
  await payer.pays({ number: DECLINED });
  await payer.learns('failed');
  expect(bankMessage(payer)).toBeNull();
});

test.each([
  ['51', 'Use another card', 'Try again'],
  ['61', 'Use another card', 'Try again'],
  ['54', 'Use another card', 'Try again'],
  ['57', 'Use another card', 'Try again'],
  ['96', 'Try again', 'Use another card'],
  ['N7', 'Try again', 'Use another card'],
])('after the bank’s code %s the main button is “%s”, and the quiet one “%s”', async (code, main, quiet) => {
  const payer = await mount({}, { fetch: answering(() => ({ message: null, p2p: { bank_code: code, status: 'failed' } })) });
  await payer.pays({ number: DECLINED });
  await payer.learns('failed');
  const buttons = [...payer.element.shadowRoot!.querySelectorAll('.outcome .actions button')];
  expect(buttons.map(({ textContent, className }) => [textContent?.trim(), className])).toEqual([
    [main, ''],
    [quiet, 'quiet'],
  ]);
});

test('“Use another card” leads to the card number, and keeps the recipient', async () => {
  const payer = await mount();
  await payer.pays({ number: NO_FUNDS });
  await payer.learns('failed');
  await payer.button('Use another card').click();
  await expect.poll(() => payer.element.shadowRoot!.activeElement).toBe(payer.from('Card number').element());
  await expect.element(payer.to('Card number')).toHaveValue('4111 1111 1111 1111');
  // What the payer types replaces the old number.
  await payer.types('5');
  await expect.element(payer.from('Card number')).toHaveValue('5');
});

test('with a saved card, “Use another card” leads to the list, where an arrow key opens the fields', async () => {
  const sourceCard = {
    token: gateway.ledger.save({ pan: NO_FUNDS, exp_month: '12', exp_year: '2030' }),
    brand: 'visa',
    last_4: '0022',
  };
  const payer = await mount({}, { sourceCard });
  await payer.fills(payer.to('Card number'), '4111111111111111');
  canary.keepCode(CODE);
  await payer.from('Security code').fill(CODE);
  await payer.readsFee();
  await payer.transferButton.click();
  await payer.learns('failed');
  await payer.button('Use another card').click();
  await expect.poll(() => payer.focused()).toMatch(/^Visa ••••\s0022/);
  await payer.types('{ArrowDown}');
  await payer.sees(payer.from('Card number'));
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
  expect(payer.reads()).toContain('There isn’t enough money on this card. Use another one.');
  expect(payer.reads()).not.toContain('send less');
});

test.each([
  ['cup', 'You weren’t charged 19.99 USD.'],
  ['held', 'Nothing is reserved on your card.'],
] as const)('after a declined payment for “%s” the payer reads that the card was not charged', async (name, words) => {
  const buyer = await offer(name);
  await buyer.pays({ number: NO_FUNDS });
  await buyer.learns('failed');
  expect(buyer.reads()).toContain(words);
  expect(buyer.reads()).toContain('There isn’t enough money on this card. Use another one.');
  expect(bankMessage(buyer)).toBeNull();
});

test('an outcome that is not final promises nothing, and offers no other card', async () => {
  const payer = await mount();
  await payer.pays({ number: IN_DOUBT });
  await payer.learns('unknown');
  expect(payer.reads()).not.toMatch(/not charged|another card|Message from the bank/);
});

test('a success shows no “not charged” and no message from the bank', async () => {
  const payer = await mount();
  await payer.pays();
  await payer.learns('successful');
  expect(payer.reads()).not.toMatch(/not charged|Message from the bank/);
});

test('a failure whose bank part succeeded is unknown, and promises nothing', async () => {
  const fetch = answering(({ p2p }) => ({ p2p: { ...(p2p as object), status: 'successful' } }));
  const payer = await mount({}, { fetch });
  await payer.pays({ number: DECLINED });
  await payer.learns('unknown');
  expect(payer.reads()).toContain('Please don’t pay again.');
  expect(payer.reads()).not.toContain(NOT_CHARGED);
});

test.each([
  [{}, 'Use another card, or ask your bank.', 'Go back to the shop'],
  // With the merchant's own tracking-id, no other try is offered.
  [{ 'tracking-id': 'fixed' }, 'Go back to the shop to start again.', 'Use another card'],
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
  expect(payer.reads()).toContain(NOT_CHARGED);
  expect(payer.reads()).toContain('Use another card, or ask your bank.');
  expect(bankMessage(payer)).toBeNull();
});
