import { describe, expect, test } from 'vitest';
import { endpoints } from '../../../src/wire/endpoints.js';
import { type BillingAddress, billingAddressProblems } from '../../../src/wire/request/address.js';
import { bodyOf, changed } from '../fixture.js';

const check = bodyOf('check-request')['request'];
const transfer = bodyOf('transfer-request')['request'];
const schemas = { check: endpoints.verifyP2p.request, transfer: endpoints.p2p.request };

/** Every problem as `path: text`. */
const problems = (kind: keyof typeof schemas, request: unknown): string[] =>
  (schemas[kind].safeParse(request).error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`);

test('every field that spec 2.2 and 2.5 name is accepted unchanged', () => {
  expect(schemas.check.parse(check)).toEqual(check);
  expect(schemas.transfer.parse(transfer)).toEqual(transfer);
});

test('the minimum of each is accepted, and so are tokens instead of numbers, nulls for absent fields, and unknown fields', () => {
  const token = { credit_card: { token: 'a.b.c.d.e' }, recipient_card: { token: 'saved' } };
  expect(problems('check', { amount: 1, currency: 'JPY' })).toEqual([]);
  expect(problems('check', { amount: 1, currency: 'JPY', ...token, test: null, additional_data: null })).toEqual([]);
  expect(
    problems('transfer', { amount: 1, currency: 'JPY', description: 'x', ...token, customer: null, later: { any: 1 } }),
  ).toEqual([]);
});

test('an address with an ü is accepted however often it is checked', () => {
  // Node 20's `URL.canParse` changes its result for it once it is optimized.
  const addressed = changed(transfer, 'return_url', 'https://bücher.example/zurück');
  expect(new Set(Array.from({ length: 20_000 }, () => problems('transfer', addressed).join()))).toEqual(new Set(['']));
});

const ALREADY_BLANK = [undefined, null, ''];

describe.each(['check', 'transfer'] as const)('%s', (kind) => {
  const request = kind === 'check' ? check : transfer;
  test.each([
    ...ALREADY_BLANK.map((value): [string, unknown, string] => ['amount', value, "can't be blank"]),
    ['amount', '3245', 'must be an integer'],
    ['amount', 32.45, 'must be an integer'],
    ['amount', Number.NaN, 'must be an integer'],
    ['amount', 2 ** 53, 'is too large'],
    ['amount', 0, 'must be greater than 0'],
    ['amount', -5, 'must be greater than 0'],
    ...ALREADY_BLANK.map((value): [string, unknown, string] => ['currency', value, "can't be blank"]),
    ['currency', 'usd', 'is not in ISO 4217 Alpha-3 format'],
    ['currency', 'US', 'is not in ISO 4217 Alpha-3 format'],
    ['currency', 'USDT', 'is not in ISO 4217 Alpha-3 format'],
    ['currency', 840, 'is not in ISO 4217 Alpha-3 format'],
    ['test', 'true', 'must be true or false'],
    ['credit_card', 'x', 'must be an object'],
    ['credit_card', [], 'must be an object'],
    ['credit_card.number', 4_200_000_000_000_000, 'must be a string'],
    ['credit_card.exp_month', '13', 'must be a month, 1 to 12'],
    ['credit_card.exp_month', '00', 'must be a month, 1 to 12'],
    ['credit_card.exp_month', 1, 'must be a string'],
    ['credit_card.exp_year', '30', 'must be a year of four digits'],
    ['credit_card.holder', 'x'.repeat(36), 'is too long (maximum is 35 characters)'],
    ['recipient_card.exp_month', 'x', 'must be a month, 1 to 12'],
    ['recipient_card.exp_year', 2030, 'must be a string'],
    ['additional_data', [], 'must be an object'],
    ['additional_data.p2p', 'A1b', 'must be an object'],
    ['additional_data.p2p.type', 'A1bc', 'must be up to 3 letters or digits'],
    ['additional_data.p2p.type', 'ä', 'must be up to 3 letters or digits'],
  ] as [string, unknown, string][])('%s %j', (path, value, text) => {
    expect(problems(kind, changed(request, path, value))).toEqual([`${path}: ${text}`]);
  });

  test.each(['1', '01', '9', '09', '10', '12'])('month %s', (month) => {
    expect(problems(kind, changed(request, 'credit_card.exp_month', month))).toEqual([]);
  });

  test.each([undefined, null, 'text', 5])('no request at all: %j', (value) => {
    expect(problems(kind, value)).toEqual([": can't be blank"]);
  });
});

test.each<[string, unknown, string]>([
  ['description', undefined, "can't be blank"],
  ['description', '', "can't be blank"],
  ['description', '  ', "can't be blank"],
  ['description', 5, 'must be a string'],
  ['expired_at', '2030-01-31', 'is not in ISO 8601 format (YYYY-MM-DDThh:mm:ssTZD)'],
  ['expired_at', '2030-01-31T10:00:00', 'is not in ISO 8601 format (YYYY-MM-DDThh:mm:ssTZD)'],
  ['expired_at', '2030-13-31T10:00:00Z', 'is not in ISO 8601 format (YYYY-MM-DDThh:mm:ssTZD)'],
  ['expired_at', 'tomorrow', 'is not in ISO 8601 format (YYYY-MM-DDThh:mm:ssTZD)'],
  ['expired_at', 5, 'is not in ISO 8601 format (YYYY-MM-DDThh:mm:ssTZD)'],
  ['tracking_id', 5, 'must be a string'],
  ['duplicate_check', 'false', 'must be true or false'],
  ['language', 5, 'must be a string'],
  ['notification_url', 'shop.example', 'is not a URL'],
  ['notification_url', 'ftp://shop.example', 'is not a URL'],
  ['return_url', 'javascript:alert(1)', 'is not a URL'],
  ['return_url', '/back', 'is not a URL'],
  ['credit_card.verification_value', '12', 'must be 3 or 4 digits'],
  ['credit_card.verification_value', '12345', 'must be 3 or 4 digits'],
  ['credit_card.verification_value', 123, 'must be a string'],
  ['additional_data.receipt_text', 'line', 'must be an array of strings'],
  ['additional_data.contract', 'oneclick', 'must be an array'],
  ['customer', 'Ann', 'must be an object'],
  ['customer.email', 5, 'must be a string'],
  ['customer.external_id', 'x'.repeat(256), 'is too long (maximum is 255 characters)'],
  ['sender_billing_address', 'Berlin', 'must be an object'],
  ['recipient_billing_address.zip', 10_115, 'must be a string'],
  ['billing_address.city', [], 'must be a string'],
])('transfer, %s %j', (path, value, text) => {
  expect(problems('transfer', changed(transfer, path, value))).toEqual([`${path}: ${text}`]);
});

test.each(['2030-01-31T23:59:59Z', '2030-01-31T23:59:59+03:00', '2030-01-31T23:59:59-0330', '2030-01-31T23:59:59.123Z'])(
  'time %s',
  (time) => {
    expect(problems('transfer', changed(transfer, 'expired_at', time))).toEqual([]);
  },
);

test('all problems are reported together, each with its path', () => {
  const request = {
    amount: '1',
    currency: 'usd',
    credit_card: { number: 5, exp_month: '13', verification_value: 'x' },
    recipient_card: { holder: 'x'.repeat(36) },
    additional_data: { p2p: { type: '????' } },
    return_url: 'x',
    customer: { ip: 5 },
  };
  expect(problems('transfer', request).sort()).toEqual([
    'additional_data.p2p.type: must be up to 3 letters or digits',
    'amount: must be an integer',
    'credit_card.exp_month: must be a month, 1 to 12',
    'credit_card.number: must be a string',
    'credit_card.verification_value: must be 3 or 4 digits',
    'currency: is not in ISO 4217 Alpha-3 format',
    'customer.ip: must be a string',
    "description: can't be blank",
    'recipient_card.holder: is too long (maximum is 35 characters)',
    'return_url: is not a URL',
  ]);
});

test.each<[BillingAddress, object]>([
  [{}, {}],
  [{ country: 'DE', state: 'Berlin', zip: 'anything' }, {}],
  [{ country: 'US', state: 'NY', zip: '10001' }, {}],
  [{ country: 'US', state: 'NY', zip: '10001-0001' }, {}],
  [
    { country: 'US', state: 'New York', zip: '1000' },
    { state: 'must be two letters', zip: 'is not in NNNNN or NNNNN-NNNN format' },
  ],
  [{ country: 'CA', state: 'Ontario', zip: 'K1A 0B1' }, { state: 'must be two letters' }],
  [{ country: 'USA', state: 'x', zip: '1' }, { country: 'is not in ISO 3166-1 Alpha-2 format' }],
  [{ country: 'us' }, { country: 'is not in ISO 3166-1 Alpha-2 format' }],
])('spec 2.1 finds these problems in the address %j: %j', (address, expected) => {
  expect(billingAddressProblems(address)).toEqual(expected);
});
