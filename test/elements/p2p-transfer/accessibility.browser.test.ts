import axe from 'axe-core';
import { expect, test } from 'vitest';
import '../../../src/define.js';
import { mount, type Payer } from '../payer.js';

/** The violations that axe finds in the element now. */
async function violations({ element }: Payer): Promise<string[]> {
  const { violations: found } = await axe.run(element);
  return found.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`));
}

const never = (): Promise<Response> => new Promise(() => undefined);

test('axe finds nothing in the empty form, with errors, and with the fee', async () => {
  const payer = await mount();
  expect(await violations(payer)).toEqual([]);
  await payer.transferButton.click();
  await payer.sees(payer.text('Enter the card number.').first());
  expect(await violations(payer)).toEqual([]);
  await payer.fillsCards();
  await payer.readsFee();
  expect(await violations(payer)).toEqual([]);
});

test('axe finds nothing with an editable amount and fields that the gateway asked for', async () => {
  const payer = await mount({ amount: null });
  await payer.fillsCards({ number: '4000100000000083' });
  await payer.fills(payer.amount, '1,234.50');
  await payer.sees(payer.to('Recipient’s name'));
  expect(await violations(payer)).toEqual([]);
});

test('axe finds nothing while the transfer is on its way', async () => {
  const payer = await mount();
  await payer.fillsCards();
  await payer.readsFee();
  payer.element.fetch = never;
  await payer.transferButton.click();
  await payer.sees(payer.heading(/^Sending/));
  expect(await violations(payer)).toEqual([]);
  payer.element.cancel();
});

test('axe finds nothing on the way to the bank', async () => {
  const payer = await mount();
  await payer.pays({ number: '4012000000001097' });
  await payer.sees(payer.heading('Confirm with your bank'));
  expect(payer.element.step).toBe('authentication');
  expect(await violations(payer)).toEqual([]);
  payer.element.cancel();
});

test.each([
  ['successful', '4200000000000000'],
  ['failed', '4005550000000019'],
  ['unknown', '4000400000000046'],
] as const)('axe finds nothing in the outcome %s', async (outcome, number) => {
  const payer = await mount();
  await payer.pays({ number });
  await payer.learns(outcome);
  expect(payer.element.outcome).toBe(outcome);
  expect(await violations(payer)).toEqual([]);
});

test('axe finds nothing in the developer’s messages when the element is not set up', async () => {
  const payer = await mount({ currency: null, 'public-key': null });
  await payer.sees(payer.alert());
  expect(await violations(payer)).toEqual([]);
});
