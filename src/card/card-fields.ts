import type { Brand } from './brand.js';
import { editExpiry, editPan, type Shown } from './edit.js';
import { checkExpiry, type ExpiryReason, parseExpiry } from './expiry.js';
import { checkHolder, holderName, type HolderReason, MAX_HOLDER_LENGTH } from './holder.js';
import { checkPan, MAX_PAN_LENGTH, type PanReason } from './pan.js';
import { panDigits } from './read-pan.js';
import type { Verdict } from './verdict.js';
import { checkVerificationValue, verificationValue, type VerificationValueReason } from './verification-value.js';

/** A card section of a request (spec 2.2, 2.5). */
type Section = 'credit_card' | 'recipient_card';

/** What a check depends on beside the input's own text. */
export interface CheckTerms {
  /** The brand of the number, if it is known. */
  readonly brand: Brand | undefined;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** One input of a card. */
export interface CardFieldRow<Field extends string = string, Reason extends string = string> {
  /** The fields that it fills, by the spec's names. */
  readonly fields: readonly Field[];
  /** What it sends: a text for each of its fields; empty for a text that can't be read. */
  readonly read: (text: string) => readonly string[];
  readonly check: (text: string, terms: CheckTerms) => Verdict<Reason>;
  /** The reasons of its check. */
  readonly reasons: readonly Reason[];
  /** How it shows what was typed; absent: as typed. */
  readonly edit?: (before: Shown, after: Shown, inputType?: string) => Shown;
  /** Its attributes in HTML. */
  readonly attributes: {
    readonly autocapitalize: 'off' | 'characters';
    readonly dir: 'ltr' | 'auto';
    readonly inputmode?: 'numeric';
  };
  /** How autofill recognizes it, on the payer's own card. */
  readonly autocomplete: string;
  /**
   * The cards that ask for it: `always`, or by a word of the attribute `collect`. Absent: that card never has it. The gateway can
   * require it too.
   */
  readonly asked: Partial<Readonly<Record<Section, string>>>;
  /** Whether a saved card's token replaces it. */
  readonly isInToken: boolean;
  /** The sentence for its label on the recipient's card, if both cards ask for it and it is another there. */
  readonly recipientLabel?: string;
  /** The sentence that is its placeholder. */
  readonly placeholder?: string;
  /** Another name by which refusals call it. */
  readonly alsoNamed?: string;
  /**
   * Whether an earlier copy of a request may have used up what a refusal complains of, such as a limit of the card. Then only a known text
   * of validation proves that no copy was accepted.
   */
  readonly isUsedUp?: boolean;
  /** Whether it came after the first release. A frame of that release does not know it, and is not asked for it. */
  readonly isLater?: boolean;
  /** The greatest length of each of its fields, in characters. */
  readonly longest: readonly number[];
}

const row = <const Field extends string, Reason extends string>(own: CardFieldRow<Field, Reason>): CardFieldRow<Field, Reason> =>
  own;

const DIGITS = { inputmode: 'numeric', autocapitalize: 'off', dir: 'ltr' } as const;

/**
 * The inputs of a card, in reading order: everything that differs between them. A new one is a row here, its check, its sentences
 * (`name` for the label, `name.reason` for each reason), and its place in the wire's schemas; the compiler names what is missing.
 */
export const CARD_FIELDS = {
  number: /* @__PURE__ */ row<'number', PanReason>({
    fields: ['number'],
    read: (text) => [panDigits(text) ?? ''],
    check: (text) => checkPan(panDigits(text) ?? text),
    reasons: ['empty', 'characters', 'too_short', 'too_long', 'luhn'],
    edit: editPan,
    attributes: DIGITS,
    autocomplete: 'cc-number',
    asked: { credit_card: 'always', recipient_card: 'always' },
    isInToken: true,
    isUsedUp: true,
    longest: [MAX_PAN_LENGTH],
  }),
  expiry: /* @__PURE__ */ row<'exp_month' | 'exp_year', ExpiryReason>({
    fields: ['exp_month', 'exp_year'],
    read(text) {
      const { month, year } = parseExpiry(text) ?? { month: '', year: '' };
      return [month, year];
    },
    check: (text, { now }) => checkExpiry(text, now),
    reasons: ['empty', 'unfinished', 'format', 'month', 'past', 'too_far'],
    edit: editExpiry,
    attributes: DIGITS,
    autocomplete: 'cc-exp',
    asked: { credit_card: 'always', recipient_card: 'recipient-expiry' },
    isInToken: true,
    placeholder: 'expiry_hint',
    alsoNamed: 'date',
    longest: [2, 4],
  }),
  verification_value: /* @__PURE__ */ row<'verification_value', VerificationValueReason>({
    fields: ['verification_value'],
    read: (text) => [verificationValue(text)],
    check: (text, { brand }) => checkVerificationValue(text, brand),
    reasons: ['empty', 'characters', 'too_short', 'too_long'],
    attributes: DIGITS,
    autocomplete: 'cc-csc',
    asked: { credit_card: 'always' },
    isInToken: false,
    longest: [4],
  }),
  holder: /* @__PURE__ */ row<'holder', HolderReason>({
    fields: ['holder'],
    read: (text) => [holderName(text)],
    check: (text) => checkHolder(text),
    reasons: ['empty', 'characters', 'too_long', 'card_number'],
    attributes: { autocapitalize: 'characters', dir: 'auto' },
    autocomplete: 'cc-name',
    asked: { credit_card: 'holder', recipient_card: 'recipient-holder' },
    isInToken: false,
    recipientLabel: 'recipient_holder',
    longest: [MAX_HOLDER_LENGTH],
  }),
};

/** An input of a card; month and year share one. */
export type CardInputName = keyof typeof CARD_FIELDS;

/** A field of a card section, by the spec's name (2.2, 2.5). */
export type CardField = (typeof CARD_FIELDS)[CardInputName]['fields'][number];

/** The inputs in reading order. */
export const CARD_INPUTS = /* @__PURE__ */ Object.keys(CARD_FIELDS) as readonly CardInputName[];

/** What is known about an input, whichever it is. */
export const rowOf = (input: CardInputName): CardFieldRow<CardField> => CARD_FIELDS[input];

/** The names by which refusals call an input: those of its fields, and another one that it may have. */
const namesOf = (input: CardInputName): readonly string[] => [...rowOf(input).fields, rowOf(input).alsoNamed ?? []].flat();

/** The names by which refusals call the inputs of a card. */
export const refusedNames = (): string[] => CARD_INPUTS.flatMap(namesOf);

/** The input with a field, by the field's name or the name by which a refusal calls it. */
export const inputNamed = (name: string): CardInputName | undefined => CARD_INPUTS.find((input) => namesOf(input).includes(name));

/** Whether a card has, or can be asked for, the input with a field: a recipient's card has no security code. */
export function hasInput(section: Section, name: string): boolean {
  const input = inputNamed(name);
  return input !== undefined && rowOf(input).asked[section] !== undefined;
}

/** The inputs that a card always has, or that a word of `collect` adds. */
export const inputsAsked = (section: Section, words: readonly string[] = ['always']): CardInputName[] =>
  CARD_INPUTS.filter((input) => words.includes(rowOf(input).asked[section] ?? ''));

/** The fields of such inputs. */
export const fieldsAsked = (section: Section, words?: readonly string[]): CardField[] =>
  inputsAsked(section, words).flatMap((input) => rowOf(input).fields);

/** The words that `collect` takes. */
export const COLLECTIBLE = /* @__PURE__ */ [
  ...new Set(CARD_INPUTS.flatMap((input) => Object.values(rowOf(input).asked)).filter((word) => word !== 'always')),
].sort();
