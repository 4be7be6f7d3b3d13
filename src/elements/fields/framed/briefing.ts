import type { Subject, ToFrame } from '../../../channel/to-frame.js';
import type { ToPage } from '../../../channel/to-page.js';
import { FIELD_WORDS, WORDS_AT_ONCE } from '../../../channel/words.js';
import { SealError } from '../../../checkout/errors.js';
import type { CheckoutError } from '../../../http/error.js';
import type { MessageKey, Messages } from '../../../locales/messages.js';
import { isRightToLeft } from '../../../money/amount.js';
import type { RequiredFields } from '../../../wire/response/check.js';
import { SettingConflictError } from '../../errors.js';
import { FieldsFrameError } from './frame-error.js';
import type { CardFieldsSettings } from '../card-fields.js';
import { readTokens } from './frame-tokens.js';

/** The shop that the page has set. */
export interface FramedShop {
  readonly publicKey: string;
  readonly checkoutUrl: string;
}

/** All that a page sends its frame. */
export interface Brief {
  /** The element, for its looks. */
  readonly host: Element;
  readonly shop: FramedShop;
  readonly words: Messages;
  readonly settings: CardFieldsSettings;
  /** The titles of the cards. */
  readonly sections: readonly MessageKey[];
  readonly subject: Subject | undefined;
  /** In which sums are written. */
  readonly language: string;
}

/** The fields of cards alone: others are not the frame's. */
export const onlyCards = ({ credit_card, recipient_card }: RequiredFields) =>
  ({
    credit_card: credit_card ?? undefined,
    recipient_card: recipient_card ?? undefined,
  }) as Extract<ToFrame, { kind: 'require' }>['fields'];

type Saved = CardFieldsSettings['saved']['credit_card'];
const cardOf = (card: Saved) => card && { token: card.token, brand: card.brand ?? undefined, last_4: card.last_4 ?? undefined };

/** What one frame has been told already. */
export class Briefing {
  readonly #told = new Map<string, string>();

  /** Whether the frame has been briefed for another shop. */
  isForOther({ publicKey, checkoutUrl }: FramedShop): boolean {
    const told = this.#told.get('shop');
    return told !== undefined && told !== JSON.stringify({ publicKey, checkoutUrl });
  }

  /** What the frame has to be told now. */
  news({ host, shop, words, settings, sections, subject, language }: Brief): ToFrame[] {
    const { publicKey, checkoutUrl } = shop;
    const { collect, saved, autoAdvance } = settings;
    const news = [this.#new('shop', { publicKey, checkoutUrl })];
    for (let first = 0; first < FIELD_WORDS.length; first += WORDS_AT_ONCE) {
      const texts = FIELD_WORDS.slice(first, first + WORDS_AT_ONCE).map((key) => words[key].slice(0, 300));
      news.push(this.#new('words', { first, words: texts }, `words ${first}`));
    }
    news.push(this.#new('theme', { values: readTokens(host) }));
    const set = {
      language,
      direction: isRightToLeft(language) ? 'rtl' : 'ltr',
      sections,
      autoAdvance,
      collect: onlyCards(collect),
      saved: { credit_card: cardOf(saved.credit_card), recipient_card: cardOf(saved.recipient_card) },
      subject,
    };
    return [...news, this.#new('set', set)].filter((message) => message !== undefined);
  }

  #new(kind: ToFrame['kind'], content: object, name: string = kind): ToFrame | undefined {
    const text = JSON.stringify(content);
    if (this.#told.get(name) === text) return undefined;
    this.#told.set(name, text);
    return { kind, ...content } as ToFrame;
  }
}

/** The error for what a frame refuses. */
export function faultOf({ code, expected, got }: Extract<ToPage, { kind: 'fault' }>, url: string): CheckoutError {
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
