import { countryHasStates } from '../../../src/wire/country.js';
import { customerRequest } from '../../../src/wire/request/customer.js';
import { invalidParams } from '../http/error-response.js';
import { bareFields, judgeFields } from '../http/judge-fields.js';
import { Problems } from '../http/problems.js';
import type { CustomerRecord } from '../store/record/sale-records.js';
import { isIpAddress } from './ip-address.js';
import { judgeAddress, judgeEmail, textIn } from './judge-person.js';

/** A customer's data from the merchant. */
export type CustomerDetails = Omit<CustomerRecord, 'id' | 'shopId' | 'createdAt'>;

/**
 * Reads a customer (spec 2.9).
 *
 * @throws Refusal 422 with every problem at its field.
 */
export function readCustomer(body: unknown): CustomerDetails {
  const problems = new Problems();
  const fields = bareFields(body);
  const customer = judgeFields(customerRequest, fields, problems);
  if (typeof fields.ip === 'string' && fields.ip.trim() !== '' && !isIpAddress(fields.ip))
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
