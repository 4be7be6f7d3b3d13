import * as z from 'zod/mini';
import { type Subscription, subscription } from '../../wire/response/subscription.js';
import type { Transaction } from '../../wire/response/transaction.js';
import { transferResponse } from '../../wire/response/transfer.js';
import { textOrNone } from '../../wire/response/values.js';
import { isTest } from '../outcome.js';

/** What a notification tells of. */
export type Notification =
  /** Spec 6.1: a transfer or the payment of a product that became final. */
  | { readonly kind: 'transaction'; readonly transaction: Transaction }
  /** A subscription changed its state; `event` is the gateway's word for it, undefined where it sent none. */
  | { readonly kind: 'subscription'; readonly subscription: Subscription; readonly event: string | undefined };

type Parts = { readonly [key: string]: unknown };

const isObject = (value: unknown): value is Parts => typeof value === 'object' && value !== null && !Array.isArray(value);

const told = z.looseObject({ event: textOrNone });

/** A notification's body, read; or where it is off the contract, as paths into it. */
export function readNotification(
  json: unknown,
): { readonly notification: Notification } | { readonly faults: readonly string[] } {
  if (!isObject(json)) return { faults: ['its root'] };
  const isTransaction = 'transaction' in json || !('subscription' in json || 'id' in json);
  if (isTransaction) {
    const read = transferResponse.safeParse(json);
    return read.success
      ? { notification: { kind: 'transaction', transaction: read.data.transaction } }
      : { faults: pathsOf(read.error) };
  }
  // The spec shows no such body. Gateways of the family send the subscription itself with `event` beside its fields;
  // wrapped, as a job answers it, it is read as well.
  const wrapped = 'subscription' in json;
  const read = subscription.safeParse(wrapped ? json['subscription'] : json);
  if (!read.success) return { faults: pathsOf(read.error).map((path) => (wrapped ? `subscription.${path}` : path)) };
  const { event } = told.parse(json);
  return { notification: { kind: 'subscription', subscription: read.data, event: event ?? told.parse(read.data).event ?? undefined } };
}

const pathsOf = ({ issues }: z.core.$ZodError): string[] => issues.map(({ path }) => path.join('.') || 'its root');

/**
 * Whether a notification tells of test money, wherever it says so: the schemas read an odd `test` as absent, which is
 * right for showing and wrong for delivering.
 */
export function tellsOfTest(json: unknown): boolean {
  if (!isObject(json)) return false;
  const { transaction, subscription: wrapped } = json;
  const about = isObject(transaction) ? transaction : isObject(wrapped) ? wrapped : json;
  return [json, about, about['plan'], about['last_transaction']].some((part) => isObject(part) && isTest(part));
}
