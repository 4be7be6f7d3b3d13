import { expect, test } from 'vitest';
import '../../../src/define.js';
import { canary } from '../watch-test.js';
import { CHECK, CODE, freshAmount, Line, mount, PAYS, RECIPIENT, shown, TRANSFER } from '../payer.js';

const DECLINED = '4005550000000019';
/** Its job fails with `finished: false`: money may still move. */
const IN_DOUBT = '4000400000000046';

test('Enter leads from field to field, and from the last one submits', async () => {
  const payer = await mount();
  await payer.fillsCards();
  await payer.readsFee();
  (payer.from('Card number').element() as HTMLInputElement).focus();
  const hints: string[] = [];
  for (const label of ['Card number', 'Expiry date', 'Security code', 'Card number']) {
    expect(payer.focused()).toBe(label);
    hints.push((payer.element.shadowRoot!.activeElement as HTMLInputElement).enterKeyHint);
    expect(payer.element.step).toBe('details');
    await payer.types('{Enter}');
  }
  expect(hints).toEqual(['next', 'next', 'next', 'go']);
  await payer.learns('successful');
});

test('Enter in an empty field complains of no other field', async () => {
  const payer = await mount({ amount: null });
  (payer.from('Card number').element() as HTMLInputElement).focus();
  await payer.types('{Enter}{Enter}{Enter}{Enter}');
  expect(payer.focused()).toBe('Amount');
  expect(payer.element.shadowRoot?.querySelectorAll('[part=error]')).toHaveLength(0);
  expect((payer.amount.element() as HTMLInputElement).enterKeyHint).toBe('go');
  await payer.types('{Enter}');
  await payer.sees(payer.text('Enter the card number.'));
});

test('a success shows what was sent where, and its reference, in text and in the event', async () => {
  const amount = freshAmount();
  const payer = await mount({ amount: String(amount) });
  await payer.pays();
  await payer.learns('successful');
  const [outcome, ...others] = payer.events('checkout-outcome');
  expect(others).toEqual([]);
  expect(outcome).toMatchObject({ outcome: 'successful', final: true });
  expect(outcome?.transaction).toMatchObject({
    status: 'successful',
    amount,
    currency: 'USD',
    recipient_card: { last_4: '1111' },
  });
  await payer.text('Details').click();
  const text = payer.reads();
  expect(text).toContain(`${shown(amount)} was sent to the card ending in 1111.`);
  for (const quotable of [outcome?.trackingId, outcome?.transaction?.uid, outcome?.transaction?.p2p?.billing_descriptor]) {
    expect(quotable).toBeTruthy();
    expect(text).toContain(quotable);
  }
  await expect.element(payer.text('Receipt')).toHaveAttribute('href', outcome?.transaction?.receipt_url);
  expect(payer.element.outcome).toBe('successful');
  for (const input of payer.element.shadowRoot?.querySelectorAll('input') ?? []) expect(input.value).toBe('');
});

test('the outcome takes the focus from the removed button', async () => {
  const payer = await mount();
  await payer.pays();
  await payer.learns('successful');
  expect(payer.focused()).toBe('Transfer complete');
});

test('after a decline the fields keep their input except the security code, the button counts down, and the next attempt has a new id', async () => {
  const line = new Line();
  const payer = await mount({}, { fetch: line.fetch });
  await payer.pays({ number: DECLINED });
  await payer.learns('failed');
  expect(payer.reads()).toContain('Declined by the issuer');
  expect(payer.events('checkout-outcome')[0]).toMatchObject({
    outcome: 'failed',
    final: true,
    transaction: { status: 'failed' },
  });

  await payer.button('Try again').click();
  await expect.element(payer.from('Card number')).toHaveValue('4005 5500 0000 0019');
  await expect.element(payer.from('Expiry date')).toHaveValue('12 / 30');
  await expect.element(payer.to('Card number')).toHaveValue('4111 1111 1111 1111');
  await expect.element(payer.from('Security code')).toHaveValue('');
  const wait = payer.button(/^Try again in (2\d|30) s \(this prevents paying twice\)$/);
  await expect.element(wait).toBeDisabled();
  const before = wait.element().textContent;
  await expect.poll(() => payer.button(/^Try again in/).element().textContent, { timeout: 5000 }).not.toBe(before);

  // Neither Enter nor a script bypasses the wait, with a complete form.
  canary.keepCode(CODE);
  await payer.from('Security code').fill(CODE);
  await payer.readsFee();
  await payer.types('{Enter}{Enter}');
  await payer.element.submit();
  expect(line.posts.filter((path) => path === TRANSFER)).toHaveLength(1);
  expect(payer.element.step).toBe('details');
});

test('after a decline with the merchant’s tracking-id, another attempt is offered only once the page changes it', async () => {
  const payer = await mount({ 'tracking-id': `fixed-${crypto.randomUUID()}` });
  await payer.pays({ number: DECLINED });
  await payer.learns('failed');
  expect(payer.events('checkout-outcome')[0]?.trackingId).toMatch(/^fixed-/);
  expect(payer.button('Try again').elements()).toEqual([]);
  payer.element.setAttribute('tracking-id', `next-${crypto.randomUUID()}`);
  await payer.sees(payer.button('Try again'));
});

test('an unknown outcome warns not to pay again and is reported once; after another check, one final outcome follows', async () => {
  const payer = await mount();
  await payer.pays({ number: IN_DOUBT });
  await payer.learns('unknown');
  const [first] = payer.events('checkout-outcome');
  expect(first).toMatchObject({ outcome: 'unknown', final: false });
  expect(payer.reads()).toContain(first?.trackingId);
  expect(payer.reads()).not.toMatch(/declined|failed|didn’t go through/i);
  expect(payer.button(/^(Try again|Transfer)/).elements()).toEqual([]);

  const asked: (string | undefined)[] = [];
  payer.element.resolveStatus = ({ trackingId }) => {
    asked.push(trackingId);
    return Promise.resolve({ outcome: 'unknown' });
  };
  await payer.button('Check again').click();
  await expect.poll(() => asked).toEqual([first?.trackingId]);
  await payer.learns('unknown');
  expect(payer.events('checkout-outcome')).toHaveLength(1);

  payer.element.resolveStatus = () => Promise.resolve({ outcome: 'successful' });
  await payer.button('Check again').click();
  await payer.learns('successful');
  expect(payer.events('checkout-outcome').map(({ outcome, final }) => [outcome, final])).toEqual([
    ['unknown', false],
    ['successful', true],
  ]);
});

test('cancel() stops the waiting, not the payment: the outcome is unknown', async () => {
  const payer = await mount();
  await payer.pays({ number: '4000400000000020' });
  await payer.sees(payer.heading(/^Sending/));
  await expect.poll(() => Object.keys(localStorage).length).toBe(1);
  payer.element.cancel();
  await payer.learns('unknown');
  expect(payer.events('checkout-cancel')).toHaveLength(1);
  expect(payer.events('checkout-outcome')).toMatchObject([{ outcome: 'unknown', final: false }]);
});

test('a second press, or submit() by a script, during a payment sends nothing more', async () => {
  const line = new Line();
  const payer = await mount({}, { fetch: line.fetch });
  await payer.fillsCards();
  await payer.readsFee();
  await Promise.all([payer.element.submit(), payer.element.submit(), payer.element.submit()]);
  await payer.learns('successful');
  expect(line.posts.filter((path) => path === TRANSFER)).toHaveLength(1);
});

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
    const line = new Line();
    line.answerJson(TRANSFER, 422, body);
    const payer = await mount({}, { fetch: line.fetch });
    await payer.pays();
    await expect.element(payer.from('Card number')).toHaveAttribute('aria-invalid', 'true');
    expect(payer.descriptionOf(payer.from('Card number'))).toContain('is not a card number');
    await expect.poll(() => payer.focused()).toBe('Card number');
    await expect.element(payer.from('Card number')).toHaveValue('4200 0000 0000 0000');
    expect(payer.element.step).toBe('details');
    expect(payer.events('checkout-outcome')).toEqual([]);
    expect(Object.keys(localStorage)).toEqual([]);
  },
);

test.each([
  ['Expiry date', { credit_card: { date: ['is expired'] } }, 'is expired'],
  ['Expiry date', { credit_card: { exp_month: ['is invalid'] } }, 'is invalid'],
  ['Security code', { credit_card: { verification_value: ['is wrong'] } }, 'is wrong'],
] as const)('a refusal at %s by the name %j shows there', async (label, errors, text) => {
  const line = new Line();
  line.answerJson(TRANSFER, 422, { error_code: 'invalid_params', message: 'no', errors });
  const payer = await mount({}, { fetch: line.fetch });
  await payer.pays();
  await expect.element(payer.from(label)).toHaveAttribute('aria-invalid', 'true');
  expect(payer.descriptionOf(payer.from(label))).toContain(text);
});

test('a refusal of the amount shows at the editable amount', async () => {
  const line = new Line();
  line.answerJson(TRANSFER, 422, { error_code: 'invalid_params', message: 'no', errors: { amount: ['must be smaller'] } });
  const payer = await mount({ amount: null }, { fetch: line.fetch });
  await payer.fillsCards();
  await payer.fills(payer.amount, '250.00');
  await payer.readsFee();
  await payer.transferButton.click();
  await expect.element(payer.amount).toHaveAttribute('aria-invalid', 'true');
  expect(payer.descriptionOf(payer.amount)).toContain('must be smaller');
});

test.each([
  ['check', CHECK],
  ['transfer', TRANSFER],
])(
  'an amount fixed by the page, refused at the %s: the payer reads who can change it, no press sends it again, and the page gets the error',
  async (_, path) => {
    const line = new Line();
    line.answerJson(path, 422, { error_code: 'invalid_params', message: 'no', errors: { amount: ['must be smaller'] } });
    const payer = await mount({ amount: '150000' }, { fetch: line.fetch });
    await payer.fillsCards();
    if (path === TRANSFER) {
      await payer.readsFee();
      await payer.transferButton.click();
    }
    await payer.sees(payer.alert());
    expect(payer.alert().element().textContent).toMatch(
      /amount: must be smaller\. Nothing was sent\. Only the shop can change it/,
    );
    await expect.element(payer.transferButton).toBeDisabled();
    const posts = line.posts.length;
    await payer.element.submit();
    expect(line.posts).toHaveLength(posts);
    expect(payer.events('checkout-error').map(({ error }) => error)).toMatchObject([
      {
        code: 'setting_invalid',
        party: 'merchant',
        setting: 'amount',
        message: expect.stringMatching(/150000, which it refused with: must be smaller/),
      },
    ]);

    line.answer(path, undefined);
    payer.element.amount = freshAmount();
    await payer.readsFee();
    expect(payer.alert().elements()).toEqual([]);
    await payer.transferButton.click();
    await payer.learns('successful');
  },
);

test('a refusal of the check shows at its field too', async () => {
  const line = new Line();
  line.answerJson('/ctp/api/async/verify-p2p', 422, {
    error_code: 'invalid_params',
    message: 'no',
    errors: { recipient_card: { number: ['is not a card number'] } },
  });
  const payer = await mount({}, { fetch: line.fetch });
  await payer.fillsCards();
  await expect.element(payer.to('Card number')).toHaveAttribute('aria-invalid', 'true');
  expect(payer.descriptionOf(payer.to('Card number'))).toContain('is not a card number');
});

test.each([
  ['names no field', {}],
  ['is about a limit that an earlier copy may have used up', { amount: ['is over your limit'] }],
])('a refusal that %s leaves the outcome unknown, and the page gets the gateway’s message', async (_, errors) => {
  const line = new Line();
  line.answerJson(TRANSFER, 422, { error_code: 'limit', message: 'The shop is closed today', errors });
  const payer = await mount({}, { fetch: line.fetch });
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
  const line = new Line();
  line.answerJson(TRANSFER, 422, {
    error_code: 'no',
    message: `The card ${PAYS} is stolen`,
    errors: { description: ['is empty'] },
  });
  const payer = await mount({}, { fetch: line.fetch });
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
    const line = new Line();
    line.answerJson(TRANSFER, 422, {
      error_code: 'invalid_params',
      message: 'no',
      errors: { [section]: { [field]: ["can't be blank"] } },
    });
    const payer = await mount({}, { fetch: line.fetch });
    await payer.pays();
    const input = section === 'credit_card' ? payer.from(label) : payer.to(label);
    await payer.sees(input);
    await expect.poll(() => payer.focused()).toBe(label);
    expect(payer.descriptionOf(input)).toBe("Not accepted: can't be blank");
    expect(payer.events('checkout-outcome')).toEqual([]);

    line.answer(TRANSFER, undefined);
    await input.fill(field === 'holder' ? 'ANN LEE' : '11/30');
    canary.keepCode(CODE);
    await payer.from('Security code').fill(CODE);
    await payer.transferButton.click();
    await payer.learns('successful');
  },
);

test('refused for the number of a saved card: the payer can type another, and reads why', async () => {
  const line = new Line();
  line.answerJson(CHECK, 422, {
    error_code: 'invalid_params',
    message: 'no',
    errors: { credit_card: { number: ['is not a card number'] } },
  });
  const payer = await mount({}, { fetch: line.fetch, sourceCard: { token: 'a', brand: 'visa', last_4: '0000' } });
  await payer.fills(payer.to('Card number'), RECIPIENT);
  await payer.sees(payer.from('Card number'));
  expect(payer.descriptionOf(payer.from('Card number'))).toBe('Not accepted: is not a card number');
});

test('a uid that cannot be an id is not shown, but the outcome is', async () => {
  const odd = 'YOUR CARD WAS BLOCKED. Call +1 217 555 0100';
  const payer = await mount(
    {},
    {
      fetch: async (url, init) => {
        const response = await fetch(url, init);
        return url.includes('/jobs/')
          ? new Response((await response.text()).replaceAll(/"uid":"[^"]*"/g, `"uid":"${odd}"`), response)
          : response;
      },
    },
  );
  await payer.pays();
  await payer.learns('successful');
  expect(payer.reads()).toMatch(/Reference/);
  expect(payer.reads()).not.toMatch(/BLOCKED|Transaction/);
  expect(payer.events('checkout-outcome')).toMatchObject([{ outcome: 'successful', transaction: { uid: odd } }]);
});
