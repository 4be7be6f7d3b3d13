import { expect, test } from 'vitest';
import { MAX_LENGTH, readMessage } from '../../src/channel/typed-port.js';
import { toFrame } from '../../src/channel/to-frame.js';
import { toPage } from '../../src/channel/to-page.js';
import { isThemeValue, THEME_TOKENS } from '../../src/channel/theme-tokens.js';
import { FIELD_TEXT_KEYS, TEXTS_AT_ONCE } from '../../src/channel/field-texts.js';
import { CATALOGUES } from '../locales/all-catalogues.js';

const refusal = (errors: unknown): string => JSON.stringify({ kind: 'refuse', serial: 1, errors });
const CLEAR = { kind: 'clear', serial: 1, what: 'all' };

test('reads a message that matches the schema into objects without a prototype', () => {
  const message = readMessage(JSON.stringify({ kind: 'require', serial: 3, fields: { credit_card: ['holder'] } }), toFrame);
  expect(message).toEqual({ kind: 'require', serial: 3, fields: { credit_card: ['holder'] } });
  expect(Object.getPrototypeOf(message)).toBeNull();
  expect(Object.getPrototypeOf((message as { fields: object }).fields)).toBeNull();
});

test('reads the items of a list into objects without a prototype', () => {
  const errors = [{ path: ['credit_card', 'number'], messages: ['Another card'] }];
  const message = readMessage(refusal(errors), toFrame) as { errors: readonly object[] };
  expect(message).toEqual({ kind: 'refuse', serial: 1, errors });
  expect(Object.getPrototypeOf(message.errors[0])).toBeNull();
});

test.each<[string, unknown]>([
  ['an object, not a text', CLEAR],
  ['nothing', undefined],
  ['text that is not JSON', '{kind:"clear"}'],
  ['a text in JSON', '"clear"'],
  ['null', 'null'],
  ['a list', JSON.stringify([CLEAR])],
  ['a missing kind', JSON.stringify({ serial: 1, what: 'all' })],
  ['an unknown kind', JSON.stringify({ ...CLEAR, kind: 'read' })],
  ['a kind of the prototype', JSON.stringify({ ...CLEAR, kind: 'constructor' })],
  ['the prototype itself as a kind', JSON.stringify({ ...CLEAR, kind: '__proto__' })],
  ['a kind that is not a text', JSON.stringify({ ...CLEAR, kind: ['clear'] })],
  ['a message of the other direction', JSON.stringify({ kind: 'ready', thumbprint: 'a'.repeat(43) })],
  ['an extra member', JSON.stringify({ ...CLEAR, number: '4200000000000000' })],
  ['a missing member', JSON.stringify({ kind: 'clear', serial: 1 })],
  ['a prototype as a member', '{"kind":"clear","serial":1,"what":"all","__proto__":{"x":1}}'],
  ['another value', JSON.stringify({ ...CLEAR, what: 'number' })],
  ['a negative number', JSON.stringify({ ...CLEAR, serial: -1 })],
  ['a fraction', JSON.stringify({ ...CLEAR, serial: 0.5 })],
  ['more than 4096 characters', JSON.stringify(CLEAR) + ' '.repeat(MAX_LENGTH)],
  ['a megabyte', JSON.stringify({ ...CLEAR, what: 'a'.repeat(1_000_000) })],
  ['a field that no card has', JSON.stringify({ kind: 'require', serial: 1, fields: { credit_card: ['constructor'] } })],
  ['a section that no payment has', JSON.stringify({ kind: 'require', serial: 1, fields: { constructor: ['holder'] } })],
  ['an extra member in an item of a list', refusal([{ path: ['amount'], messages: ['Too much'], number: '4200000000000000' }])],
  ['a missing member in an item of a list', refusal([{ path: ['amount'] }])],
  ['a list of other things', refusal(['amount'])],
  ['a list with too many items', refusal(Array.from({ length: 9 }, () => ({ path: [], messages: [] })))],
  ['an object in place of a list', refusal({ length: 0 })],
  ['a number in place of a text', refusal([{ path: [1], messages: [] }])],
  ['a text in place of a boolean', JSON.stringify({ kind: 'complain', id: 1, movesFocus: 'true' })],
  ['a token that would load an address', JSON.stringify({ kind: 'theme', values: ['url(https://evil.example)'] })],
])('drops %s', (_, data) => {
  expect(readMessage(data, toFrame)).toBeUndefined();
});

test('a polluted prototype fills in nothing', () => {
  const polluted = Object.prototype as { what?: string };
  polluted.what = 'all';
  try {
    expect(readMessage(JSON.stringify({ kind: 'clear', serial: 1 }), toFrame)).toBeUndefined();
  } finally {
    delete polluted.what;
  }
});

const STATE = {
  checkable: true,
  complete: true,
  revision: 1,
  source: { brand: 'visa', bin: '420000', last4: '0000' },
  recipient: {},
  sameCard: false,
  isFilled: true,
  missing: {},
  hasAgreed: false,
};
const state = (change: object) => JSON.stringify({ kind: 'state', seen: 1, hasFocus: true, state: { ...STATE, ...change } });

test('a state with brand, BIN and last four reaches the page', () => {
  expect(readMessage(state({}), toPage)).toMatchObject({ kind: 'state', state: STATE });
});

test.each([
  ['a whole card number in place of the BIN', { source: { bin: '4200000000000000' } }],
  ['a whole card number in place of the last four', { source: { last4: '4200000000000000' } }],
  ['digits in place of a brand', { source: { brand: '4200000000000000' } }],
  ['a member with digits', { number: '4200000000000000' }],
  ['lengths', { source: { length: 16 } }],
])('%s does not reach the page', (_, change) => {
  expect(readMessage(state(change), toPage)).toBeUndefined();
});

test.each(Object.entries(CATALOGUES))('all sentences of the fields fit into their messages: %s', (_, words) => {
  for (let first = 0; first < FIELD_TEXT_KEYS.length; first += TEXTS_AT_ONCE) {
    const texts = FIELD_TEXT_KEYS.slice(first, first + TEXTS_AT_ONCE).map((key) => words[key]);
    expect(readMessage(JSON.stringify({ kind: 'words', first, words: texts }), toFrame)).toBeDefined();
  }
});

test('the longest sentences that a page may set fit too', () => {
  const words = Array.from({ length: TEXTS_AT_ONCE }, () => 'я'.repeat(300));
  expect(readMessage(JSON.stringify({ kind: 'words', first: 0, words }), toFrame)).toBeDefined();
});

test('both sections sealed for the largest key fit into their messages', () => {
  // RSA of 16,384 bits: 2731 characters for the key, 768 for the text, and the rest.
  const token = 'a'.repeat(3900);
  expect(readMessage(JSON.stringify({ kind: 'sealed', id: 1, section: 'recipient_card', token, of: 2 }), toPage)).toBeDefined();
});

test.each([
  '#0b5fff',
  'light-dark(#fff, rgb(0 0 0 / 50%))',
  'oklch(70% 0.1 200)',
  '1.5rem',
  'calc(1rem + 2px)',
  '"Open Sans", sans-serif',
  '',
])('a token may be %j', (value) => {
  expect(isThemeValue(value)).toBe(true);
});

test.each([
  'url(https://evil.example/a.png)',
  'URL ("a")',
  'image-set("a.png" 1x)',
  'cross-fade(url(a), red)',
  'var(--x)',
  'attr(value)',
  'env(a)',
  'red; background: blue',
  'red}',
  '\\75rl(a)',
  'a'.repeat(201),
])('a token may not be %j', (value) => {
  expect(isThemeValue(value)).toBe(false);
});

test('a theme with a value for every token is accepted', () => {
  expect(readMessage(JSON.stringify({ kind: 'theme', values: THEME_TOKENS.map(() => 'red') }), toFrame)).toBeDefined();
});

test.each([
  ['Mum', true],
  ['Мама и папа', true],
  ['أمي', true],
  ['m'.repeat(40), true],
  ['', false],
  ['m'.repeat(41), false],
  ['Mum 1111', false],
  ['To: Mum', false],
  ['Mum\u202E', false],
  [`M${'\u0301'.repeat(5)}`, false],
])('the frame takes saved cards with the label %j: %s', (label, isTaken) => {
  const cards = [{ token: 'token', brand: 'visa', last_4: '1111', label }];
  const saved = { kind: 'saved', serial: 1, section: 'recipient_card', first: 0, count: 1, cards };
  expect(readMessage(JSON.stringify(saved), toFrame) !== undefined).toBe(isTaken);
});
