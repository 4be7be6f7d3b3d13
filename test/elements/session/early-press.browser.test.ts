import { afterEach, expect, test, vi } from 'vitest';
import '../../../src/define.js';
import type { PlanSubscribeElement } from '../../../src/index.js';
import { canary } from '../watch-leaks.js';
import { Buyer, offer } from '../buyer.js';
import { gateway, offers, renewShop } from '../gateway.js';
import { AMOUNT, OTHER_AMOUNT, PAYS, attributesOf, mount, Payer } from '../payer.js';

/** A shop whose key is imported only when a test calls `arrive`: until then no card can be sealed. */
async function lateKey(isRefused = false): Promise<{ arrive: () => void }> {
  // Another key than any before it, so that it is imported anew.
  await renewShop();
  let arrive = (): void => undefined;
  const here = new Promise<void>((resolve) => (arrive = resolve));
  const importKey = crypto.subtle.importKey.bind(crypto.subtle) as (...given: unknown[]) => Promise<CryptoKey>;
  vi.spyOn(crypto.subtle, 'importKey').mockImplementation(async (...given: unknown[]) => {
    await here;
    if (isRefused) throw new DOMException('No such key.', 'DataError');
    return importKey(...given);
  });
  return { arrive };
}

afterEach(() => void vi.restoreAllMocks());

const AGAIN = 'Nothing was sent. Try again.';

/** The state of a promise. */
function watch(promise: Promise<unknown>): { isSettled: boolean } {
  const seen = { isSettled: false };
  void promise.finally(() => (seen.isSettled = true));
  return seen;
}

/** A buyer who has filled in the form and pressed; the press is deferred because the key has not arrived. */
async function pressed(properties: Parameters<typeof offer>[2] = {}, isRefused = false) {
  const { arrive } = await lateKey(isRefused);
  const buyer = await offer('cup', { 'visible-fields': 'email' }, properties);
  await buyer.sees(buyer.payButton);
  await buyer.fillsCard();
  await buyer.field('Email').fill('ann@example.org');
  const submitted = watch(buyer.element.submit());
  await expect.element(buyer.payButton).toHaveAttribute('aria-busy', 'true');
  expect(gateway.posts).toEqual([]);
  return { buyer, arrive, submitted };
}

test('after a press before the key arrives, the button is busy and the payment is sent once when the key is there', async () => {
  const { arrive } = await lateKey();
  const buyer = await offer('cup');
  await buyer.pays();
  await expect.element(buyer.payButton).toHaveAttribute('aria-busy', 'true');
  // Impatient payers press again: that counts as the same press.
  await buyer.payButton.click();
  const submitted = watch(buyer.element.submit());
  expect(gateway.posts).toEqual([]);
  arrive();
  await buyer.learns('successful');
  await expect.poll(() => submitted.isSettled).toBe(true);
  expect(gateway.posts).toEqual([new URL(offers.cup.confirm_url).pathname]);
  expect(buyer.events('checkout-outcome')).toHaveLength(1);
  await expect.element(buyer.within.getByRole('button', { name: 'Buy again' })).toBeVisible();
});

test.each(['at once', 'later'])(
  'a press that waits is dropped when the element is disabled, even if it is enabled %s',
  async (when) => {
    const { buyer, arrive, submitted } = await pressed();
    buyer.element.toggleAttribute('disabled', true);
    if (when === 'later') await buyer.element.updateComplete;
    buyer.element.toggleAttribute('disabled', false);
    arrive();
    await expect.poll(() => submitted.isSettled).toBe(true);
    await buyer.sees(buyer.text(AGAIN));
    expect(gateway.posts).toEqual([]);
    await buyer.payButton.click();
    await buyer.learns('successful');
  },
);

test('submit() resolves when the press has been carried out', async () => {
  const { arrive } = await lateKey();
  const buyer = await offer('cup');
  await buyer.sees(buyer.payButton);
  await buyer.fillsCard();
  const submitted = buyer.element.submit();
  const seen = watch(submitted);
  await expect.element(buyer.payButton).toHaveAttribute('aria-busy', 'true');
  expect(seen.isSettled).toBe(false);
  arrive();
  await submitted;
  expect(buyer.element.outcome).toBe('successful');
});

test.each<[string, (buyer: Buyer) => unknown]>([
  ['the payer types another security code', (buyer) => buyer.card('Security code').fill('738')],
  ['the payer types another card', (buyer) => buyer.fillsCard({ number: PAYS, code: '739' })],
  ['the payer changes their e-mail', (buyer) => buyer.field('Email').fill('bob@example.org')],
  ['the page sells something else', ({ element }) => void (element.confirmUrl = offers.limited.confirm_url)],
  ['the page has another order', ({ element }) => void (element.trackingId = 'order-2')],
  ['the page changes the customer', ({ element }) => void (element.customer = { first_name: 'Bob' })],
  ['the page makes a setting invalid', ({ element }) => void (element.trackingId = '')],
])('the press is cancelled when %s before the key arrives', async (_, change) => {
  canary.keepCode('738');
  canary.keepCode('739');
  const { buyer, arrive, submitted } = await pressed();
  await change(buyer);
  await expect.poll(() => submitted.isSettled).toBe(true);
  // The payer is not left waiting for a press that was dropped.
  await expect.element(buyer.text(AGAIN).or(buyer.within.getByRole('alert')).first()).toBeVisible();
  arrive();
  // The key is there for the next press, which is then the only one.
  buyer.element.trackingId = null;
  await expect.poll(() => buyer.element.shadowRoot?.querySelector('.submit')?.getAttribute('aria-busy')).toBe('false');
  expect(gateway.posts).toEqual([]);
  expect(buyer.element.step).toBe('details');
});

test('the press is cancelled when the element leaves the page', async () => {
  const { buyer, arrive, submitted } = await pressed();
  buyer.element.remove();
  await expect.poll(() => submitted.isSettled).toBe(true);
  document.body.append(buyer.element);
  arrive();
  await buyer.waitForEvents('checkout-ready');
  await expect.element(buyer.payButton).toHaveAttribute('aria-busy', 'false');
  expect(gateway.posts).toEqual([]);
  expect(buyer.element.step).toBe('details');
});

test('the press is cancelled when the price changes', async () => {
  const { buyer, arrive, submitted } = await pressed();
  gateway.offers.changeProduct(offers.cup.id, { amount: '2099' });
  // The page asks for the offer again.
  buyer.element.reset();
  await buyer.sees(buyer.button('Pay 20.99 USD'));
  await expect.poll(() => submitted.isSettled).toBe(true);
  arrive();
  await buyer.waitForEvents('checkout-ready');
  expect(gateway.posts).toEqual([]);
  expect(buyer.element.step).toBe('details');
});

test('an invalid key ends the press and leaves no rejection unhandled', async () => {
  const failed: unknown[] = [];
  const note = (event: PromiseRejectionEvent): void => void failed.push(event.reason);
  window.addEventListener('unhandledrejection', note);
  const { buyer, submitted, arrive } = await pressed({}, true);
  arrive();
  await buyer.waitForEvents('checkout-error');
  await buyer.sees(buyer.within.getByRole('alert'));
  await expect.poll(() => submitted.isSettled).toBe(true);
  // Unhandled rejections are reported in a later task.
  await new Promise((resolve) => setTimeout(resolve, 50));
  window.removeEventListener('unhandledrejection', note);
  expect(failed).toEqual([]);
  expect(gateway.posts).toEqual([]);
});

test('missing input is reported at once, before there is a key', async () => {
  await lateKey();
  const buyer = await offer('cup', { 'visible-fields': 'email' });
  await buyer.payButton.click();
  await expect.element(buyer.field('Email')).toHaveAccessibleDescription('Enter your email address.');
  await expect.element(buyer.card('Card number')).toHaveAccessibleDescription('Enter the card number.');
  expect(buyer.focused()).toBe('Email');
  const payer = await mount({ amount: null });
  await payer.transferButton.click();
  await expect.element(payer.from('Card number')).toHaveAccessibleDescription('Enter the card number.');
  await expect.element(payer.amount).toHaveAttribute('aria-invalid', 'true');
  expect(payer.focused()).toBe('Amount');
});

test('a transfer pressed before the key arrives asks for the fee once it is there, and the next press sends it', async () => {
  const { arrive } = await lateKey();
  const payer = await mount();
  await payer.fillsCards();
  await payer.transferButton.click();
  await expect.element(payer.transferButton).toHaveAttribute('aria-busy', 'true');
  expect(gateway.posts).toEqual([]);
  arrive();
  await payer.sees(payer.text(/Press again to send\.$/));
  expect(gateway.of('transfer')).toEqual([]);
  await payer.transferButton.click();
  await payer.learns('successful');
  expect(payer.events('checkout-outcome')[0]?.transaction).toMatchObject({ amount: AMOUNT });
});

test.each<[string, (payer: Payer) => unknown]>([
  ['another amount', ({ element }) => void (element.amount = OTHER_AMOUNT)],
  ['another recipient', (payer) => payer.fills(payer.to('Card number'), '5555555555554444')],
])('a transfer pressed before the key arrives is cancelled by %s', async (_, change) => {
  const { arrive } = await lateKey();
  const payer = await mount();
  await payer.fillsCards();
  const submitted = watch(payer.element.submit());
  await expect.element(payer.transferButton).toHaveAttribute('aria-busy', 'true');
  await change(payer);
  await expect.poll(() => submitted.isSettled).toBe(true);
  await expect.element(payer.alert()).toHaveTextContent(AGAIN);
  arrive();
  await payer.readsFee();
  expect(payer.reads()).not.toContain('Press again');
  expect(payer.reads()).toContain(AGAIN);
});

test('submit() right after the element was put into the page reports what is missing', async () => {
  const element = document.createElement('p2p-transfer');
  for (const [name, value] of Object.entries(attributesOf())) element.setAttribute(name, value);
  element.fetch = gateway.fetch;
  const payer = new Payer(element);
  document.body.append(element);
  await element.submit();
  await expect.element(payer.from('Card number')).toHaveAccessibleDescription('Enter the card number.');

  const sale = document.createElement('product-pay');
  Object.assign(sale, { confirmUrl: offers.cup.confirm_url, publicKey: gateway.shop.publicKey, fetch: gateway.fetch });
  const buyer = new Buyer(sale);
  document.body.append(sale);
  // The gateway has not even been asked for the offer.
  await sale.pay();
  await expect.element(buyer.card('Card number')).toHaveAccessibleDescription('Enter the card number.');
});

test('pay() before the link is known to be the only way leads there', async () => {
  const sale = document.createElement('product-pay');
  const { confirm_url: confirmUrl, pay_url: payUrl } = offers.cup;
  Object.assign(sale, {
    confirmUrl,
    payUrl,
    publicKey: gateway.shop.publicKey,
    fetch: () => Promise.resolve(new Response('<html>')),
  });
  const buyer = new Buyer(sale);
  document.body.append(sale);
  await sale.pay();
  expect(buyer.events('checkout-redirect').map(({ url }) => url)).toEqual([payUrl]);
});

test('subscribe() before the plan’s address is set leads there once it is', async () => {
  const element: PlanSubscribeElement = document.createElement('plan-subscribe');
  const left: string[] = [];
  element.addEventListener('checkout-redirect', (event) => {
    event.preventDefault();
    left.push(event.url);
  });
  document.body.append(element);
  element.subscribe();
  await element.updateComplete;
  expect(left).toEqual([]);
  Object.assign(element, { baseUrl: 'https://gateway.example', planId: 'pln_1' });
  await expect.poll(() => left).toEqual(['https://gateway.example/plans/pln_1/pay']);
});

test('an element out of the page ignores presses', async () => {
  document.createElement('plan-subscribe').subscribe();
  const presses = [document.createElement('p2p-transfer').submit(), document.createElement('product-pay').pay()];
  expect(await Promise.all(presses)).toEqual([undefined, undefined]);
});
