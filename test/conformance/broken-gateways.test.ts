import { afterAll, beforeAll, expect, test } from 'vitest';
import { failures } from '../../demo/conformance/answers/findings.js';
import { textReport } from '../../demo/conformance/answers/report.js';
import { run, type Run } from '../../demo/conformance/run.js';
import { spoiled, startSandbox, type Passing, type Sandbox } from './own-sandbox.js';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
}, 60_000);
afterAll(() => sandbox?.stop());

/** Changes the JSON of answers to one method and path. */
const change =
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

/** One section, with little patience and few random requests. */
const hasty = ({ settings, ...rest }: Run, section: string): Run => ({
  ...rest,
  settings: { ...settings, jobPatience: 2500, badInput: { ...settings.badInput, runs: 3 } },
  only: [section],
});

const P2P = '/ctp/api/p2p';
const VERIFY = '/ctp/api/verify-p2p';

// A gateway's fault, the section to run, and the rules that must be reported as broken.
test.each<[fault: string, section: string, rows: string, spoil: (passing: Passing) => void]>([
  [
    'times with fractions',
    '2.1',
    '2.1 timestamps',
    change(
      'POST',
      P2P,
      inTransaction((one) => ({ ...one, created_at: '2026-01-01T00:00:00.123Z' })),
    ),
  ],
  [
    'times without an offset',
    '2.1',
    '2.1 timestamps',
    change(
      'POST',
      P2P,
      inTransaction((one) => ({ ...one, paid_at: '2026-01-01T00:00:00' })),
    ),
  ],
  [
    'a check that accepts any amount',
    '2.2',
    '2.2 amount',
    (passing) => {
      if (passing.path === VERIFY && passing.text.includes('"amount":['))
        Object.assign(passing, { status: 200, text: '{"status":"successful"}' });
    },
  ],
  [
    'commissions without currency',
    '2.3',
    '2.3 commission.currency',
    change('POST', VERIFY, (json) => ({ ...json, commission: without('currency')(json.commission ?? {}) })),
  ],
  [
    'commissions as text',
    '2.3',
    '2.3 commission.percent',
    change('POST', VERIFY, (json) => ({ ...json, commission: { ...json.commission, percent: '1.5' } })),
  ],
  [
    'another fee than it quotes',
    '2.3',
    '2.6 verify_p2p.bank_fee',
    change(
      'POST',
      P2P,
      inTransaction((one) => ({ ...one, verify_p2p: { bank_fee: 7 } })),
    ),
  ],
  ['jobs without id', '2.4', '2.4 job_id', change('POST', '/ctp/api/async/', without('job_id'))],
  [
    'jobs that never end',
    '2.4',
    '2.4 status',
    change('GET', '/ctp/api/async/jobs/', ({ job_id }) => ({ status: 'new', job_id })),
  ],
  [
    'an echoed card number',
    '2.6',
    '2.6 card data fields',
    change(
      'POST',
      P2P,
      inTransaction((one) => ({ ...one, number: '4200000000000000' })),
    ),
  ],
  [
    'amounts in major units',
    '2.6',
    '2.6 transaction.amount',
    change(
      'POST',
      P2P,
      inTransaction((one) => ({ ...one, amount: Number(one['amount']) / 100 })),
    ),
  ],
  ['no masked card', '2.6', '2.6 credit_card.last_4', change('POST', P2P, inTransaction(without('credit_card')))],
  ['prices as text', '2.7', '2.7 amount', change('POST', '/products', (json) => ({ ...json, amount: String(json.amount) }))],
  ['ids without prefix', '2.8', '2.8 id', change('POST', '/plans', (json) => ({ ...json, id: '7' }))],
  ['customers that forget their phone', '2.9', '2.9 phone', change('POST', '/customers', without('phone'))],
  [
    'a decline that was paid',
    '3',
    '3 failed transfer',
    change(
      'POST',
      '/transactions/p2ps',
      inTransaction((one) => ({ ...one, paid_at: '2026-01-01T00:00:00Z' })),
    ),
  ],
  [
    'subscriptions that count no paid cycle',
    '4.3',
    'subscription object',
    change('GET', '/ctp/api/async/jobs/', (json) =>
      json.response?.subscription
        ? { ...json, response: { subscription: { ...json.response.subscription, paid_billing_cycles: 0 } } }
        : json,
    ),
  ],
  [
    'challenges that can’t be cancelled',
    '6',
    'transaction statuses',
    change(
      'GET',
      '/transactions/',
      inTransaction((one) => ({ ...one, status: 'incomplete' })),
    ),
  ],
  ['products created with 200', '4.2', '4.2 POST products', statusOf('POST', '/products', 201, 200)],
  [
    'lists in an object',
    '4.4',
    '4.4 GET customers',
    change('GET', '/customers', (json) => (Array.isArray(json) ? { customers: json } : json)),
  ],
  [
    'errors in a list',
    '7.1',
    '7.1 errors',
    (passing) => {
      if (passing.status === 422) passing.text = passing.text.replace(/"errors":\{.*\}(?=\}$)/, '"errors":["wrong"]');
    },
  ],
  [
    'its own error texts',
    '7.2',
    '7.2',
    (passing) => {
      passing.text = passing.text.replaceAll("can't be blank", 'is required');
    },
  ],
  [
    'quantities that never decrease',
    '4.2',
    '2.7 quantity',
    change('GET', '/products/prd_', (json) => ({ ...json, quantity: 10 })),
  ],
  [
    'notifications of another transaction',
    '6',
    '6 rule 1',
    change(
      'POST',
      P2P,
      inTransaction((one) => ({ ...one, uid: 'another' })),
    ),
  ],
  [
    'a charge too many, and retries at another hour',
    '8',
    '2.8 billing_cycles, 8 plan payment attempts',
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
    '8 duplicate check',
    (passing) => {
      if (!passing.text.includes('duplicate_transaction')) return;
      Object.assign(passing, { status: 200, text: '{"transaction":{"uid":"1","status":"successful"}}' });
    },
  ],
  [
    'no fragments in return_url',
    '2.5',
    '2.5 return_url',
    (passing) => {
      if (passing.text.includes('#/checkout')) Object.assign(passing, { status: 422, text: '{"message":"Invalid return_url"}' });
    },
  ],
])('a gateway with %s breaks its rules in section %s', { timeout: 120_000 }, async (_, section, rows, spoil) => {
  const gateway = await spoiled(sandbox.urls.gateway_url, spoil);
  try {
    const broken = failures(await run(hasty(sandbox.settings('certified', gateway.url), section)), false);
    expect(broken.map(({ rule }) => rule.row)).toEqual(expect.arrayContaining(rows.split(', ')));
  } finally {
    gateway.close();
  }
});

test('a gateway with a card number in any response is detected', { timeout: 60_000 }, async () => {
  const gateway = await spoiled(
    sandbox.urls.gateway_url,
    change('GET', '/ctp/api/async/jobs/', (json) => ({ ...json, card: '4005550000000019' })),
  );
  try {
    const broken = failures(
      await run({ ...hasty(sandbox.settings('certified', gateway.url), '2.6'), only: ['2.4', '2.6'] }),
      false,
    );
    expect(broken.map(({ statement }) => statement)).toContain('no response has a whole card number');
  } finally {
    gateway.close();
  }
});

test('a gateway that differs only where we decided conforms unless the run is strict', { timeout: 60_000 }, async () => {
  // Bad credentials are forbidden (403), which the spec does not forbid.
  const gateway = await spoiled(sandbox.urls.gateway_url, (passing) => {
    if (passing.status === 401) passing.status = 403;
  });
  try {
    const findings = await run({ ...sandbox.settings('certified', gateway.url), only: ['5'] });
    expect(failures(findings, false)).toEqual([]);
    expect(failures(findings, true).length).toBeGreaterThan(10);
    expect(textReport(findings, false)).toMatch(/differs .*401|decided otherwise/);
  } finally {
    gateway.close();
  }
});

test('a gateway that leaks internals or fails at a bad request is detected', { timeout: 60_000 }, async () => {
  const gateway = await spoiled(sandbox.urls.gateway_url, (passing) => {
    if (passing.status !== 400) return;
    Object.assign(passing, {
      status: 500,
      text: 'SyntaxError: Unexpected token\n    at JSON.parse (/srv/node_modules/gateway/index.js:1:1)',
    });
  });
  try {
    const broken = failures(await run(hasty(sandbox.settings('certified', gateway.url), '7')), true);
    expect(broken.filter(({ statement }) => statement.includes('any text for a body'))).not.toEqual([]);
    expect(broken.filter(({ statement }) => statement.endsWith('reveals no internals'))).not.toEqual([]);
  } finally {
    gateway.close();
  }
});

test('a report of failures carries no card data, no seal and no secret', { timeout: 60_000 }, async () => {
  // Everything fails, and the gateway repeats what it is sent.
  const gateway = await spoiled(sandbox.urls.gateway_url, (passing) => {
    Object.assign(passing, { status: 500, text: JSON.stringify({ number: '4200000000000000', said: passing.text }) });
  });
  const settings = { ...sandbox.settings('certified', gateway.url), only: ['2.2', '2.6', '4.1', '5'] };
  try {
    const report = textReport(await run(settings), true);
    expect(report.includes('FAILED')).toBe(true);
    // Not the whole report when it fails: it is long.
    for (const leak of [/.{30}\d{12,}/, /.{30}"verification_value":"\d/, /.{30}eyJ[\w-]{40,}\./])
      expect(leak.exec(report)?.[0]).toBeUndefined();
    expect(report.includes(settings.shop.secretKey)).toBe(false);
  } finally {
    gateway.close();
  }
});

test('an address that nothing answers at is an error, not a report', async () => {
  const settings = sandbox.settings('certified', 'http://127.0.0.1:1');
  await expect(run(settings)).rejects.toThrow("http://127.0.0.1:1 can't be reached");
});
