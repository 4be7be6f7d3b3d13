import { expect, test } from 'vitest';
import '../../../../src/define.js';
import '../../watch-leaks.js';
import { otherKey, holdJobs } from '../../gateway.js';
import { AMOUNT, mount, shown } from '../../payer.js';

test.each([
  ['an amount', { amount: 1 }],
  ['a currency', { currency: 'EUR' }],
  ['an address', { checkoutUrl: 'https://pay.example' }],
  ['a key', { publicKey: otherKey }],
])('%s that changes while the payment is in flight changes nothing that is shown', async (_, change) => {
  const release = holdJobs();
  const payer = await mount();
  await payer.pays();
  await payer.sees(payer.heading(/^Sending/));
  Object.assign(payer.element, change);
  release();
  await payer.learns('successful');
  expect(payer.reads()).toContain(`${shown(AMOUNT)} was sent`);
});
