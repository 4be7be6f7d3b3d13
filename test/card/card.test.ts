import { expect, test } from 'vitest';
import { cardFacts, checkCard, type CardDraft, type CardField } from '../../src/card/card.js';

const NOW = Date.UTC(2026, 10, 21);
const FULL: CardDraft = { number: '4200 0000 0000 0000', expiry: '01 / 27', holder: ' Ada  Lovelace', verification_value: '123' };
const ALL: readonly CardField[] = ['number', 'exp_month', 'exp_year', 'holder', 'verification_value'];

test('builds the section in the spec’s spelling', () => {
  expect(checkCard(FULL, { required: ALL, now: NOW })).toEqual({
    state: 'valid',
    card: { number: '4200000000000000', exp_month: '01', exp_year: '2027', holder: 'Ada Lovelace', verification_value: '123' },
  });
});

test('leaves out empty optional fields', () => {
  expect(checkCard({ number: '4200000000000000', expiry: '', holder: ' ' }, { required: ['number'], now: NOW })).toEqual({
    state: 'valid',
    card: { number: '4200000000000000' },
  });
});

test('includes optional fields that are filled in', () => {
  const check = checkCard({ number: '4200000000000000', holder: 'Ada' }, { required: ['number'], now: NOW });
  expect(check).toEqual({ state: 'valid', card: { number: '4200000000000000', holder: 'Ada' } });
});

test('refuses invalid optional fields', () => {
  expect(checkCard({ number: '4200000000000000', expiry: '10/26' }, { required: ['number'], now: NOW })).toEqual({
    state: 'refused',
    verdicts: { expiry: { state: 'invalid', reason: 'past' } },
  });
});

test('gives a reason for every failing input', () => {
  const draft = { number: '42', expiry: '13', holder: '4200 0000 0000 0000', verification_value: '' };
  expect(checkCard(draft, { required: ALL, now: NOW })).toEqual({
    state: 'refused',
    verdicts: {
      number: { state: 'incomplete', reason: 'too_short' },
      expiry: { state: 'invalid', reason: 'month' },
      holder: { state: 'invalid', reason: 'card_number' },
      verification_value: { state: 'incomplete', reason: 'empty' },
    },
  });
});

test.each([[['exp_month']], [['exp_year']]] as const)('requires the expiry when %j is required', (required) => {
  expect(checkCard({}, { required, now: NOW })).toEqual({
    state: 'refused',
    verdicts: { expiry: { state: 'incomplete', reason: 'empty' } },
  });
});

test('sends only the included fields', () => {
  const include = ['number', 'holder'] as const;
  expect(checkCard(FULL, { required: ['number'], include, now: NOW })).toEqual({
    state: 'valid',
    card: { number: '4200000000000000', holder: 'Ada Lovelace' },
  });
  expect(checkCard(FULL, { required: [], include: ['exp_month'], now: NOW })).toEqual({
    state: 'valid',
    card: { exp_month: '01' },
  });
});

test('ignores fields that are not included, so that a half-typed verification value does not delay a check', () => {
  const draft = { ...FULL, verification_value: '1', expiry: '13' };
  expect(checkCard(draft, { required: ['number', 'verification_value'], include: ['number'], now: NOW })).toEqual({
    state: 'valid',
    card: { number: '4200000000000000' },
  });
});

test('checks the verification value by the brand of the number', () => {
  const amex = { ...FULL, number: '3782 822463 10005' };
  expect(checkCard(amex, { required: ALL, now: NOW })).toEqual({
    state: 'refused',
    verdicts: { verification_value: { state: 'incomplete', reason: 'too_short' } },
  });
  expect(checkCard({ ...amex, verification_value: '1234' }, { required: ALL, now: NOW }).state).toBe('valid');
});

test('a saved card needs only its verification value', () => {
  expect(checkCard({ verification_value: '1234' }, { required: ['verification_value'], now: NOW })).toEqual({
    state: 'valid',
    card: { verification_value: '1234' },
  });
});

test.each([
  ['letters', 'card', 'characters'],
  ['more than 19 digits', '4200 0000 0000 0000 0000', 'too_long'],
])('refuses %s as a number, required or not', (_, number, reason) => {
  expect(checkCard({ number }, { required: [], now: NOW })).toEqual({
    state: 'refused',
    verdicts: { number: { state: 'invalid', reason } },
  });
});

test('a refusal contains no digit that was typed', () => {
  const draft = { number: '4200000000000001234', expiry: '0127', holder: '4200000000000000', verification_value: '98765' };
  expect(JSON.stringify(checkCard(draft, { required: ALL, now: NOW }))).not.toMatch(/\d/);
});

test.each([
  ['', {}],
  ['42', { brand: 'visa' }],
  ['42000000000', { brand: 'visa' }],
  ['420000000000', { brand: 'visa', bin: '420000' }],
  ['420000000000000', { brand: 'visa', bin: '420000' }],
  ['4200000000000018', { brand: 'visa', bin: '420000', last4: '0018' }],
  ['4200000000000001', { brand: 'visa', bin: '420000' }],
  ['1000000000000008', { bin: '100000', last4: '0008' }],
  // Passes Luhn, but the first six and last four would leave only two digits unknown.
  ['501800000009', { brand: 'maestro', bin: '501800' }],
])('for %j these facts may be known: %j', (digits, facts) => {
  expect(cardFacts(digits)).toEqual(facts);
});

test('typing a whole card reveals only its first six and last four digits', () => {
  const digits = '4012888888881881';
  const shown = Array.from(digits, (_, i) => cardFacts(digits.slice(0, i + 1)));
  expect(new Set(shown.map(({ bin }) => bin))).toEqual(new Set([undefined, '401288']));
  expect(new Set(shown.map(({ last4 }) => last4))).toEqual(new Set([undefined, '1881']));
});
