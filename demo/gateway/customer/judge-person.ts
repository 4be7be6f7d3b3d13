import { countryHasStates } from '../../../src/wire/country.js';
import { billingAddressProblems } from '../../../src/wire/request/address.js';
import { BLANK } from '../../../src/wire/request/values.js';
import type { Problems } from '../http/problems.js';

/** A text without the white space around it; empty for anything else. */
export const textIn = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/**
 * Reports the problems of a person's address (spec 2.1, 2.9): the form of country and zip; a state outside the US and Canada,
 * and, if `stateNeeded`, a missing one inside.
 */
export function judgeAddress(
  fields: Readonly<Record<string, unknown>>,
  problems: Problems,
  at: readonly string[] = [],
  stateNeeded = true,
): void {
  const [country, state, zip] = [textIn(fields.country), textIn(fields.state), textIn(fields.zip)];
  if (stateNeeded && countryHasStates(country) && state === '') problems.add([...at, 'state'], BLANK);
  for (const [name, text] of Object.entries(billingAddressProblems({ country, state, zip }))) {
    problems.add([...at, name], text);
  }
}

/** Reports an invalid e-mail address (spec 2.9). The check is simple: only the address's own server knows what is valid. */
export function judgeEmail(email: unknown, problems: Problems, at: readonly string[] = []): void {
  const given = textIn(email);
  if (given !== '' && !/^[^\s@]+@[^\s@]+$/.test(given)) problems.add([...at, 'email'], 'is not an email address');
}
