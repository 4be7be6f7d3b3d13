import { countryHasStates } from '../../../src/wire/country.js';
import type { Buyer } from '../../../src/wire/request/order.js';
import type { CustomerDetails } from '../customer/read-customer.js';

const textOf = (value: string | null | undefined): string | null => value?.trim() || null;

/** The customer for a new subscription (spec 1, 2.9): the buyer's data, and the address of their device. */
export function customerOf(buyer: Buyer | null | undefined, ip: string): CustomerDetails {
  const country = textOf(buyer?.country);
  return {
    first_name: textOf(buyer?.first_name),
    last_name: textOf(buyer?.last_name),
    address: textOf(buyer?.address),
    city: textOf(buyer?.city),
    country,
    zip: textOf(buyer?.zip),
    // Spec 2.1: a state belongs to the US and Canada only.
    state: countryHasStates(country) ? textOf(buyer?.state) : null,
    phone: textOf(buyer?.phone),
    // Every plan requires it.
    email: textOf(buyer?.email) ?? '',
    ip,
    external_id: textOf(buyer?.external_id),
  };
}
