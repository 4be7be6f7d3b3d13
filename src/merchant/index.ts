export { CheckoutError } from '../http/error.js';
export type { Party } from '../http/error.js';
export { TransportError } from '../http/request.js';
export type { Fetch } from '../http/request.js';
export type { CheckResponse, Commission, RequiredFields } from '../wire/response/check.js';
export type { StoredCustomer } from '../wire/response/customer.js';
export type { ErrorBody, FieldError } from '../wire/response/error-body.js';
export type { Plan } from '../wire/response/plan.js';
export type { Product } from '../wire/response/product.js';
export type { Subscription } from '../wire/response/subscription.js';
export { isFinal } from '../wire/response/transaction.js';
export type { CardData, Transaction } from '../wire/response/transaction.js';
export type { AbsencePromise } from './handlers/missing-transaction.js';
export { productMarkup, transferMarkup } from '../markup/markup.js';
export type { MarkupOptions, TransferMarkupOptions } from '../markup/markup.js';
export { MerchantClient } from './client/client.js';
export type { CallOptions } from './client/client.js';
export { GatewayAnswerError, ServerOnlyError, UnknownOutcomeError } from './errors.js';
export type { AnyMerchantError, MerchantErrorCode } from './errors.js';
export type { Notification } from './notification/notification.js';
export { NotificationError } from './notification/notification-error.js';
export type { NotificationErrorCode, NotificationErrorStatus } from './notification/notification-error.js';
export { createPlanHandler, createProductHandler } from './handlers/offer-handler.js';
export type { OfferHandlerOptions } from './handlers/offer-handler.js';
export type { MerchantClientOptions } from './client/options.js';
export { outcomeOf } from './outcome.js';
export type { ResolvedOutcome } from './outcome.js';
export { publicPlan, publicProduct } from './handlers/public-offer.js';
export type { PublicPlan, PublicProduct } from './handlers/public-offer.js';
export type { AllowedOrigins } from './handlers/reply.js';
export type {
  ById,
  NewCustomer,
  NewPlan,
  NewProduct,
  NewSubscription,
  NewTransfer,
  ProductChanges,
  TransferCheck,
} from './client/requests.js';
export { createStatusHandler } from './handlers/status-handler.js';
export type { StatusHandlerOptions } from './handlers/status-handler.js';
export { verifyNotification } from './notification/verify-notification.js';
export type { VerifyNotificationOptions } from './notification/verify-notification.js';
export { createNotificationHandler } from './notification/notification-handler.js';
export type { NotificationHandlerOptions } from './notification/notification-handler.js';
export { reconcile } from './reconcile.js';
export type { Difference, ExpectedPayment, Reconciliation } from './reconcile.js';
export { toExpress } from './adapters/express.js';
export type { ExpressHandler, ExpressRequest } from './adapters/express.js';
export { toNode } from './adapters/node.js';
export type { NodeRequest, NodeResponse, ToNodeOptions, WebHandler } from './adapters/node.js';
