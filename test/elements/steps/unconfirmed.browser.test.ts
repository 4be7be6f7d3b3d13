import { expect, test } from 'vitest';
import '../../../src/define.js';
import { gateway, sent } from '../gateway.js';
import { AMOUNT, CODE, mount, OTHER_AMOUNT, PAYS, type Payer, RECIPIENT, shown } from '../payer.js';
import { ageRecords } from '../stored-records.js';

/** A card that its bank asks about. */
const CHALLENGED = '4012000000001097';
const NOT_CONFIRMED =
  'Your bank hasn’t confirmed this transfer yet. If you confirmed it, wait here. If you didn’t, it isn’t sent.';
const STARTED = 'You started this transfer. If you confirmed it with your bank, it may still go through.';

/** Moves the time of every record back, so that the gateway takes an equal payment again. */
const letTimePass = (): void => ageRecords(40_000);

/** A payer whom the element would take to the bank's page now. */
async function leaving(attributes: Record<string, string | null> = {}): Promise<Payer> {
  const payer = await mount(attributes);
  if (attributes['amount'] === null) await payer.fills(payer.amount, '1,250.00');
  await payer.pays({ number: CHALLENGED });
  await payer.sees(payer.heading('Confirm with your bank'));
  return payer;
}

/** A payer who is back from the bank's page on a new page, before they confirmed. */
async function back(attributes: Record<string, string | null> = {}): Promise<Payer> {
  const left = await leaving(attributes);
  left.element.remove();
  const payer = await mount(attributes);
  await payer.sees(payer.text(NOT_CONFIRMED));
  return payer;
}

test('back from the bank without a confirmation, the payer reads that, goes on at the bank or changes something, and is asked before they pay again', async () => {
  const payer = await back();
  await expect.element(payer.button('Continue to your bank')).toBeVisible();
  expect(payer.buttons()).not.toContain('Leave and check later');
  letTimePass();
  await payer.button('Change something').click();
  await payer.sees(payer.text(STARTED));
  expect(payer.reads()).toContain(`Unfinished transfer of ${shown(AMOUNT)}`);
  expect(payer.reads()).not.toContain('Please don’t pay again.');
  expect(payer.events('checkout-outcome')).toEqual([]);

  payer.element.setAttribute('amount', String(OTHER_AMOUNT));
  await payer.pays();
  await expect.poll(() => payer.reads().split(STARTED)).toHaveLength(3);
  expect(sent('transfer')).toHaveLength(1);
  await payer.pressesAgain();
  await payer.learns('successful');
  expect(sent('transfer')).toHaveLength(2);
});

test('where the page stays, the form has everything but the code', async () => {
  const payer = await leaving();
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  await payer.sees(payer.text(NOT_CONFIRMED));
  await payer.button('Change something').click();
  await expect.element(payer.from('Security code')).toHaveValue('');
  expect(payer.element.shadowRoot?.activeElement).not.toBeNull();
  const digits = (input: Element): string => (input as HTMLInputElement).value.replaceAll(/\D/g, '');
  expect(digits(payer.from('Card number').element())).toBe(CHALLENGED);
  expect(digits(payer.to('Card number').element())).toBe(RECIPIENT);
  expect(payer.reads()).not.toContain(CODE);
});

test('the gateway’s answer wins: a payment that was put aside and went through is told above the form', async () => {
  const payer = await back();
  await payer.button('Change something').click();
  await payer.sees(payer.text(STARTED));
  await gateway.confirm(String(gateway.transactions[0]?.['uid']));
  await payer.sees(payer.text(/^Your transfer of .* went through\./));
  expect(payer.reads()).not.toContain(STARTED);
});

test('after a redirect the form has what is no card data: the sum that was typed, and the recipient’s mask', async () => {
  const payer = await back({ amount: null });
  await payer.button('Change something').click();
  await expect.element(payer.amount).toHaveValue('1,250.00');
  await payer.sees(payer.text(/^You were sending to Visa •••• 1111\./));
  await expect.element(payer.to('Card number')).toHaveValue('');
});

test.each([
  ['are chosen again', 'Mum', true],
  ['are left to the payer where the list has another name for them', 'Dad', false],
])('after a redirect the saved cards of the payment %s', async (_, label, isChosen) => {
  const saved = (pan: string, last_4: string, more: object = {}) => ({
    token: gateway.ledger.save({ pan, exp_month: '12', exp_year: '2030' }),
    brand: 'visa',
    last_4,
    ...more,
  });
  const own = saved(CHALLENGED, '1097');
  const other = saved(PAYS, '0000');
  const theirs = saved(RECIPIENT, '1111', { label: 'Mum' });
  const lists = { savedCards: [other, own], savedRecipients: [theirs] };
  const left = await mount({}, { ...lists, sourceCard: own, recipientCard: theirs });
  await left.fills(left.from('Security code'), CODE);
  await left.readsFee();
  await left.transferButton.click();
  await left.sees(left.heading('Confirm with your bank'));
  left.element.remove();

  // The page supplies the tokens again, and chooses none.
  const payer = await mount({}, { ...lists, savedRecipients: [{ ...theirs, label }] });
  await payer.sees(payer.text(NOT_CONFIRMED));
  await payer.button('Change something').click();
  await payer.sees(payer.from('Security code'));
  const chosen = (): string[] =>
    [...payer.element.shadowRoot!.querySelectorAll('.choice:has(:checked) .which')].map((each) =>
      each.textContent.trim().replaceAll(/\s+/g, ' '),
    );
  await expect.poll(chosen).toEqual([expect.stringMatching(/1097/), ...(isChosen ? [expect.stringMatching(/Mum.*1111/)] : [])]);
});
