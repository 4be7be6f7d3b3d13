/**
 * Transfers and orders without the elements: for a merchant's own form, or for a program without a page. Provide your own
 * `CardSource`, or use `plainCards` if your program already has the card data.
 */
import './wire/own-members.js';

export { TransferFlow, type TransferFlowOptions, type ResolvedStatus } from './flow/transfer-flow.js';
export { OrderFlow, type OrderFlowOptions } from './flow/order-flow.js';
export type { OrderSettings } from './flow/request/order-body.js';
export type { Locks } from './flow/record/lock.js';
export type { TransferSettings } from './flow/request/transfer-body.js';
export type { CardSource, CardSourceState } from './flow/cards/card-source.js';
export { type CardDrafts, plainCards, type PlainCards } from './flow/cards/plain-cards.js';
export { RecordStore } from './flow/record/record-store.js';
export type { RecordStorage } from './flow/record/journal.js';
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
export { GatewayError, JobError, SealError } from './checkout/errors.js';
export { LockError, MerchantError, RedirectError, StorageError } from './flow/errors.js';
export { judgeUrl, safeUrl, type UrlVerdict } from './url/safe-url.js';
export { p2p, p2pAsync } from './wire/response/transfer.js';
export { verifyP2p, verifyP2pAsync } from './wire/response/check.js';
export { jobEndpoint } from './wire/response/job.js';
export { confirmOrder, getOrder, type OrderOffer } from './wire/response/order.js';
export type { Transaction } from './wire/response/transaction.js';
export type { CheckResponse } from './wire/response/check.js';
