/**
 * Card checkout as custom elements. Importing this module registers nothing and is safe on a server; import
 * `checkout-elements/define` to register the elements.
 */
import './elements/page/own-members.js';

export { P2pTransferElement } from './elements/p2p-transfer/p2p-transfer.js';
export { type PlanOnOffer, PlanSubscribeElement } from './elements/plan-subscribe/plan-subscribe.js';
export { type ProductOnOffer, ProductPayElement } from './elements/product-pay/product-pay.js';
export * from './events.js';
export * from './errors.js';
export type { SavedCard } from './card/saved-card.js';
export { configure } from './elements/page/configure.js';
export type { CheckoutConfiguration } from './elements/page/limits.js';
export type { Messages, MessageKey } from './locales/catalogue.js';
export type { ResolvedStatus, StatusQuestion } from './flow/options.js';
export type { OutcomeRule } from './flow/outcome/rule.js';
export type { Outcome, Quote, UnknownReason } from './flow/state.js';
export type { Fee } from './money/commission.js';
export type { Transaction } from './wire/response/transaction.js';
export type { Subscription } from './wire/response/subscription.js';
export type { Product } from './wire/response/product.js';
export type { Plan } from './wire/response/plan.js';
export type { Buyer } from './wire/request/order.js';
export type { BillingAddress } from './wire/request/address.js';
export type { Customer } from './wire/request/transfer.js';
