import { CheckoutError, type Party } from '../http/error.js';
import type { TransportError } from '../http/request.js';
import type { GatewayError } from '../wire/response/gateway-error.js';
import type { NotificationError } from './notification/notification-error.js';

/**
 * A request that changes something was sent, and no answer proves its result: it may have been carried out.
 *
 * Never send it again because of this error. The message explains how to find out; `cause` is the error that came instead.
 */
export class UnknownOutcomeError extends CheckoutError {
  override readonly name = 'UnknownOutcomeError';
  readonly code = 'outcome_unknown';
  readonly party: Party = 'gateway';
  /** For a transfer or a subscription, the id to pass to `findTransactions`; undefined when the request had none. */
  readonly trackingId: string | undefined;

  constructor(message: string, { trackingId, cause }: { readonly trackingId?: string | undefined; readonly cause: unknown }) {
    super(message, { cause });
    this.trackingId = trackingId;
  }
}

const FOLLOW_UP_PARTIES = { total_exceeded: 'merchant', total_unknown: 'gateway' } as const satisfies Record<string, Party>;

/** Nothing was captured, voided or refunded: more was made before than was asked for, or nobody knows how much. Nothing was sent. */
export class FollowUpError extends CheckoutError {
  override readonly name = 'FollowUpError';
  readonly code: keyof typeof FOLLOW_UP_PARTIES;
  readonly party: Party;

  constructor(code: FollowUpError['code'], message: string) {
    super(message);
    this.code = code;
    this.party = FOLLOW_UP_PARTIES[code];
  }
}

/** The secret key is in a browser, where anyone can read it; nothing was sent. */
export class ServerOnlyError extends CheckoutError {
  override readonly name = 'ServerOnlyError';
  readonly code = 'secret_key_in_browser';
  readonly party: Party = 'merchant';
}

/** Every error of `checkout-elements/merchant`, so that a `switch` over `code` can be exhaustive. Misuse is a TypeError. */
export type AnyMerchantError =
  | FollowUpError
  | GatewayError
  | NotificationError
  | ServerOnlyError
  | TransportError
  | UnknownOutcomeError;

/** Every literal code. */
export type MerchantErrorCode = AnyMerchantError['code'];
