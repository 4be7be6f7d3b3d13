import { afterEach, expect, test } from 'vitest';
import '../../../src/define.js';
import { polluted } from '../../http/polluted-prototype.js';
import { offer } from '../buyer.js';
import { offers } from '../gateway.js';

// An offer is read and paid for while Object.prototype is polluted, as a page's parser of query strings may do.

const DECLINED = '4005550000000019';

const success = { uid: 'forged', status: 'successful', amount: 1999, currency: 'USD' };
const FORGED = {
  subscription: { id: 'sbs_forged', state: 'active', last_transaction: success },
  transaction: success,
  plan: { id: 'pln_forged', title: 'Forged', currency: 'USD', plan: { amount: 1, interval: 1, interval_unit: 'month' } },
  product: { id: 'prd_forged', name: 'Forged', currency: 'USD', amount: 1 },
  redirect_url: 'https://thief.example/',
};

let page: Disposable | undefined;
afterEach(() => page?.[Symbol.dispose]());

test('a declined payment stays declined, and the gateway’s offer is sold', async () => {
  page = polluted(FORGED);
  const buyer = await offer('cup');
  await buyer.sees(buyer.heading('Cup'));
  await buyer.pays({ number: DECLINED });
  await buyer.learns('failed');
  expect(buyer.reads()).toContain('You weren’t charged 19.99 USD.');
  expect(buyer.reads()).not.toContain('Forged');
  const [outcome, ...others] = buyer.events('checkout-outcome');
  expect(others).toEqual([]);
  expect(outcome?.outcome).toBe('failed');
  expect(outcome?.transaction?.status).toBe('failed');
  expect(outcome?.transaction?.redirect_url ?? undefined).not.toBe('https://thief.example/');
  expect(outcome?.subscription).toBeUndefined();
  expect(buyer.events('checkout-redirect')).toEqual([]);
});

test('a product that the page sets has only its own fields', async () => {
  page = polluted({ quantity: 0, pay_url: 'https://thief.example/', ...FORGED });
  const { id, pay_url: payUrl } = offers.cup;
  const element = document.createElement('product-pay');
  element.product = { id, name: 'Mug', currency: 'USD', amount: 700 };
  element.setAttribute('pay-url', payUrl);
  document.body.append(element);
  await expect.poll(() => element.shadowRoot?.textContent).toContain('Mug');
  const shown = element.shadowRoot?.textContent.replaceAll('\u00a0', ' ') ?? '';
  expect(shown).toContain('7.00 USD');
  expect(shown).not.toContain('Sold out');
  expect(element.shadowRoot?.querySelector('a')?.href ?? '').not.toContain('thief');
  element.remove();
});
