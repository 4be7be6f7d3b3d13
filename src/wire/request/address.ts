import * as z from 'zod/mini';
import { COUNTRIES, countryHasStates } from '../country.js';
import { text } from './values.js';

/**
 * Spec 2.5: the fields of sender_billing_address, recipient_billing_address and the older billing_address.
 * `billingAddressProblems` checks the conditions of 2.1 (country, state, zip).
 */
export const billingAddress = z.looseObject(
  {
    first_name: text,
    last_name: text,
    /** ISO 3166-1, two letters: `US`. */
    country: text,
    city: text,
    /** Two letters, only in `US` and `CA`. */
    state: text,
    /** In the `US`: `12345` or `12345-6789`. */
    zip: text,
    address: text,
    phone: text,
  },
  'must be an object',
);
export type BillingAddress = z.infer<typeof billingAddress>;

/**
 * What violates spec 2.1 in an address, by field, in words like those of 7.2: country must be ISO 3166-1 alpha-2; state two letters, checked only in US
 * and CA; zip NNNNN or NNNNN-NNNN in the US.
 */
export function billingAddressProblems(given: BillingAddress): Partial<Record<'country' | 'state' | 'zip', string>> {
  const { country, state, zip } = given;
  const isFormed = /^[A-Z]{2}$/.test(country ?? '');
  return {
    ...(country && !isFormed && { country: 'is not in ISO 3166-1 Alpha-2 format' }),
    ...(country && isFormed && !COUNTRIES.has(country) && { country: 'is unknown ISO 3166-1 Alpha-2 code' }),
    ...(countryHasStates(country) && state && !/^[A-Z]{2}$/.test(state) && { state: 'must be two letters' }),
    ...(country === 'US' && zip && !/^\d{5}(-\d{4})?$/.test(zip) && { zip: 'is not in NNNNN or NNNNN-NNNN format' }),
  };
}
