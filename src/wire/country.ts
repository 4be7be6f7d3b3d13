/** Spec 2.1: whether an address in this country carries a two-letter state. */
export const countryHasStates = (country: string | null | undefined): boolean => country === 'US' || country === 'CA';
