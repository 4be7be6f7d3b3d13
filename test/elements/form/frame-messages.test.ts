import { describe, expect, test } from 'vitest';
import { CARD_FIELDS } from '../../../src/card/card-fields.js';
import { FIELD_TEXT_KEYS, TEXTS_AT_ONCE } from '../../../src/channel/field-texts.js';
import { MAX_LENGTH, readMessage } from '../../../src/channel/typed-port.js';
import { type ToFrame, toFrame } from '../../../src/channel/to-frame.js';
import { CARDS_AT_ONCE } from '../../../src/channel/values.js';
import {
  changes,
  errorOf,
  isOtherShop,
  NOTHING_TOLD,
  onlyKnown,
  otherKey,
  shortened,
  type Told,
} from '../../../src/elements/form/framed/frame-messages.js';
import { en } from '../../../src/locales/en.js';

const SHOP = { publicKey: 'MIIB', checkoutUrl: 'https://gateway.example/ctp' };
const cards = (count: number) => Array.from({ length: count }, (_, index) => ({ token: `token-${index}`.padEnd(200, '.') }));

const TOLD: Told = {
  shop: SHOP,
  words: { ...en, language: 'en' },
  theme: ['#000000'],
  settings: {
    shop: SHOP,
    subject: { operation: 'transfer', currency: 'USD', amount: 100 },
    language: 'en',
    collect: {},
    saved: {},
    autoAdvance: false,
    guards: true,
  },
  sections: ['source_card', 'recipient_card'],
  status: { act: 'send', isBusy: false, isLocked: false, isDisabled: true },
  knows: () => true,
};
const withSaved = (count: number): Told => ({
  ...TOLD,
  settings: { ...TOLD.settings, saved: { credit_card: { cards: cards(count), chosen: undefined } } },
});
const kinds = (messages: readonly ToFrame[]): string[] => [...new Set(messages.map(({ kind }) => kind))];

test('a new frame gets the shop, words, theme, settings and status, in this order, and no empty list of saved cards', () => {
  const { messages } = changes(NOTHING_TOLD, TOLD);
  expect(kinds(messages)).toEqual(['shop', 'words', 'theme', 'set', 'status']);
  const sentences = messages.flatMap((message) => (message.kind === 'words' ? message.words : []));
  expect(sentences).toEqual(FIELD_TEXT_KEYS.map((key) => en[key]));
});

test('a frame gets messages only about what has changed', () => {
  const { known } = changes(NOTHING_TOLD, TOLD);
  expect(changes(known, TOLD).messages).toEqual([]);
  expect(changes(known, { ...TOLD, theme: ['#ffffff'] }).messages).toEqual([{ kind: 'theme', values: ['#ffffff'] }]);
  const words = { ...TOLD.words, number: 'Another number' };
  expect(changes(known, { ...TOLD, words }).messages).toMatchObject([{ kind: 'words', first: 0 }]);
});

test('each part of the sentences says where it begins, and only a part that has changed is sent again', () => {
  const { known, messages } = changes(NOTHING_TOLD, TOLD);
  const firsts = messages.flatMap((message) => (message.kind === 'words' ? message.first : []));
  expect(firsts).toEqual(firsts.map((_, index) => index * TEXTS_AT_ONCE));
  expect(firsts.length).toBeGreaterThan(1);
  const last = FIELD_TEXT_KEYS.at(-1)!;
  const words = { ...TOLD.words, [last]: 'Another sentence' };
  expect(changes(known, { ...TOLD, words }).messages).toMatchObject([{ kind: 'words', first: firsts.at(-1)! }]);
});

test('the page tells the shop, the settings and the status as they are', () => {
  const { messages } = changes(NOTHING_TOLD, TOLD);
  expect(messages.filter(({ kind }) => kind !== 'words')).toEqual([
    { kind: 'shop', ...SHOP },
    { kind: 'theme', values: ['#000000'] },
    {
      kind: 'set',
      serial: 0,
      language: 'en',
      sections: ['source_card', 'recipient_card'],
      autoAdvance: false,
      guards: true,
      collect: {},
      subject: { operation: 'transfer', currency: 'USD', amount: 100 },
    },
    { kind: 'status', status: { act: 'send', isBusy: false, isLocked: false, isDisabled: true } },
  ]);
});

test('a frame is sent only the required fields of its cards', () => {
  const fields = ['holder', 'exp_month'];
  expect(onlyKnown({ credit_card: fields, billing_address: ['city'] }, () => false)).toEqual({ credit_card: fields });
  expect(onlyKnown({ credit_card: null, recipient_card: fields }, () => false)).toEqual({ recipient_card: fields });
  expect(onlyKnown({ credit_card: ['holder', 'shoe_size'] }, () => true)).toEqual({ credit_card: ['holder'] });
});

test('a frame of an earlier release is not asked for an input that came later', () => {
  const { holder } = CARD_FIELDS;
  const table: Record<string, object> = CARD_FIELDS;
  table['holder'] = { ...holder, isLater: true };
  try {
    const fields = { recipient_card: ['holder', 'exp_year'] };
    expect(onlyKnown(fields, () => false)).toEqual({ recipient_card: ['exp_year'] });
    expect(onlyKnown(fields, (name) => name === 'holder')).toEqual(fields);
    const told = { ...TOLD, settings: { ...TOLD.settings, collect: fields }, knows: (): boolean => false };
    expect(changes(NOTHING_TOLD, told).messages).toContainEqual(
      expect.objectContaining({ kind: 'set', collect: { recipient_card: ['exp_year'] } }),
    );
  } finally {
    table['holder'] = holder;
  }
});

test('a long list of saved cards comes in pieces that each fit into a message, and all of it again after a change', () => {
  const { known } = changes(NOTHING_TOLD, TOLD);
  const told = changes(known, withSaved(12));
  expect(told.messages).toMatchObject([0, 5, 10].map((first) => ({ kind: 'saved', first, count: 12, serial: 0 })));
  expect(told.messages.flatMap((message) => (message.kind === 'saved' ? message.cards : []))).toEqual(cards(12));
  expect(changes(told.known, withSaved(11)).messages).toHaveLength(3);
  // An empty list takes them all away.
  expect(changes(told.known, withSaved(0)).messages).toMatchObject([{ kind: 'saved', first: 0, count: 0, cards: [] }]);
  expect(CARDS_AT_ONCE).toBe(5);
});

test.each(['credit_card', 'recipient_card'] as const)(
  'an empty list of saved cards of the %s is known before it is told',
  (section) => {
    const saved = { [section]: { cards: cards(1), chosen: 'token-0', isRemovable: true } };
    const { messages, known } = changes(NOTHING_TOLD, { ...TOLD, settings: { ...TOLD.settings, saved } });
    expect(messages.filter(({ kind }) => kind === 'saved')).toEqual([
      { kind: 'saved', serial: 0, section, first: 0, count: 1, cards: cards(1), chosen: 'token-0', isRemovable: true },
    ]);
    expect(changes(known, TOLD).messages).toEqual([{ kind: 'saved', serial: 0, section, first: 0, count: 0, cards: [] }]);
  },
);

test.each([
  [true, true],
  [false, undefined],
])('only a frame whose release can be disabled hears whether the form is: %s', (canDisable, isDisabled) => {
  const status = changes(NOTHING_TOLD, { ...TOLD, knows: () => canDisable }).messages.find(({ kind }) => kind === 'status');
  expect(status).toMatchObject({ status: { act: 'send' } });
  expect((status as Extract<ToFrame, { kind: 'status' }>).status.isDisabled).toBe(isDisabled);
});

describe('each message fits the channel', () => {
  test('with the longest sentences of a gateway', () => {
    const problem = 'Ж'.repeat(5000);
    for (const message of changes(NOTHING_TOLD, { ...withSaved(20), status: { ...TOLD.status, problem } }).messages) {
      const text = JSON.stringify(message);
      expect(text.length).toBeLessThanOrEqual(MAX_LENGTH);
      expect(readMessage(text, toFrame)?.kind).toBe(message.kind);
    }
  });

  test('sentences of a page and of a gateway are cut to 300 characters', () => {
    const long = 'x'.repeat(301);
    const words = { ...TOLD.words, [FIELD_TEXT_KEYS[0]]: long };
    const { messages } = changes(NOTHING_TOLD, { ...TOLD, words, status: { ...TOLD.status, problem: long } });
    const told = messages.flatMap((message) => (message.kind === 'words' ? message.words : []));
    expect(told[0]).toBe('x'.repeat(300));
    expect(messages.find(({ kind }) => kind === 'status')).toMatchObject({ status: { problem: 'x'.repeat(300), isBusy: false } });
  });

  test('a refusal is cut to what a frame takes', () => {
    const error = {
      path: Array.from({ length: 9 }, () => 'p'.repeat(99)),
      messages: Array.from({ length: 9 }, () => 'm'.repeat(999)),
    };
    const errors = shortened(Array.from({ length: 9 }, () => error));
    expect(errors).toHaveLength(8);
    expect(errors[0]!.path.map(({ length }) => length)).toEqual(Array.from({ length: 6 }, () => 60));
    expect(errors[0]!.messages.map(({ length }) => length)).toEqual(Array.from({ length: 4 }, () => 300));
  });
});

test('another shop is one that differs from what the frame was told', () => {
  expect(isOtherShop(NOTHING_TOLD, SHOP)).toBe(false);
  const { known } = changes(NOTHING_TOLD, TOLD);
  expect(isOtherShop(known, { ...SHOP })).toBe(false);
  expect(isOtherShop(known, { ...SHOP, publicKey: 'other' })).toBe(true);
});

describe('an error of the frame says which setting the merchant corrects', () => {
  const url = 'https://fields.example/fields.html';

  test.each([
    ['key_not_allowed', 'public-key'],
    ['address_not_allowed', 'checkout-url'],
  ] as const)('%s: the attribute %s', (code, setting) => {
    const error = errorOf({ kind: 'fault', code, expected: 'one of two', got: 'a third' }, url);
    expect(error).toMatchObject({ name: 'SettingConflictError', code, setting, party: 'merchant' });
    expect(error.message).toBe(
      `${setting}: expected one of two, as the document at fields-url allows; got a third. ` +
        'Correct the attribute, or ask the host of the fields to allow it.',
    );
  });

  test('not_isolated: the address of the fields', () => {
    const error = errorOf({ kind: 'fault', code: 'not_isolated', expected: '', got: '' }, url);
    expect(error).toMatchObject({ name: 'FieldsFrameError', code: 'fields_not_isolated', party: 'merchant' });
    expect(error.message).toContain(url);
  });

  test.each(['key_unusable', 'insecure_context'] as const)('%s: in the words of the frame', (code) => {
    const error = errorOf({ kind: 'fault', code, expected: '', got: 'Expected a key of 2048 bits.' }, url);
    expect(error).toMatchObject({ name: 'SealError', code, message: 'Expected a key of 2048 bits.' });
  });

  test('a key that is not the shop’s: both thumbprints', () => {
    const error = otherKey('print-of-the-shop', 'print-of-the-frame');
    expect(error).toMatchObject({ code: 'key_not_allowed', setting: 'fields-url' });
    expect(error.message).toBe(
      'fields-url: expected isolated fields that seal for the key print-of-the-shop, as public-key says; got the key ' +
        'print-of-the-frame. Correct the address, or ask the host of the fields which document is yours.',
    );
  });
});
