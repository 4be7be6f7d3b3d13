import type { EndpointName } from '../http/endpoint-names.js';

/** A request body and a response body of an endpoint, without card data. */
export interface Example {
  readonly request?: unknown;
  readonly response?: unknown;
}

// In place of a section that was encrypted in the browser: its five parts without their contents.
const SEALED = { token: 'eyJhbGciOiJSU0EtT0FFUC0yNTYifQ.key.iv.ciphertext.tag' };
const JOB_ID = 'f3c46af4-fdb3-4e0c-98db-01306780c7a8';
const UID = '8c3a1b5e-0f42-4d9b-a6c7-2f1e9d84b03a';
const AT = '2026-11-21T10:00:00Z';
const SITE = 'https://gateway.example';

const check = { request: { amount: 10_000, currency: 'USD', credit_card: SEALED, recipient_card: SEALED, test: true } };
const possible = {
  status: 'successful',
  message: 'Transfer is possible',
  commission: { minimum: 0.7, percent: 1.5, currency: 'USD' },
  test: true,
};

const transfer = {
  request: {
    amount: 10_000,
    currency: 'USD',
    description: 'Rent',
    tracking_id: 'order-7',
    duplicate_check: true,
    language: 'en',
    return_url: 'https://shop.example/back',
    notification_url: 'https://shop.example/notifications',
    test: true,
    credit_card: SEALED,
    recipient_card: SEALED,
    sender_billing_address: { first_name: 'Ada', last_name: 'Byron', country: 'US', state: 'NY', city: 'New York', zip: '10001' },
  },
};
const shownCard = {
  holder: 'ADA BYRON',
  stamp: 'b5bb9d8014a0f9b1',
  brand: 'visa',
  last_4: '1097',
  first_1: '4',
  bin: '401200',
  issuer_country: 'US',
  issuer_name: 'Sandbox Bank',
  product: 'classic',
  exp_month: 1,
  exp_year: 2030,
};
const transaction = {
  uid: UID,
  id: UID,
  status: 'incomplete',
  amount: 10_000,
  currency: 'USD',
  description: 'Rent',
  type: 'p2p',
  payment_method_type: 'credit_card',
  tracking_id: 'order-7',
  message: 'Waiting for 3-D Secure authentication',
  test: true,
  created_at: AT,
  updated_at: AT,
  paid_at: null,
  redirect_url: `${SITE}/3ds/t22kcjbcwf`,
  receipt_url: `${SITE}/receipts/${UID}`,
  language: 'en',
  credit_card: shownCard,
  recipient_card: { ...shownCard, holder: null, last_4: '1006' },
  p2p: { status: 'incomplete', amount: 10_000, currency: 'USD' },
};
const followUp = {
  uid: '0f6c1f0e-5d0a-4a52-8f0b-6f1d2c3b4a59',
  id: '0f6c1f0e-5d0a-4a52-8f0b-6f1d2c3b4a59',
  status: 'successful',
  amount: 2400,
  currency: 'USD',
  description: 'Coffee beans',
  payment_method_type: 'credit_card',
  tracking_id: 'order-8',
  message: 'Successfully processed',
  test: true,
  created_at: AT,
  updated_at: AT,
  paid_at: AT,
  language: 'en',
  credit_card: shownCard,
  parent_uid: UID,
};
const accepted = { status: 'new', job_id: JOB_ID };

const product = {
  name: 'Coffee beans',
  description: '1 kg, roasted on Mondays',
  currency: 'USD',
  amount: '2400',
  quantity: '10',
  immortal: true,
  visible_fields: ['first_name', 'email'],
  language: 'en',
  transaction_type: 'payment',
  test: true,
};
const keptProduct = {
  ...product,
  id: 'prd_ed27b047d3ccd1a6',
  amount: 2400,
  quantity: 10,
  infinite: false,
  created_at: AT,
  updated_at: AT,
  additional_data: {},
  pay_url: `${SITE}/products/prd_ed27b047d3ccd1a6/pay`,
  payment_url: `${SITE}/products/prd_ed27b047d3ccd1a6/pay`,
  confirm_url: `${SITE}/v2/confirm_order/prd_ed27b047d3ccd1a6/1001`,
};
const plan = {
  title: 'Coffee club',
  currency: 'USD',
  plan: { amount: 2400, interval: 1, interval_unit: 'month' },
  trial: { amount: 100, interval: 14, interval_unit: 'day' },
  infinite: true,
  number_payment_attempts: 3,
  language: 'en',
  test: true,
};
const keptPlan = {
  ...plan,
  id: 'pln_7f2e3edfbca72afc',
  prevent_payments_at_night: false,
  created_at: AT,
  updated_at: AT,
  pay_url: `${SITE}/plans/pln_7f2e3edfbca72afc/pay`,
  payment_url: `${SITE}/plans/pln_7f2e3edfbca72afc/pay`,
  confirm_url: `${SITE}/v2/confirm_order/pln_7f2e3edfbca72afc/1001`,
};
const customer = {
  first_name: 'Ada',
  last_name: 'Byron',
  email: 'ada@shop.example',
  ip: '203.0.113.7',
  country: 'DE',
  city: 'Berlin',
  external_id: 'c-7',
};
const keptCustomer = { ...customer, id: 'cst_1901069ea84fa2a7', created_at: AT };

const subscription = {
  id: 'sbs_4a708bf13a483278',
  state: 'active',
  tracking_id: 'order-9',
  device_id: null,
  created_at: AT,
  renew_at: '2026-12-05T10:00:00Z',
  active_to: '2026-12-05T10:00:00Z',
  card: { ...shownCard, token: 'nrwc2x7q' },
  customer: { id: keptCustomer.id },
  paid_billing_cycles: 1,
  number_failed_payment_attempts: 0,
  additional_data: {},
  plan: keptPlan,
  last_transaction: { uid: UID, status: 'successful', message: 'Successfully processed', created_at: AT },
};

/** One example for each endpoint. */
export const EXAMPLES: Readonly<Record<EndpointName, Example>> = {
  p2pRestrictions: { request: check, response: possible },
  verifyP2p: { request: check, response: possible },
  verifyP2pAsync: { request: check, response: accepted },
  pollJob: { response: { status: 'done', job_id: JOB_ID, response: { transaction } } },
  p2ps: { request: transfer, response: { transaction } },
  p2p: { request: transfer, response: { transaction } },
  p2pAsync: { request: transfer, response: accepted },
  transactionByUid: {
    response: { transaction: { ...transaction, status: 'successful', message: 'Successfully processed', paid_at: AT } },
  },
  transactionsByTrackingId: { response: { transactions: [transaction] } },
  lookupByTrackingId: { response: { transaction } },
  captures: {
    request: { request: { parent_uid: UID, amount: 2400 } },
    response: { transaction: { ...followUp, type: 'capture', capture: { status: 'successful' } } },
  },
  voids: {
    request: { request: { parent_uid: UID, amount: 2400 } },
    response: { transaction: { ...followUp, type: 'void', void: { status: 'successful' } } },
  },
  refunds: {
    request: { request: { parent_uid: UID, amount: 2400, reason: 'Sent back' } },
    response: { transaction: { ...followUp, type: 'refund', reason: 'Sent back', refund: { status: 'successful' } } },
  },
  createProduct: { request: product, response: keptProduct },
  getProduct: { response: keptProduct },
  listProducts: { response: [keptProduct] },
  updateProduct: { request: { amount: '2600' } },
  createPlan: { request: plan, response: keptPlan },
  getPlan: { response: keptPlan },
  listPlans: { response: [keptPlan] },
  createCustomer: { request: customer, response: keptCustomer },
  getCustomer: { response: keptCustomer },
  listCustomers: { response: [keptCustomer] },
  createSubscription: {
    request: { plan: { id: keptPlan.id }, tracking_id: 'order-9', return_url: 'https://shop.example/back' },
    response: {
      ...subscription,
      state: 'redirecting',
      renew_at: null,
      active_to: null,
      card: {},
      customer: {},
      paid_billing_cycles: 0,
      redirect_url: `${SITE}/v2/checkout?token=4a708bf13a483278t22kcjbcwf`,
      token: '4a708bf13a483278t22kcjbcwf',
      last_transaction: null,
    },
  },
  getSubscription: { response: subscription },
  cancelSubscription: {
    request: { cancel_reason: "Customer's request" },
    response: { ...subscription, state: 'canceled', renew_at: null, cancel_reason: "Customer's request", cancelled_at: AT },
  },
  getOrder: { response: { product: keptProduct, shop: { name: 'Corner Store' } } },
  confirmOrder: {
    request: {
      request: { credit_card: SEALED, customer: { first_name: 'Ada', email: 'ada@shop.example' }, tracking_id: 'order-8' },
    },
    response: accepted,
  },
};
