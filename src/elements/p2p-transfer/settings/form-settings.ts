import { exponentOf } from '../../../money/currency.js';
import type { RequiredFields } from '../../../wire/response/check.js';
import { type CardFieldsSettings, SLOT } from '../../fields/card-fields.js';
import type { TransferAttributesElement } from './attributes.js';

/** The raw attributes. */
export type TransferAttributes = Pick<TransferAttributesElement, keyof TransferAttributesElement>;

/** The settings that the form needs to render. Sums are in minor units. */
export interface FormSettings {
  readonly checkoutUrl: string;
  readonly publicKey: string;
  /** The address of the isolated fields; undefined: the fields are part of the element. */
  readonly fieldsUrl: string | undefined;
  readonly currency: string;
  readonly amount: number | undefined;
  readonly least: number | undefined;
  readonly most: number | undefined;
  readonly expiredAt: string | undefined;
  /** Fields to open from the beginning, by section. */
  readonly collect: RequiredFields;
  readonly saved: CardFieldsSettings['saved'];
}

/** The words that `collect` may name, with the fields they stand for. */
export const COLLECTIBLE: Readonly<Record<string, readonly [section: string, fields: readonly string[]]>> = {
  holder: ['credit_card', ['holder']],
  'recipient-holder': ['recipient_card', ['holder']],
  'recipient-expiry': ['recipient_card', ['exp_month', 'exp_year']],
};

/** A sum in minor units; `NaN` if the attribute is not one, undefined if it is absent. */
export function sumOf(given: string | number | null | undefined): number | undefined {
  if (given === null || given === undefined) return undefined;
  const text = String(given);
  return /^[1-9]\d*$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : Number.NaN;
}

/** The fields to ask for, by section. @param refuse Called with each unknown word. */
export function collectFields(words: readonly string[], refuse = (_word: string): void => undefined): RequiredFields {
  const collect: Record<string, string[]> = {};
  for (const word of words) {
    const [section, fields] = COLLECTIBLE[word] ?? [];
    if (section && fields) (collect[section] ??= []).push(...fields);
    else refuse(word);
  }
  return collect;
}

/**
 * The form's settings until the later part is there, which validates every attribute. Undefined if a required one is missing or
 * unusable: the later part then reports it.
 */
export function formSettings(given: TransferAttributes): FormSettings | undefined {
  const { checkoutUrl, publicKey, currency, description, fieldsUrl, expiredAt, collect } = given;
  // What is wrong with it shows once the later part is there.
  if (given.fields === SLOT && fieldsUrl) return undefined;
  const [amount, least, most] = [given.amount, given.minAmount, given.maxAmount].map(sumOf);
  if (!checkoutUrl || !publicKey || !description || !currency || exponentOf(currency) === undefined) return undefined;
  if ([amount, least, most, expiredAt ? Date.parse(expiredAt) : 0].some(Number.isNaN)) return undefined;
  return {
    checkoutUrl,
    publicKey,
    fieldsUrl: fieldsUrl || undefined,
    currency,
    amount,
    least,
    most,
    expiredAt: expiredAt || undefined,
    collect: collectFields(collect?.split(/\s+/).filter(Boolean) ?? []),
    saved: {
      credit_card: roomFor(given.savedCards, given.sourceCard),
      recipient_card: roomFor(given.savedRecipients, given.recipientCard),
    },
  };
}

/** Saved cards, as far as their placeholder depends on them. */
function roomFor(list: unknown, one: TransferAttributes['sourceCard']): FormSettings['saved']['credit_card'] {
  if (Array.isArray(list)) return { isList: true, cards: list, chosen: undefined };
  return one ? { isList: false, cards: [one], chosen: undefined } : undefined;
}
