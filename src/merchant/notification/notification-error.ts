import { CheckoutError, type Party } from '../../http/error.js';

const CODES = {
  notification_unauthorized: { party: 'merchant', status: 401 },
  notification_unsigned: { party: 'merchant', status: 401 },
  notification_signature_mismatch: { party: 'merchant', status: 401 },
  notification_too_large: { party: 'gateway', status: 413 },
  notification_interrupted: { party: 'network', status: 400 },
  notification_malformed: { party: 'gateway', status: 400 },
  notification_unknown: { party: 'gateway', status: 200 },
  notification_is_test: { party: 'merchant', status: 403 },
} as const satisfies Record<string, { readonly party: Party; readonly status: number }>;

/** Why a notification must not be acted on. */
export type NotificationErrorCode = keyof typeof CODES;

/** The HTTP statuses with which a notification that must not be acted on can be answered. */
export type NotificationErrorStatus = (typeof CODES)[NotificationErrorCode]['status'];

/**
 * A notification that must not be acted on (spec 6.1).
 *
 * The message states what was expected, what was received and how to fix it. It never repeats a credential, a header or more
 * of the body than its `test`, so it can be logged and sent back unchanged.
 */
export class NotificationError extends CheckoutError {
  override readonly name = 'NotificationError';
  readonly code: NotificationErrorCode;
  readonly party: Party;
  /** The HTTP status to answer with. After any status but 200, the gateway delivers the notification again later. */
  readonly status: NotificationErrorStatus;

  constructor(code: NotificationErrorCode, message: string, options?: { readonly cause?: unknown }) {
    super(message, options);
    this.code = code;
    this.party = CODES[code].party;
    this.status = CODES[code].status;
  }
}
