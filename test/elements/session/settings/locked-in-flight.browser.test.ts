import { expect, inject, test } from 'vitest';
import '../../../../src/define.js';
import '../../watch-leaks.js';
import { freshAmount, mount, shown } from '../../payer.js';

const otherKey = inject('shops').find(({ pci_certified: certified }) => certified)?.public_key;

test.each([
  ['an amount', { amount: 1 }],
  ['a currency', { currency: 'EUR' }],
  ['an address', { checkoutUrl: 'https://pay.example' }],
  ['a key', { publicKey: otherKey }],
])('%s that changes while the payment is in flight changes nothing that is shown', async (_, change) => {
  const amount = freshAmount();
  const payer = await mount({ amount: String(amount) });
  await payer.pays();
  await payer.sees(payer.heading(/^Sending/));
  Object.assign(payer.element, change);
  await payer.learns('successful');
  expect(payer.reads()).toContain(`${shown(amount)} was sent`);
});
