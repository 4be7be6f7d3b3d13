import { expect, test } from 'vitest';
import '../../../../src/define.js';
import { canary } from '../../watch-leaks.js';
import { gateway } from '../../gateway.js';
import { AMOUNT, CODE, mount, shown } from '../../payer.js';
import { records } from '../../stored-records.js';

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

test('Enter in an empty field reports no errors at other fields', async () => {
  const payer = await mount({ amount: null });
  (payer.amount.element() as HTMLInputElement).focus();
  await payer.types('{Enter}{Enter}{Enter}{Enter}');
  const last = payer.to('Card number').element() as HTMLInputElement;
  expect(payer.element.shadowRoot?.activeElement).toBe(last);
  expect(payer.element.shadowRoot?.querySelectorAll('[part=error]')).toHaveLength(0);
  expect(last.enterKeyHint).toBe('go');
  await payer.types('{Enter}');
  await payer.sees(payer.text('Enter the card number.'));
});

test('a success shows what was sent where, and its reference, in text and in the event', async () => {
  const payer = await mount();
  await payer.pays();
  await payer.learns('successful');
  const [outcome, ...others] = payer.events('checkout-outcome');
  expect(others).toEqual([]);
  expect(outcome).toMatchObject({ outcome: 'successful', final: true });
  expect(outcome?.transaction).toMatchObject({
    status: 'successful',
    amount: AMOUNT,
    currency: 'USD',
    recipient_card: { last_4: '1111' },
  });
  await payer.text('Details').click();
  const text = payer.reads();
  expect(text).toContain(`${shown(AMOUNT)} was sent to the card ending in 1111.`);
  for (const quotable of [outcome?.trackingId, outcome?.transaction?.uid, outcome?.transaction?.p2p?.billing_descriptor]) {
    expect(quotable).toBeTruthy();
    expect(text).toContain(quotable);
  }
  await expect.element(payer.text('Receipt')).toHaveAttribute('href', outcome?.transaction?.receipt_url);
  expect(payer.element.outcome).toBe('successful');
  for (const input of payer.element.shadowRoot?.querySelectorAll('input') ?? []) expect(input.value).toBe('');
});

test('after a decline the fields keep their input except the security code, the button counts down, and the next attempt has a new id', async () => {
  const payer = await mount();
  await payer.pays({ number: DECLINED });
  await payer.learns('failed');
  expect(payer.reads()).toContain('Your bank declined this card.');
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
  const wait = payer.button(/^You can try this card again in (2\d|30) s\. Another card works now\.$/);
  await expect.element(wait).toBeDisabled();
  const before = wait.element().textContent;
  await expect
    .poll(() => payer.button(/^You can try this card again in/).element().textContent, { timeout: 5000 })
    .not.toBe(before);

  // Neither Enter nor a script bypasses the wait, with a complete form.
  canary.keepCode(CODE);
  await payer.from('Security code').fill(CODE);
  await payer.readsFee();
  await payer.types('{Enter}{Enter}');
  await payer.element.submit();
  expect(gateway.of('transfer')).toHaveLength(1);
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
  await expect.poll(() => records().length).toBe(1);
  payer.element.cancel();
  await payer.learns('unknown');
  expect(payer.events('checkout-cancel')).toHaveLength(1);
  expect(payer.events('checkout-outcome')).toMatchObject([{ outcome: 'unknown', final: false }]);
});

test('a second press, or submit() by a script, during a payment sends nothing more', async () => {
  const payer = await mount();
  await payer.fillsCards();
  await payer.readsFee();
  await Promise.all([payer.element.submit(), payer.element.submit(), payer.element.submit()]);
  await payer.learns('successful');
  expect(gateway.of('transfer')).toHaveLength(1);
});

test('a uid that cannot be an id is not shown, but the outcome is', async () => {
  const odd = 'YOUR CARD WAS BLOCKED. Call +1 217 555 0100';
  const payer = await mount(
    {},
    {
      fetch: async (url, init) => {
        const response = await gateway.fetch(url, init);
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
