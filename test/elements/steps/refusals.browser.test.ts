// @module-tag long
import { expect, test } from 'vitest';
import '../../../src/define.js';
import { canary } from '../watch-leaks.js';
import { answer, errorBody } from '../../../demo/scripted/script.js';
import { gateway } from '../gateway.js';
import { AMOUNT, CODE, PAYS, RECIPIENT, mount } from '../payer.js';
import { records } from '../stored-records.js';

// Spec 7.1, in the forms that gateways of the family send.
const REFUSALS: readonly (readonly [form: string, body: unknown])[] = [
  ['flat', { error_code: 'invalid_params', message: 'no', errors: { credit_card: { number: ['is not a card number'] } } }],
  ['wrapped', { response: { message: 'no', errors: { credit_card: { number: ['is not a card number'] } } } }],
  [
    'with dotted keys',
    { error_code: 'invalid_params', message: 'no', errors: { 'credit_card.number': ['is not a card number'] } },
  ],
  [
    'with a text for the list',
    { error_code: 'invalid_params', message: 'no', errors: { credit_card: { number: 'is not a card number' } } },
  ],
];

test.each(REFUSALS)(
  'a refusal of the transfer that names a field, %s: the form returns with the error at that field, and there is no outcome',
  async (_, body) => {
    gateway.replies.transfer = [answer(422, body)];
    const payer = await mount();
    await payer.pays();
    await expect.element(payer.from('Card number')).toHaveAttribute('aria-invalid', 'true');
    expect(payer.descriptionOf(payer.from('Card number'))).toContain('is not a card number');
    await expect.poll(() => payer.focused()).toBe('Card number');
    await expect.element(payer.from('Card number')).toHaveValue('4200 0000 0000 0000');
    expect(payer.element.step).toBe('details');
    expect(payer.events('checkout-outcome')).toEqual([]);
    // Nothing is left to follow.
    expect(records()).toEqual([]);
    expect(Object.keys(localStorage).join()).toMatch(/^checkout-elements:\S+:withdrawn$/);
  },
);

test.each([
  ['Expiry date', { credit_card: { date: ['is expired'] } }, 'is expired'],
  ['Expiry date', { credit_card: { exp_month: ['is invalid'] } }, 'is invalid'],
  ['Security code', { credit_card: { verification_value: ['is wrong'] } }, 'is wrong'],
] as const)('a refusal at %s by the name %j shows there', async (label, errors, text) => {
  gateway.replies.transfer = [answer(422, { error_code: 'invalid_params', message: 'no', errors })];
  const payer = await mount();
  await payer.pays();
  await expect.element(payer.from(label)).toHaveAttribute('aria-invalid', 'true');
  expect(payer.descriptionOf(payer.from(label))).toContain(text);
});

test('a refusal of the amount shows at the editable amount', async () => {
  gateway.replies.transfer = [answer(422, errorBody({ amount: ['must be an integer'] }))];
  const payer = await mount({ amount: null });
  await payer.fillsCards();
  await payer.fills(payer.amount, '250.00');
  await payer.readsFee();
  await payer.transferButton.click();
  await expect.element(payer.amount).toHaveAttribute('aria-invalid', 'true');
  expect(payer.descriptionOf(payer.amount)).toContain('must be an integer');
});

test.each(['check', 'transfer'] as const)(
  'an amount fixed by the page, refused at the %s: the payer reads who can change it, no press sends it again, and the page gets the error',
  async (kind) => {
    gateway.replies[kind] = [answer(422, errorBody({ amount: ['must be an integer'] }))];
    const payer = await mount({ amount: '150000' });
    await payer.fillsCards();
    if (kind === 'transfer') {
      await payer.readsFee();
      await payer.transferButton.click();
    }
    await payer.sees(payer.alert());
    expect(payer.alert().element().textContent).toMatch(
      /^\s*The bank doesn’t accept this amount\. Nothing was sent\. Only the shop can change it/,
    );
    await expect.element(payer.transferButton).toBeDisabled();
    const posts = gateway.posts.length;
    await payer.element.submit();
    expect(gateway.posts).toHaveLength(posts);
    expect(payer.events('checkout-error').map(({ error }) => error)).toMatchObject([
      {
        code: 'setting_invalid',
        party: 'merchant',
        setting: 'amount',
        message: expect.stringMatching(/150000, which it refused with: must be an integer/),
      },
    ]);

    gateway.replies[kind] = [];
    payer.element.amount = AMOUNT;
    await payer.readsFee();
    expect(payer.alert().elements()).toEqual([]);
    await payer.transferButton.click();
    await payer.learns('successful');
  },
);

test('a refusal of the check shows at its field too', async () => {
  gateway.replies.check = [answer(422, errorBody({ recipient_card: { number: ['is not a card number'] } }))];
  const payer = await mount();
  await payer.fillsCards();
  await expect.element(payer.to('Card number')).toHaveAttribute('aria-invalid', 'true');
  expect(payer.descriptionOf(payer.to('Card number'))).toContain('is not a card number');
});

test.each([
  ['names no field', {}],
  ['is about a limit that an earlier copy may have used up', { amount: ['is over your limit'] }],
])('a refusal that %s leaves the outcome unknown, and the page gets the gateway’s message', async (_, errors) => {
  gateway.replies.transfer = [answer(422, { error_code: 'limit', message: 'The shop is closed today', errors })];
  const payer = await mount();
  await payer.pays();
  await payer.learns('unknown');
  expect(
    payer
      .events('checkout-error')
      .map(({ error }) => error.message)
      .join(),
  ).toContain('The shop is closed today');
});

test('a card number that the gateway repeats in its message is never shown', async () => {
  gateway.replies.transfer = [
    answer(422, {
      error_code: 'no',
      message: `The card ${PAYS} is stolen`,
      errors: { description: ['is empty'] },
    }),
  ];
  const payer = await mount();
  await payer.pays();
  await payer.learns('failed');
  expect(payer.reads()).toContain('is stolen');
});

test.each([
  ['the name on the source card', 'credit_card', 'holder', 'Name on card'],
  ['the recipient’s name', 'recipient_card', 'holder', 'Recipient’s name'],
  ['the recipient’s expiry', 'recipient_card', 'exp_month', 'Expiry date'],
])(
  'refused for %s, which was not asked for before: its field opens with the focus and the bank’s message, and is sent with the next try',
  async (_, section, field, label) => {
    gateway.replies.transfer = [answer(422, errorBody({ [section]: { [field]: ["can't be blank"] } }))];
    const payer = await mount();
    await payer.pays();
    const input = section === 'credit_card' ? payer.from(label) : payer.to(label);
    await payer.sees(input);
    await expect.poll(() => payer.focused()).toBe(label);
    expect(payer.descriptionOf(input)).toBe("Not accepted: can't be blank");
    expect(payer.events('checkout-outcome')).toEqual([]);

    gateway.replies.transfer = [];
    await input.fill(field === 'holder' ? 'ANN LEE' : '11/30');
    canary.keepCode(CODE);
    await payer.from('Security code').fill(CODE);
    // The price is asked for anew, by a press that only shows it.
    await payer.button('Show the fee').click();
    await payer.pressesAgain();
    await payer.learns('successful');
  },
);

test('refused for the number of a saved card: the payer can type another, and reads why', async () => {
  gateway.replies.check = [answer(422, errorBody({ credit_card: { number: ['is not a card number'] } }))];
  const payer = await mount({}, { sourceCard: { token: 'a', brand: 'visa', last_4: '0000' } });
  await payer.fills(payer.to('Card number'), RECIPIENT);
  await payer.sees(payer.from('Card number'));
  expect(payer.descriptionOf(payer.from('Card number'))).toBe('Not accepted: is not a card number');
});
