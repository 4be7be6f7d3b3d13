import * as z from 'zod/mini';
import { type Subscription, subscription } from '../../wire/response/subscription.js';
import type { Transaction } from '../../wire/response/transaction.js';
import { transferResponse } from '../../wire/response/transfer.js';
import { textOrNone } from '../../wire/response/values.js';
import { isTest } from '../outcome.js';

/** The content of a notification. */
export type Notification =
  /** Spec 6.1: a transfer or a product payment that became final. */
  | { readonly kind: 'transaction'; readonly transaction: Transaction }
  /** A subscription changed, or was renewed; `event` is the gateway's free text about it, undefined when it sent none. */
  | { readonly kind: 'subscription'; readonly subscription: Subscription; readonly event: string | undefined };

type Parts = { readonly [key: string]: unknown };

const isObject = (value: unknown): value is Parts => typeof value === 'object' && value !== null && !Array.isArray(value);

const withEvent = z.looseObject({ event: textOrNone });

// Gateways send subscriptions with a small `transaction` beside these two fields, so its presence decides nothing.
const isSubscription = (value: unknown): value is Parts =>
  isObject(value) && typeof value['id'] === 'string' && value['id'] !== '' && typeof value['state'] === 'string';

const isAbsent = (value: unknown): boolean => value === undefined || value === null;

/**
 * Whether a body only says that a payment token has expired: gateways send that to the same address. A body that may be about
 * a payment is never taken for such news, even if it can't be read.
 */
const isExpiredToken = ({ token, status, ...others }: Parts): boolean =>
  typeof token === 'string' &&
  status === 'error' &&
  ['transaction', 'subscription', 'uid', 'id', 'state'].every((part) => isAbsent(others[part]));

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
  return { notification: { kind: 'subscription', subscription: read.data, event } };
}

const pathsOf = ({ issues }: z.core.$ZodError): string[] => issues.map(({ path }) => path.join('.') || 'its root');

/**
 * Whether any part of a notification marks it as a test. The schemas read a malformed `test` as absent, which is right for
 * showing a payment and wrong for delivering goods.
 */
export function isTestNotification(json: unknown): boolean {
  if (!isObject(json)) return false;
  const abouts = [json, json['transaction'], json['subscription']].filter(isObject);
  return abouts
    .flatMap((about) => [about, about['plan'], about['transaction'], about['last_transaction']])
    .some((part) => isObject(part) && isTest(part));
}
