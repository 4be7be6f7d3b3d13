import type { Subscription } from '../../wire/response/subscription.js';
import type { Transaction } from '../../wire/response/transaction.js';
import { requireTexts } from '../require-texts.js';
import { NotificationError } from './notification-error.js';
import { verifyNotification, type VerifyNotificationOptions } from './verify-notification.js';

/** Options for the handler of a shop's notifications. */
export interface NotificationHandlerOptions extends VerifyNotificationOptions {
  /**
   * Called with each verified transaction: a transfer, a product, a charge of a subscription (`subscription_id`), or what follows
   * a payment, such as a refund (`parent_uid`). Store its result before you return: the gateway then gets its 200, and does not deliver the notification again.
   */
  readonly onTransaction: (transaction: Transaction) => unknown;
  /** Called with each verified subscription, at each renewal and change, and the gateway's text about it. Leave it out if your shop sells no plans. */
  readonly onSubscription?: ((subscription: Subscription, event: string | undefined) => unknown) | undefined;
  /** Called with every `NotificationError` and every failure of your functions; `console.error` when absent. */
  readonly report?: ((error: unknown) => void) | undefined;
}

const text = (status: number, message: string, headers: Readonly<Record<string, string>> = {}): Response =>
  new Response(message, { status, headers: { 'content-type': 'text/plain; charset=utf-8', ...headers } });

/**
 * Creates the handler of your notification address (spec 6.1). It verifies a notification, calls one of your functions, and
 * answers: 200 once your function has returned, the error's own status for a notification that must not be acted on, and 500
 * when your function failed, so that the gateway delivers it again. News that no shop acts on, such as an expired payment token,
 * gets 200 too, and is only reported.
 *
 * A notification may come more than once, even at the same time: let your functions store each uid only once. Let nothing that
 * can fail follow that, such as shipping, because the next copy finds the uid stored: store what is to ship with it, for a job.
 *
 * @example
 * const notifications = createNotificationHandler({
 *   publicKey,
 *   shopId,
 *   secretKey,
 *   onTransaction: (transaction) => settle(transaction),
 *   onSubscription: (subscription) => save(subscription),
 * });
 * app.post('/notifications', toExpress(notifications));
 *
 * @throws TypeError when an option is missing.
 */
export function createNotificationHandler(options: NotificationHandlerOptions): (request: Request) => Promise<Response> {
  const { onTransaction, onSubscription, report = console.error, ...verification } = options;
  const { publicKey, shopId, secretKey } = verification;
  requireTexts({ publicKey, shopId, secretKey });
  if (typeof onTransaction !== 'function')
    throw new TypeError(`onTransaction: expected a function; got ${typeof onTransaction}.`);

  const reportSafely = (error: unknown): void => {
    try {
      report(error);
    } catch (failure) {
      console.error(failure, error);
    }
  };
  const act = async (request: Request): Promise<void> => {
    const notification = await verifyNotification(request, verification);
    if (notification.kind === 'transaction') {
      await onTransaction(notification.transaction);
    } else if (onSubscription) {
      // In the order in which gateways report them where each has a notification of its own.
      if (notification.transaction) await onTransaction(notification.transaction);
      await onSubscription(notification.subscription, notification.event);
    } else {
      throw new TypeError(
        'onSubscription: expected a function, because a notification about a subscription arrived; it is not set. Set it, or ' +
          'have the gateway send notifications of subscriptions to another address.',
      );
    }
  };

  return async (request) => {
    if (request.method !== 'POST') return text(405, `Expected POST; got ${request.method}.`, { allow: 'POST' });
    try {
      await act(request);
      return new Response(null, { status: 200 });
    } catch (error) {
      reportSafely(error);
      if (!(error instanceof NotificationError)) return text(500, 'The notification was not stored. Deliver it again.');
      // Only credentials can be asked for and sent again; a wrong signature can't be corrected that way.
      const isUnauthorized = error.code === 'notification_unauthorized';
      const challenge = isUnauthorized ? { 'www-authenticate': 'Basic realm="notifications"' } : {};
      return text(error.status, error.message, challenge);
    }
  };
}
