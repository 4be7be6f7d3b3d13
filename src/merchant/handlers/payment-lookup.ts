import type { Clock } from '../../clock/clock.js';
import type { Transaction } from '../../wire/response/transaction.js';
import { isSubscriptionId } from '../../wire/uid.js';
import type { MerchantClient } from '../client/client.js';
import { GatewayError } from '../../wire/response/gateway-error.js';
import { type AttemptInQuestion, outcomeOf, type ResolvedOutcome } from '../outcome.js';
import type { Question } from './status-question.js';
import { within } from './time-limit.js';

export interface LookupOptions {
  readonly client: Pick<MerchantClient, 'findTransactions' | 'getTransaction'>;
  readonly allowTest: boolean;
  /** Milliseconds. */
  readonly patience: number;
  readonly clock: Clock;
}

/** Whether the caller may learn about the order with this tracking id. */
export type Authorize = (trackingId: string) => boolean | Promise<boolean>;

/** How long (ms) the gateway accepts a sealed card after it was sealed, in the published format. */
const SEAL_WINDOW = 900_000;

/** A margin for clock differences and slow requests, in milliseconds. */
const MARGIN = 60_000;

const UNKNOWN: ResolvedOutcome = { outcome: 'unknown' };

/** Only `true` authorizes: an `authorize` that returns nothing, or an object, does not. */
async function isAuthorized(trackingId: string, authorize: Authorize): Promise<boolean> {
  const verdict: unknown = await authorize(trackingId);
  return verdict === true;
}

/** The gateway could not be asked, or not in time: that proves nothing, and is no answer. `cause` is the failure. */
export class GatewaySilentError extends Error {
  override readonly name = 'GatewaySilentError';
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
   * @throws GatewaySilentError, or the error of `authorize`.
   */
  find(question: Question, authorize: Authorize): Promise<ResolvedOutcome | undefined> {
    return question.trackingId === undefined
      ? this.#findByUid(question, question.uid, authorize)
      : this.#findByTrackingId(question, question.trackingId, authorize);
  }

  async #findByTrackingId(question: Question, trackingId: string, authorize: Authorize): Promise<ResolvedOutcome | undefined> {
    const { client, allowTest } = this.#options;
    if (!(await isAuthorized(trackingId, authorize))) return undefined;
    const transactions = await this.#ask((signal) => client.findTransactions(trackingId, { signal }));
    return outcomeOf(transactions, allowTest, this.#attemptOf(question));
  }

  async #findByUid(question: Question, uid: string, authorize: Authorize): Promise<ResolvedOutcome | undefined> {
    // Gateways report a subscription's state only in notifications (spec 4.4), so it can't be queried.
    if (isSubscriptionId(uid)) return UNKNOWN;
    const { client, allowTest } = this.#options;
    const [transaction] = await this.#ask(async (signal) => [await client.getTransaction(uid, { signal })]);
    const trackingId = transaction?.tracking_id;
    if (!transaction || !trackingId || !(await isAuthorized(trackingId, authorize))) return undefined;
    // A transfer can't be given back.
    if (transaction.status === 'successful' && transaction.type === 'p2p') return outcomeOf([transaction], allowTest);
    // Its failure is not the order's while another transaction of the order is open or paid, nor its success while one gave it back.
    const listed = await this.#ask((signal) => client.findTransactions(trackingId, { signal }));
    const transactions = listed.some((other) => other.uid === uid) ? listed : [transaction, ...listed];
    return outcomeOf(transactions, allowTest, this.#attemptOf(question));
  }

  #attemptOf({ since, uid, repeatedAt }: Question): AttemptInQuestion {
    if (repeatedAt === undefined) return { since, uid };
    const { clock } = this.#options;
    const last = Math.max(repeatedAt, since ?? repeatedAt);
    return { since, uid, copies: clock.now() >= last + SEAL_WINDOW + MARGIN ? 'over' : 'possible' };
  }

  /** The gateway's transactions. */
  async #ask(read: (signal: AbortSignal) => Promise<readonly Transaction[]>): Promise<readonly Transaction[]> {
    const { patience, clock } = this.#options;
    try {
      return await within(patience, clock, read);
    } catch (error) {
      // A 404 without the gateway's error body may be a wrong address.
      if (error instanceof GatewayError && error.code === 'not_found' && error.body) return [];
      throw new GatewaySilentError('Expected the transactions of an order from the gateway; got none.', { cause: error });
    }
  }
}
