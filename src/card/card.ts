import { brandOf, type BrandId } from './brand.js';
import { checkExpiry, parseExpiry, type ExpiryReason } from './expiry.js';
import { checkHolder, holderName, type HolderReason } from './holder.js';
import { checkPan, panDigits, type PanReason } from './pan.js';
import type { Verdict } from './verdict.js';
import { checkVerificationValue, verificationValue, type VerificationValueReason } from './verification-value.js';

/** The raw texts of a card's inputs; an input that isn't there is absent. */
export interface CardDraft {
  readonly number?: string;
  readonly expiry?: string;
  readonly holder?: string;
  readonly verification_value?: string;
}

/** A field of a card section by the spec's name (2.2, 2.5). Month and year are one input, `expiry`. */
export type CardField = 'number' | 'exp_month' | 'exp_year' | 'holder' | 'verification_value';

/** A checked card section in the spec's spelling; month of two digits, year of four. */
export type CheckedCard = { readonly [Field in CardField]?: string };

/** The verdicts of the inputs that keep a card from being sent. */
export interface CardVerdicts {
  readonly number?: Verdict<PanReason>;
  readonly expiry?: Verdict<ExpiryReason>;
  readonly holder?: Verdict<HolderReason>;
  readonly verification_value?: Verdict<VerificationValueReason>;
}

export interface CardTerms {
  /** What the section must hold. Name `number` too, unless a saved card stands for it. */
  readonly required: readonly CardField[];
  /** The fields that may be sent at all; the others are not even looked at. Default: every field. */
  readonly include?: readonly CardField[];
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** A card that can be sent, or what keeps it from that. */
export type CardCheck =
  | { readonly state: 'valid'; readonly card: CheckedCard }
  | { readonly state: 'refused'; readonly verdicts: CardVerdicts };

/** The input that holds a field of the spec. */
export function inputOf(field: CardField): keyof CardDraft {
  return field === 'exp_month' || field === 'exp_year' ? 'expiry' : field;
}

/**
 * Makes a card section of a draft: every required field, and what else was filled in. An empty field that isn't
 * required is left out; one that is filled in wrongly refuses the card, required or not.
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

/** What may be known of a card outside its inputs. */
export interface CardFacts {
  readonly brand?: BrandId;
  /** The first six digits, from the twelfth digit on. */
  readonly bin?: string;
  /** The last four digits of a valid PAN of 14 digits or more: with the first six, four at least stay unknown. */
  readonly last4?: string;
}

/**
 * What state, events and texts may carry of a PAN. The last four come only with a valid PAN: given out at every
 * keystroke they would add up to the whole number.
 */
export function cardFacts(digits: string): CardFacts {
  const brand = brandOf(digits);
  return {
    ...(brand && { brand: brand.id }),
    ...(digits.length >= 12 && { bin: digits.slice(0, 6) }),
    ...(digits.length >= 14 && checkPan(digits).state === 'valid' && { last4: digits.slice(-4) }),
  };
}
