import type { ToFrame } from '../../../channel/to-frame.js';
import { CARDS_AT_ONCE } from '../../../channel/values.js';
import type { ToPage } from '../../../channel/to-page.js';
import { FIELD_TEXT_KEYS, TEXTS_AT_ONCE } from '../../../channel/field-texts.js';
import { SealError } from '../../../checkout/errors.js';
import type { CheckoutError } from '../../../http/error.js';
import type { MessageKey, Messages } from '../../../locales/messages.js';
import type { RequiredFields } from '../../../wire/response/check.js';
import { FieldsFrameError, SettingConflictError } from '../../errors.js';
import type { SectionName } from '../../../wire/request/card-section.js';
import { NO_SAVED_CARDS, type SavedCards } from '../../fields/saved/saved-choice.js';
import type { FormSettings, FormStatus, Shop } from '../port.js';
import { readThemeTokens } from './read-theme-tokens.js';

/** Everything that a page sends to its frame. */
export interface FrameInput {
  /** The element, whose theme the frame applies. */
  readonly host: Element;
  readonly shop: Shop;
  readonly words: Messages;
  readonly settings: FormSettings;
  /** The titles of the cards. */
  readonly sections: readonly MessageKey[];
  readonly status: FormStatus;
  /** Whether the frame's release can be disabled. An older one would ignore the whole status. */
  readonly canDisable: boolean;
}

/** Leaves out fields that are not in the cards: the frame has no others. */
export const onlyCards = ({ credit_card, recipient_card }: RequiredFields) =>
  ({
    credit_card: credit_card ?? undefined,
    recipient_card: recipient_card ?? undefined,
  }) as Extract<ToFrame, { kind: 'require' }>['fields'];

type SavedMessage = Extract<ToFrame, { kind: 'saved' }>;

/** The saved cards of a section, in as many messages as needed. */
function savedMessages(section: SectionName, { cards, chosen, isRemovable }: SavedCards): SavedMessage[] {
  const count = cards.length;
  const messages: SavedMessage[] = [];
  for (let first = 0; first < Math.max(1, count); first += CARDS_AT_ONCE) {
    const some = cards.slice(first, first + CARDS_AT_ONCE) as SavedMessage['cards'];
    messages.push({ kind: 'saved', serial: 0, section, chosen, isRemovable, first, count, cards: some });
  }
  return messages;
}

/** The gateway's own messages in it can be long. */
const cut = (status: FormStatus): FormStatus =>
  JSON.parse(
    JSON.stringify(status, (_, value: unknown) => (typeof value === 'string' ? value.slice(0, 300) : value)),
  ) as FormStatus;

/** The messages that were already sent to one frame, so that only changes are sent. */
export class FrameUpdates {
  readonly #sent = new Map<string, string>();

  /** Whether the frame has received another shop. */
  isForOtherShop({ publicKey, checkoutUrl }: Shop): boolean {
    const sent = this.#sent.get('shop');
    return sent !== undefined && sent !== JSON.stringify({ publicKey, checkoutUrl });
  }

  /** The messages that have to be sent to the frame now. */
  changes({ host, shop, words, settings, sections, status: { isDisabled, ...rest }, canDisable }: FrameInput): ToFrame[] {
    const { publicKey, checkoutUrl } = shop;
    const status = canDisable ? { ...rest, isDisabled } : rest;
    const { collect, saved, autoAdvance, language, guards, subject } = settings;
    const changes = [this.#ifChanged('shop', { publicKey, checkoutUrl })];
    for (let first = 0; first < FIELD_TEXT_KEYS.length; first += TEXTS_AT_ONCE) {
      const texts = FIELD_TEXT_KEYS.slice(first, first + TEXTS_AT_ONCE).map((key) => words[key].slice(0, 300));
      changes.push(this.#ifChanged('words', { first, words: texts }, `words ${first}`));
    }
    changes.push(this.#ifChanged('theme', { values: readThemeTokens(host) }));
    const set = {
      language,
      sections,
      autoAdvance,
      guards,
      collect: onlyCards(collect),
      subject,
    };
    const all = [...changes, this.#ifChanged('set', set), this.#ifChanged('status', { status: cut(status) })].filter(
      (message) => message !== undefined,
    );
    return [
      ...all,
      ...(['credit_card', 'recipient_card'] as const).flatMap((section) => this.#savedChanges(section, saved[section])),
    ];
  }

  #savedChanges(section: SectionName, given = NO_SAVED_CARDS): SavedMessage[] {
    const messages = savedMessages(section, given);
    const text = JSON.stringify(messages);
    const sent = this.#sent.get(`saved ${section}`);
    this.#sent.set(`saved ${section}`, text);
    return text === sent || (sent === undefined && given === NO_SAVED_CARDS) ? [] : messages;
  }

  #ifChanged(kind: ToFrame['kind'], content: object, name: string = kind): ToFrame | undefined {
    const text = JSON.stringify(content);
    if (this.#sent.get(name) === text) return undefined;
    this.#sent.set(name, text);
    return { kind, ...content } as ToFrame;
  }
}

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
