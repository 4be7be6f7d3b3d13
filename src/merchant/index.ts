export { CheckoutError } from '../http/error.js';
export type { Party } from '../http/error.js';
export { isFinal } from '../wire/transaction.js';
export type { CardData, Transaction } from '../wire/transaction.js';
export { NotificationError } from './notification-error.js';
export type { NotificationErrorCode, NotificationErrorStatus } from './notification-error.js';
export { verifyNotification } from './verify-notification.js';
export type { VerifyNotificationOptions } from './verify-notification.js';
