import { type CardField, inputNamed, rowOf } from '../../../card/card-fields.js';
import type { Known as KnownName } from '../../../channel/handshake.js';
import type { ToFrame } from '../../../channel/to-frame.js';
import { CARDS_AT_ONCE } from '../../../channel/values.js';
import type { ToPage } from '../../../channel/to-page.js';
import { FIELD_TEXT_KEYS, TEXTS_AT_ONCE } from '../../../channel/field-texts.js';
import { SealError } from '../../../checkout/errors.js';
import type { CheckoutError } from '../../../http/error.js';
import type { Words } from '../../../locales/messages.js';
import type { RequiredFields } from '../../../wire/response/check.js';
import type { FieldError } from '../../../wire/response/error-body.js';
import type { SectionName } from '../../../wire/request/card-section.js';
import { FieldsFrameError, SettingConflictError } from '../../errors.js';
import type { CardLegend } from '../../fields/card-fields.js';
import { NO_SAVED_CARDS, type SavedCards } from '../../fields/saved/saved-choice.js';
import type { FormSettings, FormStatus, Shop } from '../port.js';

/** All that a page tells its frame, once it is known. */
export interface Told {
  readonly shop: Shop;
  readonly words: Words;
  /** The values of the theme's tokens. */
  readonly theme: readonly string[];
  readonly settings: FormSettings;
  /** The titles of the cards. */
  readonly sections: readonly CardLegend[];
  readonly status: FormStatus;
  /** Whether the frame's release knows a part of the messages. An older one would ignore a whole message that has more. */
  readonly knows: (name: KnownName) => boolean;
}

/** Messages about one subject, which are sent again together, and its name. */
type Subject = readonly [name: string, messages: readonly ToFrame[]];

/** What a frame knows: by the names of the subjects, the texts of their messages. */
export type Known = ReadonlyMap<string, string>;

type FieldsBySection = Extract<ToFrame, { kind: 'require' }>['fields'];

/** The fields that the frame has: those of the cards, without an input that came after its release. */
export function onlyKnown({ credit_card, recipient_card }: RequiredFields, knows: Told['knows']): FieldsBySection {
  const kept = (fields: readonly string[] | null | undefined): CardField[] | undefined =>
    fields?.filter((field): field is CardField => {
      const input = inputNamed(field);
      return input !== undefined && (!rowOf(input).isLater || knows(input));
    });
  return { credit_card: kept(credit_card), recipient_card: kept(recipient_card) };
}

/** The gateway's own messages can be long. */
export const shortened = (errors: readonly FieldError[]): Extract<ToFrame, { kind: 'refuse' }>['errors'] =>
  errors.slice(0, 8).map(({ path, messages }) => ({
    path: path.slice(0, 6).map((part) => part.slice(0, 60)),
    messages: messages.slice(0, 4).map((message) => message.slice(0, 300)),
  }));

/** Parts of a list that fit into one message each; one part of an empty list. */
const partsOf = <Item>(list: readonly Item[], most: number): { readonly first: number; readonly some: Item[] }[] =>
  Array.from({ length: Math.max(1, Math.ceil(list.length / most)) }, (_, index) => ({
    first: index * most,
    some: list.slice(index * most, (index + 1) * most),
  }));

type SavedMessage = Extract<ToFrame, { kind: 'saved' }>;

const savedCards = (section: SectionName, { cards, chosen, isRemovable }: SavedCards = NO_SAVED_CARDS): Subject => [
  `saved ${section}`,
  partsOf(cards, CARDS_AT_ONCE).map(({ first, some }) => {
    const part = { first, count: cards.length, cards: some as SavedMessage['cards'] };
    return { kind: 'saved', serial: 0, section, chosen, isRemovable, ...part };
  }),
];

const shopSubject = ({ publicKey, checkoutUrl }: Shop): Subject => ['shop', [{ kind: 'shop', publicKey, checkoutUrl }]];

function subjectsOf({ shop, words, theme, settings, sections, status: { isDisabled, ...rest }, knows }: Told): Subject[] {
  const { collect, saved, autoAdvance, language, guards, subject } = settings;
  // Sentences of the gateway in it can be long.
  const status = JSON.parse(
    JSON.stringify(knows('disabled') ? { ...rest, isDisabled } : rest, (_, value: unknown) =>
      typeof value === 'string' ? value.slice(0, 300) : value,
    ),
  ) as FormStatus;
  const set = {
    serial: 0,
    language,
    sections: [...sections],
    autoAdvance,
    guards,
    collect: onlyKnown(collect, knows),
    subject,
  };
  return [
    shopSubject(shop),
    ...partsOf(FIELD_TEXT_KEYS, TEXTS_AT_ONCE).map(({ first, some }): Subject => {
      const texts = some.map((key) => words[key].slice(0, 300));
      return [`words ${first}`, [{ kind: 'words', first, words: texts }]];
    }),
    ['theme', [{ kind: 'theme', values: [...theme] }]],
    ['set', [{ kind: 'set', ...set }]],
    ['status', [{ kind: 'status', status }]],
    savedCards('credit_card', saved.credit_card),
    savedCards('recipient_card', saved.recipient_card),
  ];
}

const textsOf = (subjects: readonly Subject[]): Known =>
  new Map(subjects.map(([name, messages]) => [name, JSON.stringify(messages)]));

/** What a new frame knows: that it has no saved cards. */
export const NOTHING_TOLD = /* @__PURE__ */ textsOf([savedCards('credit_card'), savedCards('recipient_card')]);

/** The messages that bring a frame up to date, in their order, and what it knows after them. */
export function changes(known: Known, told: Told): { readonly messages: readonly ToFrame[]; readonly known: Known } {
  const subjects = subjectsOf(told);
  const texts = textsOf(subjects);
  const messages = subjects.flatMap(([name, each]) => (texts.get(name) === known.get(name) ? [] : each));
  return { messages, known: texts };
}

/** Whether a frame has been told another shop. */
export const isOtherShop = (known: Known, shop: Shop): boolean => {
  const text = known.get('shop');
  return text !== undefined && text !== JSON.stringify(shopSubject(shop)[1]);
};

/** The error where the frame seals with a key that isn't the shop's. */
export const otherKey = (expected: string, got: string): CheckoutError =>
  new SettingConflictError('key_not_allowed', 'fields-url', {
    expected: `isolated fields that seal for the key ${expected}, as public-key says`,
    got: `the key ${got}`,
    cure: 'Correct the address, or ask the host of the fields which document is yours.',
  });

/** The error for a fault that the frame reports. */
export function errorOf({ code, expected, got }: Extract<ToPage, { kind: 'fault' }>, url: string): CheckoutError {
  switch (code) {
    case 'key_not_allowed':
    case 'address_not_allowed':
      return new SettingConflictError(code, code === 'key_not_allowed' ? 'public-key' : 'checkout-url', {
        expected: `${expected}, as the document at fields-url allows`,
        got,
        cure: 'Correct the attribute, or ask the host of the fields to allow it.',
      });
    case 'not_isolated':
      return new FieldsFrameError('fields_not_isolated', url);
    default:
      return new SealError(code, got);
  }
}
