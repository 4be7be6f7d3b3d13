/**
 * Transfers and orders without the elements: for a merchant's own form, or for a program without a page. Provide your own
 * `CardSource`, or use `plainCards` if your program already has the card data.
 */
import './elements/page/own-members.js';

import { type CardSource, withPort } from './flow/cards/card-source.js';
import { OrderFlow as Order, type OrderFlowOptions as OrderOptions } from './flow/order-flow.js';
import { TransferFlow as Transfer, type TransferFlowOptions as TransferOptions } from './flow/transfer-flow.js';

/** The dependencies of a transfer. */
export interface TransferFlowOptions extends Omit<TransferOptions, 'cards'> {
  readonly cards: CardSource;
}

/**
 * A card-to-card transfer over time: quote, transfer, 3-D Secure, outcome (see `PaymentFlow`).
 *
 * @example
 * const flow = new TransferFlow({ ...dependencies, settings: () => ({ amount: 10_000, currency: 'USD', description: 'Money to a card' }) });
 * await flow.check(); // asks for the price
 * await flow.submit(); // transfers, and waits for the outcome
 * if (flow.state.step === 'outcome') console.log(flow.state.result.outcome);
 */
export class TransferFlow extends Transfer {
  constructor(options: TransferFlowOptions) {
    super(withPort(options));
  }
}

/** The dependencies of an order. */
export interface OrderFlowOptions extends Omit<OrderOptions, 'cards'> {
  readonly cards: CardSource;
}

/**
 * An order of a product or a plan over time: payment, 3-D Secure, outcome (see `PaymentFlow`).
 *
 * @example
 * const flow = new OrderFlow({ ...orderDependencies, cards });
 * await flow.submit(); // pays, and waits for the outcome
 * if (flow.state.step === 'outcome') console.log(flow.state.result.outcome);
 */
export class OrderFlow extends Order {
  constructor(options: OrderFlowOptions) {
    super(withPort(options));
  }
}

export type { ResolvedStatus } from './flow/options.js';
export type { OrderSettings } from './flow/request/order-body.js';
export type { Locks } from './flow/record/lock.js';
export type { TransferSettings } from './flow/request/transfer-body.js';
export type { CardSourceState } from './flow/cards/card-port.js';
export type { CardSource };
export { type CardDrafts, type PlainCard, plainCards, type PlainCards } from './flow/cards/plain-cards.js';
export { RecordStore } from './flow/record/record-store.js';
export type { RecordStorage } from './flow/record/record-storage.js';
export { attemptOf, type PaymentRecord } from './flow/record/payment-record.js';
export type { OutcomeRule } from './flow/outcome/rule.js';
export { Trace } from './flow/trace.js';
export type { Attempt, Outcome, Price, Quote, State, UnknownReason } from './flow/state.js';
export { CheckoutClient, type ClientOptions } from './checkout/client.js';
export { type EncryptionKey, importKey, type KeySource } from './checkout/key.js';
export { alwaysPresent, CHECK_LIMITS, PAYMENT_LIMITS, pollJob, type PollLimits, type Presence } from './checkout/poll-job.js';
export {
  type Binding,
  type PlainSection,
  type Random,
  type SealedSections,
  sealSections,
  systemRandom,
} from './checkout/seal.js';
export { type Clock, systemClock } from './clock/clock.js';
export { CheckoutError, type Party } from './http/error.js';
export { type Fetch, TransportError } from './http/request.js';
export { JobError, SealError } from './checkout/errors.js';
export { GatewayError } from './wire/response/gateway-error.js';
export { LockError, MerchantError, RedirectError, StorageError } from './flow/errors.js';
export { judgeUrl, safeUrl, type UrlVerdict } from './url/safe-url.js';
export { p2p, p2pAsync } from './wire/response/transfer.js';
export { verifyP2p, verifyP2pAsync } from './wire/response/check.js';
export { jobEndpoint } from './wire/response/job.js';
export { confirmOrder, getOrder, type OrderOffer } from './wire/response/order.js';
export type { Transaction } from './wire/response/transaction.js';
export type { CheckResponse } from './wire/response/check.js';
