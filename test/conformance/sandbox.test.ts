import process from 'node:process';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { createDatabase } from '../gateway/database.js';
import { failures, type Finding } from '../../demo/conformance/answers/findings.js';
import { contractRows } from './contract-rows.js';
import { startSandbox, type Sandbox } from './own-sandbox.js';
import { count, textReport } from '../../demo/conformance/answers/report.js';
import { run, type Run } from '../../demo/conformance/run.js';
import type { Section } from '../../demo/conformance/section.js';
import { SECTIONS } from '../../demo/conformance/sections.js';

const NUMBERS = [...new Set(SECTIONS.map(({ number }) => number))];
// Bad requests do not depend on the shop.
const OF_BOTH = NUMBERS.filter((number) => number !== '7');

let sandbox: Sandbox;
beforeAll(async () => {
  const server = inject('postgresUrl');
  sandbox = await startSandbox(server && (await createDatabase(server)));
  // For a start that hangs: it includes a build, which takes minutes on a busy machine.
}, 900_000);
afterAll(() => sandbox?.stop());

// Every row of the tables in spec 2, copied by hand, to find rows that the suite forgets.
const CARD_FIELDS = ['number', 'exp_month', 'exp_year', 'holder', 'token'];
const ADDRESS_FIELDS = ['first_name', 'last_name', 'country', 'city', 'state', 'zip', 'address', 'phone'];
const within = (name: string, fields: readonly string[]): string[] => fields.map((field) => `${name}.${field}`);
const ROWS: readonly (readonly [section: string, rows: readonly string[]])[] = [
  ['2.1', ['amounts', 'currency', 'timestamps', 'country', 'state', 'zip', 'language', 'test']],
  [
    '2.2',
    [
      'amount',
      'currency',
      'credit_card',
      ...within('credit_card', CARD_FIELDS),
      'recipient_card',
      ...within('recipient_card', CARD_FIELDS),
      'test',
      'additional_data',
      'additional_data.p2p',
      'additional_data.p2p.type',
    ],
  ],
  [
    '2.3',
    [
      'status',
      'message',
      'commission',
      ...within('commission', ['minimum', 'percent', 'bank_fee', 'currency']),
      'test',
      'required_fields',
      ...within('required_fields', ['credit_card', 'recipient_card']),
    ],
  ],
  ['2.4', ['status', 'job_id', 'response', ...within('response', ['status', 'errors', 'message', 'finished'])]],
  [
    '2.5',
    [
      'amount',
      'currency',
      'description',
      'expired_at',
      'tracking_id',
      'duplicate_check',
      'language',
      'notification_url',
      'return_url',
      'test',
      ...within('credit_card', [...CARD_FIELDS, 'verification_value']),
      ...within('recipient_card', CARD_FIELDS),
      'additional_data',
      ...within('additional_data', ['receipt_text', 'contract', 'p2p.type']),
      'customer',
      ...within('customer', ['ip', 'email', 'device_id', 'external_id']),
      'sender_billing_address',
      ...within('sender_billing_address', ADDRESS_FIELDS),
      'recipient_billing_address',
      ...within('recipient_billing_address', ADDRESS_FIELDS),
      'billing_address',
      ...within('billing_address', ADDRESS_FIELDS),
    ],
  ],
  [
    '2.6',
    [
      ...within('transaction', [
        'uid',
        'id',
        'status',
        'amount',
        'currency',
        'description',
        'type',
        'payment_method_type',
        'tracking_id',
        'message',
        'test',
        'created_at',
        'updated_at',
        'paid_at',
        'redirect_url',
        'receipt_url',
        'language',
        'credit_card',
        'recipient_card',
        'verify_p2p',
        'p2p',
        'customer',
        'sender_billing_address',
        'recipient_billing_address',
        'additional_data',
      ]),
      ...['credit_card', 'recipient_card'].flatMap((name) =>
        within(name, [
          'holder',
          'stamp',
          'brand',
          'last_4',
          'first_1',
          'bin',
          'issuer_country',
          'issuer_name',
          'product',
          'exp_month',
          'exp_year',
          'token',
        ]),
      ),
      ...within('verify_p2p', ['status', 'message', 'amount', 'currency', 'bank_fee', 'required_fields']),
      ...within('p2p', ['ref_id', 'bank_code', 'message', 'amount', 'currency', 'billing_descriptor', 'gateway_id', 'status']),
    ],
  ],
  [
    '2.7',
    [
      'name',
      'description',
      'currency',
      'amount',
      'quantity',
      'infinite',
      'visible_fields',
      'test',
      'immortal',
      'expired_at',
      'return_url',
      'shop_id',
      'language',
      'transaction_type',
      'id',
      'created_at',
      'updated_at',
      'additional_data',
      'pay_url',
      'payment_url',
      'confirm_url',
    ],
  ],
  [
    '2.8',
    [
      'test',
      'title',
      'currency',
      'plan',
      ...within('plan', ['amount', 'interval', 'interval_unit']),
      'trial',
      ...within('trial', ['amount', 'interval', 'interval_unit', 'as_first_payment']),
      'language',
      'infinite',
      'billing_cycles',
      'number_payment_attempts',
      'prevent_payments_at_night',
      'id',
    ],
  ],
  ['2.9', ['first_name', 'last_name', 'address', 'city', 'country', 'zip', 'state', 'phone', 'email', 'ip', 'external_id', 'id']],
  ['4.1', ['row 1', 'row 2', 'row 3', 'row 4', 'row 5', 'row 6', 'row 7', 'rule 1', 'rule 2', 'rule 3']],
  ['4.2', ['POST products', 'GET product', 'GET products', 'PUT product']],
  ['4.3', ['POST plans', 'plans/{id}/pay', 'GET plan', 'GET plans']],
  ['4.4', ['POST customers', 'GET customer', 'GET customers']],
  ['5', ['gateway', 'checkout', 'base']],
  ['6', ['rule 1', 'rule 2']],
  ['7.1', ['error_code', 'message', 'errors']],
  [
    '8',
    [
      'duplicate check',
      'tracking_id lookup',
      'holder length',
      'p2p.type length',
      'external_id length',
      'plan payment attempts',
      'night window',
      'plan count',
    ],
  ],
  ['9', ['rule 1', 'rule 2']],
];

const WHOLE = [['certified', NUMBERS]] as const;
// The other shop only refuses plain cards; and on a PostgreSQL server only the store differs.
const isLong = process.env['LONG'] === '1' && inject('postgresUrl') === undefined;
const shops = isLong ? ([...WHOLE, ['sealing', OF_BOTH]] as const) : WHOLE;

/** Runs the suite, or reports in which section it hangs: longer than a busy machine needs for one. */
async function runUnlessItHangs(settings: Run): Promise<readonly Finding[]> {
  let timer: NodeJS.Timeout | undefined;
  let hang = (_error: Error): void => undefined;
  const late = new Promise<never>((_, reject) => (hang = reject));
  const begin = (at: string): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      hang(new Error(`The suite hangs at ${at}. The sandbox's last lines:\n${sandbox.lastLines()}`));
    }, 240_000);
  };
  begin('its start');
  const progress = ({ number, title }: Section): void => begin(`section ${number} (${title})`);
  return Promise.race([run({ ...settings, progress }), late]).finally(() => clearTimeout(timer));
}

describe.each(shops)('the sandbox, in a strict run as its %s shop', (kind, numbers) => {
  let findings: readonly Finding[];
  beforeAll(async () => {
    findings = await runUnlessItHangs({ ...sandbox.settings(kind), only: numbers });
  }, 1_800_000);

  test.each(numbers)('keeps section %s', (number) => {
    const here = findings.filter(({ section }) => section === number);
    expect(textReport(failures(here, true), true)).toBe(textReport([], true));
    expect(count(here).passed).toBeGreaterThan(4);
  });

  test.each(ROWS)('is tested for every row of section %s', (section, rows) => {
    const asked = new Set(findings.filter(({ rule }) => rule.source === 'spec').map(({ rule }) => rule.row));
    expect(rows.map((row) => `${section} ${row}`).filter((row) => !asked.has(row))).toEqual([]);
  });

  test.runIf(kind === 'certified')(
    'docs/contract-rows.md has each row and rule of the spec, with the tests that hold it',
    async () => {
      await expect(contractRows(findings)).toMatchFileSnapshot('../../docs/contract-rows.md');
    },
  );

  test('is checked in full: only plain card data is left out', () => {
    const left = findings.filter(({ result }) => result === 'not checked').map(({ statement }) => statement);
    expect(left).toEqual(kind === 'certified' ? ['plain card data is refused from a shop that must encrypt'] : []);
  });
});

test('rules of one source are reported alone', async () => {
  const settings = { ...sandbox.settings('certified'), only: ['2.9', '6'] };
  for (const source of ['spec', 'fact', 'decision'] as const) {
    const findings = await runUnlessItHangs({ ...settings, rules: [source] });
    expect(findings.length).toBeGreaterThan(0);
    expect(findings.filter(({ rule }) => rule.source !== source)).toEqual([]);
  }
});

// Last, because it changes the clock for later runs.
test('a sandbox with a frozen clock is refused, since its jobs would never end', async () => {
  const settings = sandbox.settings('certified');
  const setClock = (change: object) =>
    fetch(`${settings.addresses.console}/sandbox/clock`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(change),
    });
  await setClock({ frozen: true });
  await expect(run(settings)).rejects.toThrow(/clock stands still.*\{"frozen": false\}/);
  await setClock({ frozen: false });
});
