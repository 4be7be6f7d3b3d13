import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import '../../../src/define.js';
import { CheckoutError, type CheckoutErrorEvent } from '../../../src/index.js';
import { answer } from '../../../demo/scripted/script.js';
import { offer } from '../buyer.js';
import { gateway } from '../gateway.js';
import { mount } from '../payer.js';

const logged = vi.fn();
beforeEach(() => {
  logged.mockReset();
  vi.spyOn(console, 'error').mockImplementation(logged);
});
afterEach(() => vi.restoreAllMocks());

/** The codes of the console's errors, which have to be the typed errors and nothing else. */
const codes = (): string[] =>
  logged.mock.calls.map((given: unknown[]) => {
    const [error] = given;
    expect(given).toHaveLength(1);
    expect(error).toBeInstanceOf(CheckoutError);
    return (error as CheckoutError).code;
  });

test('an error that only the merchant can fix is in the console as the same object as in the event, and once', async () => {
  const payer = await mount({ currency: 'usd', amount: 'a lot' });
  await payer.waitForEvents('checkout-error', 2);
  expect(logged.mock.calls).toEqual(payer.events('checkout-error').map(({ error }) => [error]));
  payer.element.currency = 'USD';
  await payer.element.updateComplete;
  payer.element.currency = 'usd';
  await payer.waitForEvents('checkout-error', 3);
  expect(codes()).toEqual(['setting_invalid', 'setting_invalid']);
});

test('a listener that prevents the event keeps the console clean', async () => {
  const received: CheckoutErrorEvent[] = [];
  const prevent = (event: CheckoutErrorEvent): void => {
    received.push(event);
    event.preventDefault();
  };
  document.addEventListener('checkout-error', prevent as EventListener);
  try {
    const payer = await mount({ currency: null });
    await payer.waitForEvents('checkout-error');
    expect(received.map(({ cancelable, defaultPrevented }) => [cancelable, defaultPrevented])).toEqual([[true, true]]);
    expect(logged).not.toHaveBeenCalled();
  } finally {
    document.removeEventListener('checkout-error', prevent as EventListener);
  }
});

test('an error that occurs during a payment is in the console too, once however often the payer presses', async () => {
  const payer = await mount({}, { prepare: () => Promise.reject(new Error('no order')) });
  await payer.pays();
  await payer.waitForEvents('checkout-error', 1);
  await payer.transferButton.click();
  await payer.waitForEvents('checkout-error', 2);
  expect(codes()).toEqual(['prepare_failed']);
});

test('each element logs its own error', async () => {
  const plan = document.createElement('plan-subscribe');
  plan.setAttribute('base-url', 'nowhere');
  plan.setAttribute('plan-id', 'pln_1');
  document.body.append(plan);
  await expect.poll(codes).toEqual(['setting_invalid']);
  await offer('cup', { mode: 'nothing' });
  await expect.poll(codes).toEqual(['setting_invalid', 'setting_invalid']);
  await offer('cup', { mode: 'form' }, { fetch: () => Promise.resolve(Response.json({ message: 'no' }, { status: 401 })) });
  await expect.poll(codes).toEqual(['setting_invalid', 'setting_invalid', 'credentials_refused']);
});

test('an error of the network or the gateway is not in the console', async () => {
  gateway.replies.check = [new TypeError('down')];
  const payer = await mount();
  await payer.fillsCards();
  await payer.waitForEvents('checkout-error');
  gateway.replies.check = [answer(503, {})];
  await payer.fills(payer.to('Card number'), '5555555555554444');
  await payer.waitForEvents('checkout-error', 2);
  expect(payer.events('checkout-error').map(({ error }) => error.party)).toEqual(['network', 'gateway']);
  expect(logged).not.toHaveBeenCalled();
});
