import type { Clock } from '../../clock/clock.js';
import type { Transaction } from '../../wire/response/transaction.js';
import { isSubscriptionId } from '../../wire/uid.js';
import type { MerchantClient } from '../client/client.js';
import { GatewayAnswerError } from '../errors.js';
import { outcomeOf, type ResolvedOutcome } from '../outcome.js';
import type { MissingTransactionProof } from './missing-transaction.js';
import type { Question } from './status-question.js';
import { within } from './time-limit.js';

export interface LookupOptions {
  readonly client: Pick<MerchantClient, 'findTransactions' | 'getTransaction'>;
  readonly allowTest: boolean;
  readonly absence: MissingTransactionProof | undefined;
  /** Milliseconds. */
  readonly patience: number;
  readonly clock: Clock;
  readonly report: (error: unknown) => void;
}

/** Whether the caller may learn about the order with this tracking id. */
export type Authorize = (trackingId: string) => boolean | Promise<boolean>;

const UNKNOWN: ResolvedOutcome = { outcome: 'unknown' };

/** Only `true` authorizes: an `authorize` that returns nothing, or an object, does not. */
async function isAuthorized(trackingId: string, authorize: Authorize): Promise<boolean> {
  const verdict: unknown = await authorize(trackingId);
  return verdict === true;
}

/** Looks up outcomes at the gateway, for callers who may learn them. */
export class PaymentLookup {
  readonly #options: LookupOptions;

  constructor(options: LookupOptions) {
    this.#options = options;
  }

  /**
   * The outcome of the payment in question; undefined when there is no such payment, or `authorize` does not allow it.
   *
   * @throws the error of `authorize`.
   */
  find(question: Question, authorize: Authorize): Promise<ResolvedOutcome | undefined> {
    return question.trackingId === undefined
      ? this.#findByUid(question.uid, authorize)
      : this.#findByTrackingId(question, question.trackingId, authorize);
  }

  async #findByTrackingId(question: Question, trackingId: string, authorize: Authorize): Promise<ResolvedOutcome | undefined> {
    const { client, absence, allowTest } = this.#options;
    const { since } = question;
    if (!(await isAuthorized(trackingId, authorize))) return undefined;
    if (since !== undefined) absence?.note(trackingId, since);
    const found = await this.#ask(async (signal) => client.findTransactions(trackingId, { signal }));
    if (!found) return UNKNOWN;
    const isAbsent = found.length === 0 && since !== undefined && absence?.proves(trackingId, since);
    return isAbsent ? { outcome: 'failed' } : outcomeOf(found, allowTest, question);
  }

  async #findByUid(uid: string, authorize: Authorize): Promise<ResolvedOutcome | undefined> {
    // Gateways report a subscription's state only in notifications (spec 4.4), so it can't be queried.
    if (isSubscriptionId(uid)) return UNKNOWN;
    const { client, allowTest } = this.#options;
    const found = await this.#ask(async (signal) => [await client.getTransaction(uid, { signal })]);
    if (!found) return UNKNOWN;
    const [transaction] = found;
    const trackingId = transaction?.tracking_id;
    if (!transaction || !trackingId || !(await isAuthorized(trackingId, authorize))) return undefined;
    return outcomeOf([transaction], allowTest);
  }

  /** The gateway's transactions; undefined when it did not answer in time. */
  async #ask(read: (signal: AbortSignal) => Promise<readonly Transaction[]>): Promise<readonly Transaction[] | undefined> {
    const { patience, clock, report } = this.#options;
    try {
      return await within(patience, clock, read);
    } catch (error) {
      // A 404 without the gateway's error body may be a wrong address.
      if (error instanceof GatewayAnswerError && error.code === 'not_found' && error.body) return [];
      report(error);
      return undefined;
    }
  }
}
