import { expect, test } from 'vitest';
import '../../../src/define.js';
import { offer } from '../buyer.js';
import { gateway, holdJobs } from '../gateway.js';
import { mount } from '../payer.js';
import { mountSlotted } from '../slotted.js';

/** The two ways in which HTML disables a control. */
const WAYS = {
  'a fieldset around it': (element: HTMLElement) => {
    const fieldset = document.createElement('fieldset');
    element.replaceWith(fieldset);
    fieldset.append(element);
    return (isDisabled: boolean) => (fieldset.disabled = isDisabled);
  },
  'its own attribute': (element: HTMLElement) => (isDisabled: boolean) => element.toggleAttribute('disabled', isDisabled),
} as const;

const ways = Object.entries(WAYS);

/** Everything in an element that the payer can type into or press, before a payment. */
function controlsOf(element: HTMLElement): HTMLElement[] {
  const all = [element.shadowRoot!, element].flatMap((root) => [
    ...root.querySelectorAll<HTMLElement>('input, select, button, a.button'),
  ]);
  expect(all.length).toBeGreaterThan(0);
  return all.filter((each) => each.checkVisibility());
}

/** Whether a screen reader calls it disabled, and neither a key nor a pointer reaches it. */
const isOff = (control: HTMLElement): boolean =>
  control.matches(':disabled') || (control.ariaDisabled === 'true' && !control.hasAttribute('href'));

test.each(ways.flatMap(([name, way]) => [[name, 'shadow', way] as const, [name, 'slot', way] as const]))(
  'a transfer that %s disables, with fields="%s", does nothing, and works with what was typed once it is enabled',
  async (_, fields, way) => {
    const payer = await (fields === 'slot' ? mountSlotted : mount)({ 'save-card': '' });
    const setDisabled = way(payer.element);
    await payer.element.updateComplete;
    await payer.fillsCards();
    await payer.readsFee();
    setDisabled(true);
    await payer.element.updateComplete;
    expect(controlsOf(payer.element).filter((control) => !isOff(control))).toEqual([]);
    expect(payer.element.matches(':disabled')).toBe(true);
    (payer.transferButton.element() as HTMLElement).click();
    await payer.element.submit();
    expect(payer.element.reportValidity()).toBe(true);
    expect(payer.events('checkout-submit')).toEqual([]);
    expect(gateway.of('transfer')).toEqual([]);
    setDisabled(false);
    await payer.element.updateComplete;
    expect(controlsOf(payer.element).filter(isOff)).toEqual([]);
    await payer.transferButton.click();
    await payer.learns('successful');
  },
);

test.each(ways)('a product that %s disables does nothing, and works with what was typed once it is enabled', async (_, way) => {
  const buyer = await offer('cup', { 'visible-fields': 'email country' });
  const setDisabled = way(buyer.element);
  await buyer.sees(buyer.payButton);
  await buyer.fillsCard();
  await buyer.field('Email').fill('ann@example.org');
  await buyer.field('Country').selectOptions('DE');
  setDisabled(true);
  await buyer.element.updateComplete;
  expect(controlsOf(buyer.element).filter((control) => !isOff(control))).toEqual([]);
  (buyer.payButton.element() as HTMLElement).click();
  await buyer.element.pay();
  expect(gateway.of('transfer')).toEqual([]);
  setDisabled(false);
  await buyer.element.updateComplete;
  await buyer.payButton.click();
  await buyer.learns('successful');
});

test.each(ways)('a payment link that %s disables leads nowhere', async (_, way) => {
  const buyer = await offer('cup', { mode: 'link' });
  const setDisabled = way(buyer.element);
  setDisabled(true);
  await buyer.element.updateComplete;
  expect(controlsOf(buyer.element).filter((control) => !isOff(control))).toEqual([]);
  await buyer.element.pay();
  expect(buyer.events('checkout-redirect')).toEqual([]);
});

test.each(ways)('a plan that %s disables leads nowhere', async (_, way) => {
  const element = document.createElement('plan-subscribe');
  Object.assign(element, { baseUrl: 'https://gateway.example', planId: 'pln_1' });
  document.body.append(element);
  const setDisabled = way(element);
  let left = 0;
  element.addEventListener('checkout-redirect', (event) => {
    event.preventDefault();
    left += 1;
  });
  setDisabled(true);
  element.subscribe();
  await element.updateComplete;
  expect(controlsOf(element).map(isOff)).toEqual([true]);
  element.subscribe();
  await element.updateComplete;
  expect(left).toBe(0);
  setDisabled(false);
  await element.updateComplete;
  element.subscribe();
  await expect.poll(() => left).toBe(1);
});

test('a payment under way goes on while its element is disabled, and its outcome is shown', async () => {
  const release = holdJobs();
  const payer = await mount();
  await payer.pays();
  await payer.sees(payer.heading(/^Sending/));
  payer.element.toggleAttribute('disabled', true);
  release();
  await payer.learns('successful');
});

test('the property disables too, and its attribute follows it', async () => {
  const payer = await mount();
  payer.element.disabled = true;
  await payer.element.updateComplete;
  expect(payer.element.matches(':disabled')).toBe(true);
  payer.element.disabled = false;
  await payer.element.updateComplete;
  expect(payer.element.matches(':disabled')).toBe(false);
});

test('a disabled form looks disabled', async () => {
  const payer = await mount();
  await payer.fillsCards();
  const colorOf = (selector: string) => getComputedStyle(payer.element.shadowRoot!.querySelector(selector)!).color;
  const before = ['input', 'label'].map(colorOf);
  payer.element.toggleAttribute('disabled', true);
  await payer.element.updateComplete;
  const muted = getComputedStyle(payer.transferButton.element()).color;
  expect(['input', 'label'].map(colorOf)).toEqual([muted, before[1]]);
  expect(before[0]).not.toBe(muted);
});
