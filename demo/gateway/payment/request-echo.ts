import { countryHasStates } from '../../../src/wire/country.js';
import type { BillingAddress } from '../../../src/wire/request/address.js';
import type { TransferRequest } from '../../../src/wire/request/transfer.js';
import { ADDRESS_FIELDS, type EchoedAddress, type EchoedRequest } from '../store/record/echoed-request.js';

/** An address for a response, from anything with an address's fields. */
export function echoAddress(given: BillingAddress | null | undefined): EchoedAddress {
  const fields = ADDRESS_FIELDS.map((name) => [name, given?.[name] ?? null] as const);
  const address = Object.fromEntries(fields) as EchoedAddress;
  // Spec 2.1: a state belongs to the US and Canada only.
  return countryHasStates(given?.country) ? address : { ...address, state: null };
}

/** An address without any data. */
export const NO_ADDRESS: EchoedAddress = echoAddress(null);

// Known fields only: others may hold anything, card data included.
function echoAdditionalData({ additional_data }: TransferRequest): Record<string, unknown> {
  const { receipt_text, contract, p2p } = additional_data ?? {};
  return {
    ...(receipt_text && { receipt_text }),
    ...(contract && { contract }),
    ...(p2p?.type && { p2p: { type: p2p.type } }),
  };
}

/** The fields that a transaction repeats from its request. */
export function echoRequest(request: TransferRequest): EchoedRequest {
  const { customer, billing_address } = request;
  return {
    amount: request.amount,
    currency: request.currency,
    description: request.description,
    tracking_id: request.tracking_id ?? null,
    // Spec 2.6: the request's value. Only pages and e-mails choose a language that they have.
    language: request.language || 'en',
    test: request.test ?? false,
    // Spec 2.5: true is the default.
    duplicate_check: request.duplicate_check ?? true,
    return_url: request.return_url ?? null,
    notification_url: request.notification_url ?? null,
    expired_at: request.expired_at?.replace(/\.\d+/, '') ?? null,
    customer: {
      ip: customer?.ip ?? null,
      email: customer?.email ?? null,
      device_id: customer?.device_id ?? null,
      ...(customer?.external_id && { external_id: customer.external_id }),
      birth_date: null,
    },
    // Spec 9: billing_address is the sender's in the previous version of the API.
    sender_billing_address: echoAddress(request.sender_billing_address ?? billing_address),
    recipient_billing_address: echoAddress(request.recipient_billing_address),
    ...(billing_address && { billing_address: echoAddress(billing_address) }),
    additional_data: echoAdditionalData(request),
  };
}
