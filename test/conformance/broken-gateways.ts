// Gateways that break the contract, each in one way: what their answers have that the sandbox's don't.
import type { Passing } from './own-sandbox.js';

/** Changes the JSON of answers to one method and path. */
export const change =
  // oxlint-disable-next-line typescript/no-explicit-any
  (method: string, path: string, edit: (json: any) => unknown) =>
    (passing: Passing): void => {
      if (passing.method !== method || !passing.path.startsWith(path) || passing.status >= 300 || passing.text === '') return;
      passing.text = JSON.stringify(edit(JSON.parse(passing.text)));
    };
const statusOf =
  (method: string, path: string, from: number, to: number) =>
  (passing: Passing): void => {
    if (passing.method === method && passing.path === path && passing.status === from) passing.status = to;
  };
const without =
  (name: string) =>
  ({ [name]: _left, ...rest }: Record<string, unknown>) =>
    rest;
const inTransaction =
  (edit: (transaction: Record<string, unknown>) => unknown) => (json: { transaction?: Record<string, unknown> }) =>
    json.transaction ? { ...json, transaction: edit(json.transaction) } : json;

const P2P = '/ctp/api/p2p';
const VERIFY = '/ctp/api/verify-p2p';

/** A gateway's fault, the section to run, and the rules that must be reported as broken. */
export const BROKEN_GATEWAYS: readonly (readonly [
  fault: string,
  section: string,
  rows: readonly string[],
  spoil: (passing: Passing) => void,
])[] = [
  [
    'times with fractions',
    '2.1',
    ['2.1 timestamps'],
    change(
      'POST',
      P2P,
      inTransaction((one) => ({ ...one, created_at: '2026-01-01T00:00:00.123Z' })),
    ),
  ],
  [
    'times without an offset',
    '2.1',
    ['2.1 timestamps'],
    change(
      'POST',
      P2P,
      inTransaction((one) => ({ ...one, paid_at: '2026-01-01T00:00:00' })),
    ),
  ],
  [
    'a check that accepts any amount',
    '2.2',
    ['2.2 amount'],
    (passing) => {
      if (passing.path === VERIFY && passing.text.includes('"amount":['))
        Object.assign(passing, { status: 200, text: '{"status":"successful"}' });
    },
  ],
  [
    'commissions without currency',
    '2.3',
    ['2.3 commission.currency'],
    change('POST', VERIFY, (json) => ({ ...json, commission: without('currency')(json.commission ?? {}) })),
  ],
  [
    'commissions as text',
    '2.3',
    ['2.3 commission.percent'],
    change('POST', VERIFY, (json) => ({ ...json, commission: { ...json.commission, percent: '1.5' } })),
  ],
  [
    'another fee than it quotes',
    '2.3',
    ['2.6 verify_p2p.bank_fee'],
    change(
      'POST',
      P2P,
      inTransaction((one) => ({ ...one, verify_p2p: { bank_fee: 7 } })),
    ),
  ],
  ['jobs without id', '2.4', ['2.4 job_id'], change('POST', '/ctp/api/async/', without('job_id'))],
  [
    'jobs that never end',
    '2.4',
    ['2.4 status'],
    change('GET', '/ctp/api/async/jobs/', ({ job_id }) => ({ status: 'new', job_id })),
  ],
  [
    'an echoed card number',
    '2.6',
    ['2.6 card data fields'],
    change(
      'POST',
      P2P,
      inTransaction((one) => ({ ...one, number: '4200000000000000' })),
    ),
  ],
  [
    'amounts in major units',
    '2.6',
    ['2.6 transaction.amount'],
    change(
      'POST',
      P2P,
      inTransaction((one) => ({ ...one, amount: Number(one['amount']) / 100 })),
    ),
  ],
  ['no masked card', '2.6', ['2.6 credit_card.last_4'], change('POST', P2P, inTransaction(without('credit_card')))],
  ['prices as text', '2.7', ['2.7 amount'], change('POST', '/products', (json) => ({ ...json, amount: String(json.amount) }))],
  ['ids without prefix', '2.8', ['2.8 id'], change('POST', '/plans', (json) => ({ ...json, id: '7' }))],
  ['customers that forget their phone', '2.9', ['2.9 phone'], change('POST', '/customers', without('phone'))],
  [
    'a decline that was paid',
    '3',
    ['3 failed transfer'],
    change(
      'POST',
      '/transactions/p2ps',
      inTransaction((one) => ({ ...one, paid_at: '2026-01-01T00:00:00Z' })),
    ),
  ],
  [
    'subscriptions that count no paid cycle',
    '4.3',
    ['subscription object'],
    change('GET', '/ctp/api/async/jobs/', (json) =>
      json.response?.subscription
        ? { ...json, response: { subscription: { ...json.response.subscription, paid_billing_cycles: 0 } } }
        : json,
    ),
  ],
  [
    'challenges that can’t be cancelled',
    '6',
    ['transaction statuses'],
    change(
      'GET',
      '/transactions/',
      inTransaction((one) => ({ ...one, status: 'incomplete' })),
    ),
  ],
  [
    'no leave for pages of other origins',
    '5',
    ['CORS'],
    ({ headers }) => {
      for (const name of [...headers.keys()].filter((each) => each.startsWith('access-control-'))) headers.delete(name);
    },
  ],
  ['a Date that pages can’t read', '5', ['CORS'], ({ headers }) => headers.delete('access-control-expose-headers')],
  ['products created with 200', '4.2', ['4.2 POST products'], statusOf('POST', '/products', 201, 200)],
  [
    'lists in an object',
    '4.4',
    ['4.4 GET customers'],
    change('GET', '/customers', (json) => (Array.isArray(json) ? { customers: json } : json)),
  ],
  [
    'errors in a list',
    '7.1',
    ['7.1 errors'],
    (passing) => {
      if (passing.status === 422) passing.text = passing.text.replace(/"errors":\{.*\}(?=\}$)/, '"errors":["wrong"]');
    },
  ],
  [
    'its own error texts',
    '7.2',
    ['7.2'],
    (passing) => {
      passing.text = passing.text.replaceAll("can't be blank", 'is required');
    },
  ],
  [
    'quantities that never decrease',
    '4.2',
    ['2.7 quantity'],
    change('GET', '/products/prd_', (json) => ({ ...json, quantity: 10 })),
  ],
  [
    'notifications of another transaction',
    '6',
    ['6 rule 1'],
    change(
      'POST',
      P2P,
      inTransaction((one) => ({ ...one, uid: 'another' })),
    ),
  ],
  [
    'a charge too many, and retries at another hour',
    '8',
    ['2.8 billing_cycles', '8 plan payment attempts'],
    (passing) => {
      if (!passing.path.startsWith('/v2/transactions/')) return;
      const { transactions } = JSON.parse(passing.text.replaceAll('T03:00:00Z', 'T05:00:00Z')) as { transactions: unknown[] };
      passing.text = JSON.stringify({
        transactions: transactions.length === 2 ? [...transactions, transactions[1]] : transactions,
      });
    },
  ],
  [
    'no duplicate check',
    '8',
    ['8 duplicate check'],
    (passing) => {
      if (!passing.text.includes('duplicate_transaction')) return;
      Object.assign(passing, { status: 200, text: '{"transaction":{"uid":"1","status":"successful"}}' });
    },
  ],
  [
    'no fragments in return_url',
    '2.5',
    ['2.5 return_url'],
    (passing) => {
      if (passing.text.includes('#/checkout')) Object.assign(passing, { status: 422, text: '{"message":"Invalid return_url"}' });
    },
  ],
  [
    'refunds that name no payment',
    '2.7',
    ['captures, voids, refunds'],
    change('POST', '/transactions/refunds', inTransaction(without('parent_uid'))),
  ],
  [
    'captures in no list',
    '2.7',
    ['captures, voids, refunds'],
    change('GET', '/v2/transactions/', (json: { transactions: Record<string, unknown>[] }) => ({
      transactions: json.transactions.filter(({ type }) => type !== 'capture'),
    })),
  ],
];
