// Notifications as gateways of the family send them. Which fields there are, their types and their form are facts of public
// documents and clients, retyped; the values are our own.

type Json = Readonly<Record<string, unknown>>;

const CARD = {
  holder: 'ANN LEE',
  stamp: null,
  brand: 'visa',
  last_4: '1006',
  first_1: '4',
  bin: '401200',
  issuer_country: null,
  issuer_name: null,
  product: null,
  exp_month: 12,
  exp_year: 2040,
  token_provider: null,
  token: null,
};

const UID = 'b1f0a6c2-4c1d-4f0e-9a3b-5d2c7e8f9a0b';

/** A payment of a card: times have milliseconds, the bank's part has the name of its type, and no product is named. */
const payment = (changes: Json = {}): Json => ({
  transaction: {
    uid: UID,
    id: UID,
    status: 'successful',
    amount: 1850,
    currency: 'EUR',
    description: 'Tea',
    type: 'payment',
    payment_method_type: 'credit_card',
    tracking_id: 'order-1',
    message: 'Successfully processed',
    test: false,
    created_at: '2026-11-21T13:07:01.836Z',
    updated_at: '2026-11-21T13:07:05.530Z',
    paid_at: '2026-11-21T13:07:05.495Z',
    expired_at: null,
    recurring_type: null,
    closed_at: null,
    settled_at: null,
    manually_corrected_at: null,
    language: 'en',
    credit_card: CARD,
    receipt_url: 'https://merchant.example/customer/transactions/1/2?language=en',
    status_code: null,
    gateway: { iframe: true },
    additional_data: { browser: { screen_width: 1920, time_zone: -180 } },
    redirect_url: `https://gateway.example/process/${UID}`,
    payment: {
      auth_code: '654321',
      bank_code: '05',
      rrn: '999',
      ref_id: '777888',
      message: 'Payment was approved',
      amount: 1850,
      currency: 'EUR',
      billing_descriptor: 'TEA SHOP',
      gateway_id: 645,
      status: 'successful',
    },
    customer: { ip: '127.0.0.1', email: 'ann@shop.example', device_id: null, birth_date: '1980-01-31' },
    billing_address: {
      first_name: 'Ann',
      last_name: 'Lee',
      address: '1st Street',
      country: 'US',
      city: 'Denver',
      zip: '96002',
      state: 'CO',
      phone: null,
    },
    ...changes,
  },
});

const LAST = { uid: UID, status: 'successful', message: 'Successfully processed', created_at: '2026-11-21T06:41:22.913Z' };

/** A subscription in its newer form, with counters. */
const subscription = (changes: Json = {}): Json => ({
  id: 'sbs_962f994ca74420d3',
  state: 'trial',
  tracking_id: 'order-1',
  device_id: null,
  created_at: '2026-11-21T06:39:36.593Z',
  renew_at: '2026-12-21T06:41:26.581Z',
  active_to: '2026-12-21T06:41:26.581Z',
  card: { ...CARD, token: '606760b7-74da-44fb-a730-13a9ee28d620', sub_brand: null },
  customer: { id: 'cst_4a708bf13a483278' },
  paid_billing_cycles: 1,
  number_failed_payment_attempts: 0,
  additional_data: {},
  plan: {
    id: 'pln_7f2e3edfbca72afc',
    title: 'Tea every month',
    name: 'Tea every month',
    description: 'Subscription. Main period: €9.99 each 1 month. Trial: €4.99 each 1 month.',
    amount: 499,
    currency: 'EUR',
    language: 'en',
    infinite: true,
    billing_cycles: null,
    created_at: '2026-11-20T06:38:58.604Z',
    updated_at: '2026-11-20T06:38:58.604Z',
    trial: { amount: 499, interval: 1, interval_unit: 'month' },
    plan: { amount: 999, interval: 1, interval_unit: 'month', visible_fields: ['last_name', 'first_name', 'email'] },
    number_payment_attempts: 3,
    prevent_payments_at_night: true,
    test: false,
    pay_url: 'https://api.example/plans/pln_7f2e3edfbca72afc/pay',
    payment_url: 'https://api.example/plans/pln_7f2e3edfbca72afc/pay',
    confirm_url: 'https://checkout.example/v2/confirm_order/pln_7f2e3edfbca72afc/160',
  },
  last_transaction: LAST,
  event: 'created.subscription',
  ...changes,
});

/** The same in the older form: without event, counters, and most of the plan. */
const older = (changes: Json = {}): Json => ({
  card: { ...CARD, token: '2ed0b389f63c9198' },
  created_at: '2026-11-21T12:02:42.521Z',
  customer: { id: 'cst_ae00d2582d001228' },
  device_id: 'd-1',
  id: 'sbs_f140af88af4aaf88',
  last_transaction: { ...LAST, uid: '4107-310b0da80b' },
  plan: {
    currency: 'USD',
    id: 'pln_7f2e3edfbca72afc',
    plan: { amount: 20, interval: 7, interval_unit: 'day' },
    title: 'Tea every week',
    trial: { amount: 10, interval: 40, interval_unit: 'hour' },
  },
  renew_at: '2026-11-28T12:02:42.499Z',
  state: 'active',
  tracking_id: 'order-1',
  ...changes,
});

const NO_TRIAL = { amount: null, interval: null, interval_unit: 'hour' };

/** What a shop has to make of a body: deliver, keep waiting, or nothing at all. */
export interface FamilyBody {
  readonly what: string;
  readonly body: Json;
  readonly kind: 'transaction' | 'subscription' | 'nothing';
  /** The uid, or the subscription's id, that has paid for the order `order-1`; undefined: nobody has. */
  readonly paidBy: string | undefined;
}

const of = (kind: FamilyBody['kind'], what: string, body: Json, paidBy?: string): FamilyBody => ({ what, body, kind, paidBy });

export const FAMILY_BODIES: readonly FamilyBody[] = [
  of('transaction', 'a payment', payment(), UID),
  of('transaction', 'a declined payment', payment({ status: 'failed', paid_at: null, message: 'Declined' })),
  of('transaction', 'a payment at the bank’s page', payment({ status: 'incomplete', paid_at: null })),
  of('subscription', 'a trial', subscription(), 'sbs_962f994ca74420d3'),
  of(
    'subscription',
    'a first charge without a trial',
    subscription({ state: 'active', plan: { ...(subscription()['plan'] as Json), trial: NO_TRIAL, amount: 999 } }),
    'sbs_962f994ca74420d3',
  ),
  of('subscription', 'a small transaction beside its state', subscription({ transaction: { uid: UID } }), 'sbs_962f994ca74420d3'),
  of('subscription', 'a renewal in the older form', older(), 'sbs_f140af88af4aaf88'),
  of(
    'subscription',
    'the bank’s page for a first charge',
    subscription({
      state: 'redirecting',
      event: undefined,
      renew_at: null,
      active_to: null,
      paid_billing_cycles: 0,
      last_transaction: { ...LAST, status: 'incomplete', message: null, redirect_url: 'https://gateway.example/process/1' },
    }),
  ),
  of(
    'subscription',
    'a declined first charge',
    subscription({ state: 'failed', paid_billing_cycles: 0, last_transaction: { ...LAST, status: 'failed' } }),
  ),
  of(
    'subscription',
    'one that was cancelled before any charge',
    older({ state: 'canceled', last_transaction: null, renew_at: null }),
  ),
  of(
    'subscription',
    'one whose payment token ran out',
    subscription({ state: 'expired', card: {}, customer: {}, paid_billing_cycles: 0, last_transaction: null }),
  ),
  of(
    'subscription',
    'one that was paid, and whose renewals failed',
    subscription({ state: 'failed', paid_billing_cycles: 2, last_transaction: { ...LAST, status: 'failed' } }),
    'sbs_962f994ca74420d3',
  ),
  of(
    'subscription',
    'one that was cancelled in its paid trial, which is no cycle',
    subscription({ state: 'canceled', paid_billing_cycles: 0, last_transaction: LAST }),
    'sbs_962f994ca74420d3',
  ),
  of(
    'subscription',
    'a paid one that ended, in the older form',
    older({ state: 'canceled', renew_at: null }),
    'sbs_f140af88af4aaf88',
  ),
  of(
    'subscription',
    'a renewal that failed, in the older form',
    older({ state: 'failed_attempt', last_transaction: { ...LAST, status: 'failed' } }),
    'sbs_f140af88af4aaf88',
  ),
  of('nothing', 'a payment token that ran out', {
    token: '311300d08dc7f22a',
    shop_id: 1,
    transaction_type: 'payment',
    gateway_response: null,
    order: {
      currency: 'EUR',
      amount: 1850,
      description: 'Tea',
      tracking_id: 'order-1',
      additional_data: {},
      expired_at: '2026-11-22T13:01:06.123Z',
    },
    settings: { notification_url: 'https://shop.example/notifications', language: 'en' },
    customer: { first_name: null, email: 'ann@shop.example' },
    finished: false,
    expired: true,
    shop: { name: 'Shop', url: 'https://shop.example', brands: ['visa', 'erip'] },
    test: false,
    status: 'error',
    message: 'Token is expired.',
    payment_method: { id: 9, types: ['erip'] },
  }),
];
