import type { BillingAddress } from '../../src/wire/address.js';
import { countryHasStates } from '../../src/wire/address.js';
import type { TransferRequest } from '../../src/wire/transfer-request.js';
import { timestampOf } from './clock.js';
import { languageOf } from './language.js';
import type { TransactionRecord } from './store/store.js';

const ADDRESS_FIELDS = ['first_name', 'last_name', 'country', 'city', 'state', 'zip', 'address', 'phone'] as const;

/** An address as it is sent back: every field of the spec, null where none came. */
type EchoedAddress = Readonly<Record<(typeof ADDRESS_FIELDS)[number], string | null>>;

/** What of a request comes back in its transaction (spec 2.6), card sections aside. */
export interface EchoedRequest {
  readonly amount: number;
  readonly currency: string;
  readonly description: string;
  readonly tracking_id: string | null;
  readonly language: string;
  readonly test: boolean;
  readonly return_url: string | null;
  readonly notification_url: string | null;
  readonly expired_at: string | null;
  readonly customer: Readonly<Record<string, string | null>>;
  readonly sender_billing_address: EchoedAddress;
  readonly recipient_billing_address: EchoedAddress;
  readonly billing_address?: EchoedAddress;
  readonly additional_data: Readonly<Record<string, unknown>>;
}

function echoAddress(given: BillingAddress | null | undefined): EchoedAddress {
  const fields = ADDRESS_FIELDS.map((name) => [name, given?.[name] ?? null] as const);
  const address = Object.fromEntries(fields) as EchoedAddress;
  // Spec 2.1: a state belongs to the US and Canada only.
  return countryHasStates(given?.country) ? address : { ...address, state: null };
}

// Named fields only: what a merchant put beside them may be anything, card data included.
function echoAdditionalData({ additional_data }: TransferRequest): Record<string, unknown> {
  const { receipt_text, contract, p2p } = additional_data ?? {};
  return {
    ...(receipt_text && { receipt_text }),
    ...(contract && { contract }),
    ...(p2p?.type && { p2p: { type: p2p.type } }),
  };
}

/** Keeps what a transaction repeats of its request. */
export function echoRequest(request: TransferRequest): EchoedRequest {
  const { customer, billing_address } = request;
  return {
    amount: request.amount,
    currency: request.currency,
    description: request.description,
    tracking_id: request.tracking_id ?? null,
    language: languageOf(request.language),
    test: request.test ?? false,
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

const timeOrNull = (time: number | null): string | null => (time === null ? null : timestampOf(time));

function verifyP2pOf({ decision, request, bankFee, requiredFields }: TransactionRecord) {
  const failed = decision.kind === 'failed' && decision.unverified;
  return {
    status: failed ? 'failed' : 'successful',
    message: failed ? decision.message : 'Transfer is possible',
    amount: request.amount,
    currency: request.currency,
    ...(!failed && { bank_fee: Number(bankFee) }),
    required_fields: requiredFields ?? { credit_card: [], recipient_card: [] },
  };
}

function p2pOf({ status, decision, request, message, refId }: TransactionRecord, shopName: string) {
  const settled = status === 'successful' || status === 'failed';
  return {
    ref_id: refId,
    bank_code: status === 'successful' ? '00' : settled && decision.kind === 'failed' ? decision.bankCode : null,
    auth_code: null,
    rrn: null,
    message,
    amount: request.amount,
    currency: request.currency,
    billing_descriptor: `SANDBOX*${shopName.toUpperCase()}`,
    gateway_id: 1,
    status,
  };
}

/** Where the pages of a transaction are: `checkout` is the address without trailing slash. */
export const pagesOf = ({ uid, challenge }: Pick<TransactionRecord, 'uid' | 'challenge'>, checkout: string) => ({
  redirect_url: `${checkout}/3ds/${challenge}`,
  receipt_url: `${checkout}/receipts/${uid}`,
});

/** Writes a transaction as spec 2.6 has it, with every field of its tables. */
export function transactionBody(record: TransactionRecord, shopName: string, checkout: string) {
  return {
    ...record.request,
    uid: record.uid,
    id: record.uid,
    status: record.status,
    status_code: null,
    type: 'p2p',
    payment_method_type: 'credit_card',
    message: record.message,
    created_at: timestampOf(record.createdAt),
    updated_at: timestampOf(record.updatedAt),
    paid_at: timeOrNull(record.paidAt),
    ...pagesOf(record, checkout),
    credit_card: record.source,
    recipient_card: record.recipient,
    verify_p2p: verifyP2pOf(record),
    p2p: p2pOf(record, shopName),
  };
}
