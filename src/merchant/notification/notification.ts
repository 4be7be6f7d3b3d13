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
  /** A subscription changed its state; `event` is the gateway's name for the change, undefined when it sent none. */
  | { readonly kind: 'subscription'; readonly subscription: Subscription; readonly event: string | undefined };

type Parts = { readonly [key: string]: unknown };

const isObject = (value: unknown): value is Parts => typeof value === 'object' && value !== null && !Array.isArray(value);

const withEvent = z.looseObject({ event: textOrNone });

/** Reads a notification's body; if it does not match the contract, returns the paths of the wrong parts. */
export function readNotification(
  json: unknown,
): { readonly notification: Notification } | { readonly problems: readonly string[] } {
  if (!isObject(json)) return { problems: ['its root'] };
  const isTransaction = 'transaction' in json || !('subscription' in json || 'id' in json);
  if (isTransaction) {
    const read = transferResponse.safeParse(json);
    return read.success
      ? { notification: { kind: 'transaction', transaction: read.data.transaction } }
      : { problems: pathsOf(read.error) };
  }
  // The spec shows no such body. Gateways of the family send the subscription itself with `event` beside its fields; the
  // wrapped form, as in a job's result, is accepted too.
  const wrapped = 'subscription' in json;
  const read = subscription.safeParse(wrapped ? json['subscription'] : json);
  if (!read.success) return { problems: pathsOf(read.error).map((path) => (wrapped ? `subscription.${path}` : path)) };
  const { event } = withEvent.parse(json);
  return {
    notification: {
      kind: 'subscription',
      subscription: read.data,
      event: event ?? withEvent.parse(read.data).event ?? undefined,
    },
  };
}

const pathsOf = ({ issues }: z.core.$ZodError): string[] => issues.map(({ path }) => path.join('.') || 'its root');

/**
 * Whether any part of a notification marks it as a test. The schemas read a malformed `test` as absent, which is right for
 * showing a payment and wrong for delivering goods.
 */
export function isTestNotification(json: unknown): boolean {
  if (!isObject(json)) return false;
  const { transaction, subscription: wrapped } = json;
  const about = isObject(transaction) ? transaction : isObject(wrapped) ? wrapped : json;
  return [json, about, about['plan'], about['last_transaction']].some((part) => isObject(part) && isTest(part));
}
