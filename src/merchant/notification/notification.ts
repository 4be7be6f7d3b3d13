import * as z from 'zod/mini';
import { type Subscription, subscription } from '../../wire/response/subscription.js';
import { type Transaction, transaction as transactionSchema } from '../../wire/response/transaction.js';
import { transferResponse } from '../../wire/response/transfer.js';
import { isTest, testOrNone, textOrNone } from '../../wire/response/values.js';

/** The content of a notification. */
export type Notification =
  /** Spec 6.1: a transfer or a product payment that became final. */
  | { readonly kind: 'transaction'; readonly transaction: Transaction }
  /**
   * A subscription changed, or was renewed; `event` is the gateway's free text about it, undefined when it sent none. `transaction` is
   * the charge that the same body reports, if it has a whole one; it names its subscription.
   */
  | {
      readonly kind: 'subscription';
      readonly subscription: Subscription;
      readonly event: string | undefined;
      readonly transaction: Transaction | undefined;
    };

type Parts = { readonly [key: string]: unknown };

const isObject = (value: unknown): value is Parts => typeof value === 'object' && value !== null && !Array.isArray(value);

const withEvent = z.looseObject({ event: textOrNone });

// Gateways send subscriptions with a small `transaction` beside these two fields, so its presence decides nothing.
const isSubscription = (value: unknown): value is Parts =>
  isObject(value) && typeof value['id'] === 'string' && value['id'] !== '' && typeof value['state'] === 'string';

const isAbsent = (value: unknown): boolean => value === undefined || value === null;

/** Whether any part of a body, however deep, may be a payment: it has a uid or a time of payment, or was successful. */
const mayBePayment = (part: unknown): boolean =>
  Array.isArray(part)
    ? part.some(mayBePayment)
    : isObject(part) &&
      (!isAbsent(part['uid']) ||
        !isAbsent(part['paid_at']) ||
        part['status'] === 'successful' ||
        Object.values(part).some(mayBePayment));

/**
 * Whether a body only says that a payment token has expired: gateways send that to the same address. A body that may be about
 * a payment is never taken for such news, even if it can't be read.
 */
const isExpiredToken = ({ token, status, ...others }: Parts): boolean =>
  typeof token === 'string' &&
  status === 'error' &&
  ['transaction', 'subscription', 'uid', 'id', 'state'].every((part) => isAbsent(others[part])) &&
  !mayBePayment(others);

/**
 * Reads a notification's body; if it does not match the contract, returns the paths of the wrong parts. Undefined: nothing
 * that a shop acts on.
 */
export function readNotification(
  json: unknown,
): { readonly notification: Notification } | { readonly problems: readonly string[] } | undefined {
  if (!isObject(json)) return { problems: ['its root'] };
  if (isExpiredToken(json)) return undefined;
  const { transaction, subscription: inner } = json;
  // The spec shows no body of a subscription. Gateways of the family send the subscription itself with `event` beside its
  // fields; the wrapped form, as in a job's result, is accepted too.
  if (isSubscription(json)) return readSubscription(json, json, '');
  if (isSubscription(inner)) return readSubscription(inner, json, 'subscription.');
  if (transaction === undefined && 'subscription' in json) return readSubscription(inner, json, 'subscription.');
  if (transaction === undefined && 'id' in json) return readSubscription(json, json, '');
  const read = transferResponse.safeParse(json);
  return read.success
    ? { notification: { kind: 'transaction', transaction: read.data.transaction } }
    : { problems: pathsOf(read.error) };
}

function readSubscription(
  about: unknown,
  body: Parts,
  path: '' | 'subscription.',
): { readonly notification: Notification } | { readonly problems: readonly string[] } {
  const read = subscription.safeParse(about);
  if (!read.success) return { problems: pathsOf(read.error).map((field) => `${path}${field}`) };
  const event = withEvent.parse(body).event ?? withEvent.parse(read.data).event ?? undefined;
  // Most gateways send a small one here, without a status.
  const { data: charge } = transactionSchema.safeParse(body['transaction'] ?? read.data['transaction']);
  const transaction = charge && { ...charge, subscription_id: charge.subscription_id ?? read.data.id };
  return { notification: { kind: 'subscription', subscription: read.data, event, transaction } };
}

const pathsOf = ({ issues }: z.core.$ZodError): string[] => issues.map(({ path }) => path.join('.') || 'its root');

/** What marks a notification as a test, in any part of it, as JSON; undefined when nothing does. */
export function testMarkOf(json: unknown): string | undefined {
  if (!isObject(json)) return undefined;
  const abouts = [json, json['transaction'], json['subscription']].filter(isObject);
  const marked = abouts
    .flatMap((about) => [about, about['plan'], about['transaction'], about['last_transaction']])
    .find((part) => isObject(part) && isTest(part));
  return isObject(marked) ? String(testOrNone.parse(marked['test'])) : undefined;
}
