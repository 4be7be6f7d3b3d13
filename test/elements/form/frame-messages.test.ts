import { describe, expect, test } from 'vitest';
import { FIELD_TEXT_KEYS } from '../../../src/channel/field-texts.js';
import { MAX_LENGTH, readMessage } from '../../../src/channel/typed-port.js';
import { type ToFrame, toFrame } from '../../../src/channel/to-frame.js';
import { CARDS_AT_ONCE } from '../../../src/channel/values.js';
import { changes, isOtherShop, NOTHING_TOLD, shortened, type Told } from '../../../src/elements/form/framed/frame-messages.js';
import { en } from '../../../src/locales/en.js';

const SHOP = { publicKey: 'MIIB', checkoutUrl: 'https://gateway.example/ctp' };
const cards = (count: number) => Array.from({ length: count }, (_, index) => ({ token: `token-${index}`.padEnd(200, '.') }));

const TOLD: Told = {
  shop: SHOP,
  words: { ...en, language: 'en' } as Told['words'],
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
  canDisable: true,
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

test.each([
  [true, true],
  [false, undefined],
])('only a frame whose release can be disabled hears whether the form is: %s', (canDisable, isDisabled) => {
  const status = changes(NOTHING_TOLD, { ...TOLD, canDisable }).messages.find(({ kind }) => kind === 'status');
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
