import * as z from 'zod/mini';
import { text, textUpTo } from './values.js';

/**
 * Spec 2.2, 2.5: the card sections of a request, `credit_card` (source) and `recipient_card`.
 *
 * In plain text they contain number, expiry, holder and, for the source card of a transfer, the verification value. When
 * encrypted in the browser, the whole section is one JWE in `token`.
 */
export const SECTIONS = ['credit_card', 'recipient_card'] as const;
export type SectionName = (typeof SECTIONS)[number];

/** The maximum length of a holder's name, in characters (spec 8). */
export const HOLDER_LENGTH = 35;

const month = /* @__PURE__ */ z.nullish(
  z.string('must be a string').check(z.regex(/^(0?[1-9]|1[0-2])$/, 'must be a month, 1 to 12')),
);
const year = /* @__PURE__ */ z.nullish(z.string('must be a string').check(z.regex(/^\d{4}$/, 'must be a year of four digits')));

/** A recipient card as it is sent: in plain text, as a saved card's token, or sealed. */
export const recipientCard = z.looseObject(
  {
    /** The card number, 12 to 19 digits. Required without a `token`. */
    number: text,
    /** `1` to `12`, as text. */
    exp_month: month,
    /** Four digits, as text. */
    exp_year: year,
    /** The name on the card, up to 35 characters. Some banks require it. */
    holder: textUpTo(HOLDER_LENGTH),
    /** The token of a saved card, or an encrypted section, instead of the number. */
    token: text,
  },
  'must be an object',
);

/** A source card as it is sent: in plain text, as a saved card's token, or sealed. */
export const sourceCard = /* @__PURE__ */ z.extend(recipientCard, {
  /** The security code, 3 or 4 digits. A transfer needs it, a check only when `required_fields` names it. */
  verification_value: z.nullish(z.string('must be a string').check(z.regex(/^\d{3,4}$/, 'must be 3 or 4 digits'))),
});
