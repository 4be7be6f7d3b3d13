import { brandOf } from '../../../card/brand.js';
import { asciiDigits, visible } from '../../../card/unicode-digits.js';
import { luhn } from '../../../card/pan.js';
import { countryHasStates } from '../../../wire/country.js';
import type { Buyer } from '../../../wire/request/order.js';
import type { MessageKey } from '../../../locales/catalogue.js';

/** The fields that a product can ask its buyer for (spec 2.7 visible_fields), in the order of the form. */
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

/** The kind and the layout of a field's input. */
export interface FieldForm {
  readonly type: 'text' | 'email' | 'tel' | 'date' | 'choice';
  readonly autocomplete: string;
  /** Whether it has a line of its own: always, or only in a narrow element. */
  readonly wide?: boolean | 'narrow';
  /** Whether its text is written from left to right in every language. */
  readonly latin?: boolean;
}

/** The input of each field. Autofill recognizes it by its `autocomplete`. */
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

/** The fields to ask for. The state is left out where addresses have none (spec 2.1). */
export const askedOf = (fields: readonly BuyerField[], country: string | undefined): readonly BuyerField[] =>
  BUYER_FIELDS.filter((field) => fields.includes(field) && (field !== 'state' || countryHasStates(country)));

/**
 * The maximum length of a value, in characters. No real value is that long, but a whole document pasted by mistake would be too
 * large to send.
 */
const MAX_LENGTH = 255;

/** The value in the form in which it is sent. */
export const cleaned = (value: string): string => visible(value).trim().replaceAll(/\s+/g, ' ');

/**
 * Whether a value looks like a card number: thirteen digits with anything but letters between them. A few cards have only twelve
 * digits, but so do some addresses. A phone number may be just as long, so it must also have a known brand and a valid check
 * digit. A taxpayer's number may be any sixteen digits.
 */
function isLikeCardNumber(field: BuyerField, value: string): boolean {
  if (field === 'taxpayer_id') return false;
  const text = asciiDigits(value);
  if (!/\d(?:[^\p{L}\d]*\d){12}/u.test(text)) return false;
  const digits = text.replaceAll(/\D/g, '');
  return field !== 'phone' || (!text.startsWith('+') && brandOf(digits) !== undefined && luhn(digits));
}

/** Returns the key of the sentence about an invalid value, or undefined if the value is valid. */
export function judgeField(
  field: BuyerField,
  given: string,
  { country, now }: { country: string | undefined; now: number },
): MessageKey | undefined {
  const value = cleaned(given);
  if (value === '') return `empty.${field}`;
  // A card number in one of these fields would be sent unencrypted.
  if (isLikeCardNumber(field, value)) return 'wrong.card_number';
  if (Array.from(value).length > MAX_LENGTH) return 'wrong.too_long';
  switch (field) {
    case 'email':
      return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value) ? undefined : 'wrong.email';
    case 'zip':
      // Spec 2.1.
      return country === 'US' && !/^\d{5}(-\d{4})?$/.test(value) ? 'wrong.zip' : undefined;
    case 'phone': {
      // ITU-T E.164: at most 15 digits. A tab, which separates two pasted lines, is not allowed.
      const count = (value.match(/\d/g) ?? []).length;
      return /^\+?[\d\p{Zs}().-]+$/u.test(visible(given).trim()) && count >= 5 && count <= 15 ? undefined : 'wrong.phone';
    }
    case 'birth_date':
      return Date.parse(value) < now ? undefined : 'wrong.birth_date';
    default:
      return undefined;
  }
}

/** The merchant's value for a field, as the text of its input. */
export const knownOf = (customer: Buyer | undefined, field: BuyerField): string => customer?.[field] ?? '';
