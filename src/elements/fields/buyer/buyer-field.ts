import { brandOf } from '../../../card/brand.js';
import { asciiDigits } from '../../../card/unicode-digits.js';
import { luhn } from '../../../card/pan.js';
import { countryHasStates } from '../../../wire/country.js';
import type { Buyer } from '../../../wire/request/order.js';
import type { OrderMessageKey } from '../../../locales/catalogue.js';

/** What a product can ask of its buyer (spec 2.7 visible_fields), in the order in which it is asked. */
export const BUYER_FIELDS = [
  'first_name',
  'last_name',
  'email',
  'phone',
  'country',
  'state',
  'address',
  'city',
  'zip',
  'birth_date',
  'taxpayer_id',
] as const;
export type BuyerField = (typeof BUYER_FIELDS)[number];

/** How a field is asked for. */
export interface FieldForm {
  readonly type: 'text' | 'email' | 'tel' | 'date' | 'choice';
  readonly autocomplete: string;
  /** Whether it stands in a line of its own: always, or where lines are short. */
  readonly wide?: boolean | 'narrow';
  /** Whether what is typed runs from left to right in every language. */
  readonly latin?: boolean;
}

/** How each field is asked for; autofill finds it by its `autocomplete`. */
export const FORMS: Readonly<Record<BuyerField, FieldForm>> = {
  first_name: { type: 'text', autocomplete: 'given-name' },
  last_name: { type: 'text', autocomplete: 'family-name' },
  email: { type: 'email', autocomplete: 'email', wide: true, latin: true },
  phone: { type: 'tel', autocomplete: 'tel', wide: true, latin: true },
  country: { type: 'choice', autocomplete: 'country' },
  state: { type: 'choice', autocomplete: 'address-level1' },
  city: { type: 'text', autocomplete: 'address-level2' },
  address: { type: 'text', autocomplete: 'street-address', wide: true },
  zip: { type: 'text', autocomplete: 'postal-code', latin: true },
  birth_date: { type: 'date', autocomplete: 'bday', wide: 'narrow' },
  taxpayer_id: { type: 'text', autocomplete: 'off', wide: 'narrow', latin: true },
};

/** The fields to ask for: a state only where addresses carry one (spec 2.1). */
export const askedOf = (fields: readonly BuyerField[], country: string | undefined): readonly BuyerField[] =>
  BUYER_FIELDS.filter((field) => fields.includes(field) && (field !== 'state' || countryHasStates(country)));

/** The most characters of a value, far more than any has: a whole document pasted would be too large to send. */
const LONGEST = 255;

/** A field's value as it is sent. */
export const cleaned = (value: string): string => value.trim().replaceAll(/\s+/g, ' ');

/**
 * Thirteen digits, whatever stands between them: twelve, as a few cards have, are found in addresses. A phone number may be as
 * long, so there it takes a known brand and the check digit. A taxpayer's number may be sixteen digits, any of them.
 */
function isLikeCardNumber(field: BuyerField, value: string): boolean {
  if (field === 'taxpayer_id') return false;
  const text = asciiDigits(value);
  if (!/\d(?:[^\p{L}\d]*\d){12}/u.test(text)) return false;
  const digits = text.replaceAll(/\D/g, '');
  return field !== 'phone' || (!text.startsWith('+') && brandOf(digits) !== undefined && luhn(digits));
}

/** What is wrong with a value, as the name of a sentence; undefined: nothing. */
export function judgeField(
  field: BuyerField,
  given: string,
  { country, now }: { country: string | undefined; now: number },
): OrderMessageKey | undefined {
  const value = cleaned(given);
  if (value === '') return FORMS[field].type === 'choice' ? 'wrong.choice' : 'wrong.empty';
  // A card number in a field of ours would go over the wire in clear.
  if (isLikeCardNumber(field, value)) return 'wrong.card_number';
  if (Array.from(value).length > LONGEST) return 'wrong.too_long';
  switch (field) {
    case 'email':
      return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value) ? undefined : 'wrong.email';
    case 'zip':
      // Spec 2.1.
      return country === 'US' && !/^\d{5}(-\d{4})?$/.test(value) ? 'wrong.zip' : undefined;
    case 'phone': {
      // ITU-T E.164: at most 15 digits. A tab stands where the payer pasted two lines.
      const count = (value.match(/\d/g) ?? []).length;
      return /^\+?[\d\p{Zs}().-]+$/u.test(given.trim()) && count >= 5 && count <= 15 ? undefined : 'wrong.phone';
    }
    case 'birth_date':
      return Date.parse(value) < now ? undefined : 'wrong.birth_date';
    default:
      return undefined;
  }
}

/** What the merchant knows of a buyer already, as it stands in an input. */
export const knownOf = (customer: Buyer | undefined, field: BuyerField): string => customer?.[field] ?? '';
