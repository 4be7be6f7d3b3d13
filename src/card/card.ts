import { brandOf, type BrandId } from './brand.js';
import { type CARD_FIELDS, CARD_INPUTS, type CardField, type CardInputName, inputNamed, rowOf } from './card-fields.js';
import { checkPan } from './pan.js';
import { panDigits } from './read-pan.js';
import type { Verdict } from './verdict.js';

export type { CardField } from './card-fields.js';

/** The raw text of each of a card's inputs; an input that does not exist is absent. Month and year share one input, `expiry`. */
export type CardDraft = { readonly [Input in CardInputName]?: string };

/** A checked card section in the spec's spelling: a two-digit month and a four-digit year. */
export type CheckedCard = { readonly [Field in CardField]?: string };

/** The verdicts on the inputs that prevent a card from being sent. */
export type CardVerdicts = { readonly [Input in CardInputName]?: ReturnType<(typeof CARD_FIELDS)[Input]['check']> };

export interface CardTerms {
  /** The fields that the section must contain. Include `number`, unless a saved card replaces it. */
  readonly required: readonly CardField[];
  /** The fields that may be sent; all others are ignored. Default: every field. */
  readonly include?: readonly CardField[];
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** A card that can be sent, or the reasons why it can't. */
export type CardCheck =
  | { readonly state: 'valid'; readonly card: CheckedCard }
  | { readonly state: 'refused'; readonly verdicts: CardVerdicts };

/** The input that contains a field of the spec. */
export const inputOf = (field: CardField): CardInputName => inputNamed(field)!;

/**
 * Builds a card section from a draft: every required field, and every other field that is filled in. An empty optional
 * field is left out; an invalid field refuses the card, whether it is required or not.
 */
export function checkCard(draft: CardDraft, { required, include, now }: CardTerms): CardCheck {
  const terms = { brand: brandOf(panDigits(draft.number ?? '') ?? ''), now };
  const card: { [Field in CardField]?: string } = {};
  const failing: Record<string, Verdict<string>> = {};
  for (const input of CARD_INPUTS) {
    const { fields, check, read } = rowOf(input);
    const wanted = fields.filter((field) => !include || include.includes(field));
    if (wanted.length === 0) continue;
    const text = draft[input] ?? '';
    const verdict = check(text, terms);
    if (verdict.state === 'valid') for (const field of wanted) card[field] = read(text)[fields.indexOf(field)]!;
    else if (wanted.some((field) => verdict.reason !== 'empty' || required.includes(field))) failing[input] = verdict;
  }
  return Object.keys(failing).length > 0 ? { state: 'refused', verdicts: failing } : { state: 'valid', card };
}

/** The facts about a card that may be known outside its inputs. */
export interface CardFacts {
  readonly brand?: BrandId | undefined;
  /** The first six digits, from the twelfth digit on. */
  readonly bin?: string | undefined;
  /** The last four digits of a valid PAN of 14 digits or more, so that at least four digits stay unknown beside the first six. */
  readonly last4?: string | undefined;
  /** What the page calls a saved card. */
  readonly label?: string | undefined;
}

/**
 * The part of a PAN that state, events and texts may contain. The last four digits are included only when the PAN is
 * valid: published at every keystroke, they would add up to the whole number.
 */
export function cardFacts(digits: string): CardFacts {
  const brand = brandOf(digits);
  return {
    ...(brand && { brand: brand.id }),
    ...(digits.length >= 12 && { bin: digits.slice(0, 6) }),
    ...(digits.length >= 14 && checkPan(digits).state === 'valid' && { last4: digits.slice(-4) }),
  };
}
