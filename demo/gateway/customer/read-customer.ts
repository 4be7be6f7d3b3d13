import { isIP } from 'node:net';
import { countryHasStates } from '../../../src/wire/country.js';
import { billingAddressProblems } from '../../../src/wire/request/address.js';
import { customerRequest } from '../../../src/wire/request/customer.js';
import { BLANK } from '../../../src/wire/request/values.js';
import { invalidParams } from '../http/error-response.js';
import { bareFields, judgeFields } from '../http/judge-fields.js';
import { Problems } from '../http/problems.js';
import type { CustomerRecord } from '../store/record/sale-records.js';

/** A customer's data from the merchant. */
export type CustomerDetails = Omit<CustomerRecord, 'id' | 'shopId' | 'createdAt'>;

const textIn = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

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
  if (given !== '' && !/^[^\s@]+@[^\s@]+$/.test(given)) problems.add([...at, 'email'], 'is not an e-mail address');
}

/**
 * Reads a customer (spec 2.9).
 *
 * @throws Refusal 422 with every problem at its field.
 */
export function readCustomer(body: unknown): CustomerDetails {
  const problems = new Problems();
  const fields = bareFields(body);
  const customer = judgeFields(customerRequest, fields, problems);
  if (typeof fields.ip === 'string' && fields.ip.trim() !== '' && isIP(fields.ip) === 0)
    problems.add(['ip'], 'address is invalid');
  // Beside the spec's text, as in the family.
  else if (textIn(fields.ip) === '' && typeof (fields.ip ?? '') === 'string') problems.add(['ip'], 'is invalid');
  judgeEmail(fields.email, problems);
  judgeAddress(fields, problems);
  if (problems.any || !customer) throw invalidParams(problems);
  return {
    first_name: customer.first_name ?? null,
    last_name: customer.last_name ?? null,
    address: customer.address ?? null,
    city: customer.city ?? null,
    country: customer.country ?? null,
    zip: customer.zip ?? null,
    state: countryHasStates(customer.country) ? (customer.state ?? null) : null,
    phone: customer.phone ?? null,
    email: customer.email,
    ip: customer.ip,
    external_id: customer.external_id ?? null,
  };
}
