import { expect, test } from 'vitest';
import '../../../src/define.js';
import { gateway, holdJobs } from '../gateway.js';
import { PAYS, mount, type Payer } from '../payer.js';
import { records } from '../stored-records.js';

/** An element in a merchant's own form, as its `transfer` field. */
async function inForm(): Promise<{ payer: Payer; form: HTMLFormElement }> {
  const payer = await mount({ name: 'transfer' });
  const form = document.createElement('form');
  document.body.append(form);
  form.append(payer.element);
  await payer.element.updateComplete;
  return { payer, form };
}

test('the form’s data contains the transaction’s uid once it is known, and never card data', async () => {
  const { payer, form } = await inForm();
  expect(payer.element.form).toBe(form);
  await payer.fillsCards();
  expect([...new FormData(form)]).toEqual([]);
  await payer.readsFee();
  await payer.transferButton.click();
  await payer.learns('successful');
  const uid = payer.events('checkout-outcome')[0]?.transaction?.uid;
  expect(uid).toBeTruthy();
  expect([...new FormData(form)]).toEqual([['transfer', uid]]);
});

test('the form is invalid before the transfer is made, filled in or not, and Enter in a card field does not submit it', async () => {
  const { payer, form } = await inForm();
  const submitted: Event[] = [];
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    submitted.push(event);
  });
  expect(form.checkValidity()).toBe(false);
  expect(payer.element.validity.valueMissing).toBe(true);
  (payer.to('Card number').element() as HTMLElement).focus();
  await payer.types('{Enter}');
  await expect.element(payer.from('Card number')).toHaveAttribute('aria-invalid', 'true');
  expect(submitted).toEqual([]);
  await payer.fillsCards();
  await payer.readsFee();
  expect(form.checkValidity()).toBe(false);
  await expect.poll(() => payer.element.reportValidity()).toBe(false);
  expect(payer.element.matches(':invalid')).toBe(true);
  await payer.transferButton.click();
  await payer.learns('successful');
  await expect.poll(() => form.checkValidity()).toBe(true);
  form.requestSubmit();
  expect(submitted).toHaveLength(1);
});

test.each(['p2p-transfer', 'product-pay'])('a form with <%s> is invalid even before the element is drawn', (tag) => {
  const form = document.createElement('form');
  form.append(document.createElement(tag));
  document.body.append(form);
  expect(form.checkValidity()).toBe(false);
  form.remove();
});

test('the form is invalid while the outcome is unknown', async () => {
  gateway.replies.transfer = [new Response('<h1>?</h1>')];
  const { payer, form } = await inForm();
  await payer.pays();
  await payer.learns('unknown');
  expect(form.checkValidity()).toBe(false);
});

test('reportValidity reports at the fields what is missing and focuses the first', async () => {
  const payer = await mount();
  expect(payer.element.reportValidity()).toBe(false);
  await expect.element(payer.from('Card number')).toHaveAttribute('aria-invalid', 'true');
  await expect.poll(() => payer.focused()).toBe('Card number');
});

test('the form’s reset empties the fields', async () => {
  const { payer, form } = await inForm();
  await payer.fillsCards();
  await payer.readsFee();
  form.reset();
  for (const input of payer.element.shadowRoot?.querySelectorAll('input') ?? []) expect(input.value).toBe('');
  expect(payer.element.quote?.status).toBe('none');
});

test('the form’s reset does not end a payment in flight', async () => {
  const release = holdJobs();
  const { payer, form } = await inForm();
  await payer.pays();
  await payer.sees(payer.heading(/^Sending/));
  form.reset();
  expect(payer.element.step).toBe('transferring');
  release();
  await payer.learns('successful');
});

test('the form’s reset after the outcome brings back an empty form, and removes the uid from the data', async () => {
  const { payer, form } = await inForm();
  await payer.pays();
  await payer.learns('successful');
  form.reset();
  await expect.element(payer.transferButton).toBeVisible();
  expect([...new FormData(form)]).toEqual([]);
});

test('removing the element does not end a payment in flight: its record gets the outcome', async () => {
  const release = holdJobs();
  const payer = await mount();
  await payer.fillsCards();
  await payer.readsFee();
  await payer.transferButton.click();
  await payer.sees(payer.heading(/^Sending/));
  payer.element.remove();
  release();
  await expect.poll(() => records()[0]?.phase, { timeout: 8000 }).toBe('ended');
  expect(records()[0]?.uid).toBeTruthy();
  expect(gateway.of('transfer')).toHaveLength(1);
});

test('an element that is removed before the press makes no further requests with its input', async () => {
  const payer = await mount();
  await payer.fills(payer.from('Card number'), PAYS);
  payer.element.remove();
  expect(gateway.posts).toEqual([]);
});
