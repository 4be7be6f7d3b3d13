import type { MerchantClient } from '../../../src/merchant/index.js';
import { brokenLine, type Step } from './scripted-wire.js';

export const FOUND = { status: 200, body: { transaction: { uid: 'u-1', status: 'successful' } } } as const;
export const REFUSED = {
  status: 422,
  body: { message: 'amount is wrong', errors: { amount: ['is wrong'] }, error_code: 'invalid_params' },
} as const;
export const PRODUCT = { name: 'Tea', description: 'Tea', currency: 'USD', amount: 1_250, infinite: true, immortal: true };

/** Every temporary failure. */
export const PASSING: [string, Step][] = [
  ['a broken connection', brokenLine('ECONNRESET')],
  ['408', { status: 408 }],
  ['425', { status: 425 }],
  ['429', { status: 429 }],
  ['500', { status: 500, body: '<h1>Oh</h1>' }],
  ['502', { status: 502 }],
  ['503', { status: 503, body: { message: 'busy' } }],
];

export const CHANGING: [string, (client: MerchantClient) => Promise<unknown>][] = [
  ['createTransfer', (client) => client.createTransfer({ amount: 1, currency: 'USD', description: 'x', tracking_id: 'order-1' })],
  ['createProduct', (client) => client.createProduct(PRODUCT)],
  ['updateProduct', (client) => client.updateProduct('prd_1', { amount: 1 })],
  [
    'createPlan',
    (client) => client.createPlan({ title: 'x', currency: 'USD', plan: { amount: 1, interval: 1, interval_unit: 'day' } }),
  ],
  ['createCustomer', (client) => client.createCustomer({ email: 'a@b.example', ip: '192.0.2.1' })],
  ['createSubscription', (client) => client.createSubscription({ plan: { id: 'pln_1' }, tracking_id: 'order-1' })],
  ['cancelSubscription', (client) => client.cancelSubscription('sbs_1', 'Moved away')],
];
