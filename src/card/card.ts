import { brandOf, type BrandId } from './brand.js';
import { checkExpiry, parseExpiry, type ExpiryReason } from './expiry.js';
import { checkHolder, holderName, type HolderReason } from './holder.js';
import { checkPan, type PanReason } from './pan.js';
import { panDigits } from './read-pan.js';
import type { Verdict } from './verdict.js';
import { checkVerificationValue, verificationValue, type VerificationValueReason } from './verification-value.js';

/** The raw text of each of a card's inputs; an input that does not exist is absent. */
export interface CardDraft {
  readonly number?: string;
  readonly expiry?: string;
  readonly holder?: string;
  readonly verification_value?: string;
}

/** A field of a card section, by the spec's name (2.2, 2.5). Month and year share one input, `expiry`. */
export type CardField = 'number' | 'exp_month' | 'exp_year' | 'holder' | 'verification_value';

/** A checked card section in the spec's spelling: a two-digit month and a four-digit year. */
export type CheckedCard = { readonly [Field in CardField]?: string };

/** The verdicts on the inputs that prevent a card from being sent. */
export interface CardVerdicts {
  readonly number?: Verdict<PanReason>;
  readonly expiry?: Verdict<ExpiryReason>;
  readonly holder?: Verdict<HolderReason>;
  readonly verification_value?: Verdict<VerificationValueReason>;
}

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
export function inputOf(field: CardField): keyof CardDraft {
  return field === 'exp_month' || field === 'exp_year' ? 'expiry' : field;
}

/**
 * Builds a card section from a draft: every required field, and every other field that is filled in. An empty optional
 * field is left out; an invalid field refuses the card, whether it is required or not.
 */
export function checkCard(draft: CardDraft, { required, include, now }: CardTerms): CardCheck {
  const number = draft.number ?? '';
  const digits = panDigits(number);
  const brand = brandOf(digits ?? '');
  const verdicts = {
    number: checkPan(digits ?? number),
    expiry: checkExpiry(draft.expiry ?? '', now),
    holder: checkHolder(draft.holder ?? ''),
    verification_value: checkVerificationValue(draft.verification_value ?? '', brand),
  };
  const { month, year } = parseExpiry(draft.expiry ?? '') ?? { month: '', year: '' };
  const texts = {
    number: digits ?? '',
    exp_month: month,
    exp_year: year,
    holder: holderName(draft.holder ?? ''),
    verification_value: verificationValue(draft.verification_value ?? ''),
  };

  const card: { [Field in CardField]?: string } = {};
  const failing: Record<string, Verdict<string>> = {};
  for (const field of Object.keys(texts) as CardField[]) {
    if (include && !include.includes(field)) continue;
    const input = inputOf(field);
    const verdict: Verdict<string> = verdicts[input];
    if (verdict.state === 'valid') card[field] = texts[field];
    else if (verdict.reason !== 'empty' || required.includes(field)) failing[input] = verdict;
  }
  return Object.keys(failing).length > 0 ? { state: 'refused', verdicts: failing } : { state: 'valid', card };
}

/** The facts about a card that may be known outside its inputs. */
export interface CardFacts {
  readonly brand?: BrandId;
  /** The first six digits, from the twelfth digit on. */
  readonly bin?: string;
  /** The last four digits of a valid PAN of 14 digits or more, so that at least four digits stay unknown beside the first six. */
  readonly last4?: string;
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
