import { type Clock, systemClock } from '../../clock/clock.js';
import { isPathStep } from '../../wire/endpoint.js';
import type { Transaction } from '../../wire/response/transaction.js';
import { isSubscriptionId, isUid } from '../../wire/uid.js';
import type { MerchantClient } from '../client/client.js';
import { GatewayAnswerError } from '../errors.js';
import { outcomeOf, type ResolvedOutcome } from '../outcome.js';
import { AbsenceProof, type AbsencePromise } from './absence.js';
import { type AllowedOrigins, reply, type ReplyOptions, replyToMethod, requireOrigins } from './reply.js';
import { within } from './time-limit.js';

/** Options of the status handler. */
export interface StatusHandlerOptions {
  readonly client: Pick<MerchantClient, 'findTransactions' | 'getTransaction'>;
  /**
   * Whether this request may learn about the order with this tracking id: for example, whether the order belongs to the
   * session.
   *
   * For a request with only a uid, the tracking id comes from the gateway's transaction. Knowing a uid is not a permission:
   * anyone can put another person's uid into an address.
   */
  readonly authorize: (request: Request, trackingId: string) => boolean | Promise<boolean>;
  /** Whether test transactions count; false when absent: then their outcome is unknown. */
  readonly allowTest?: boolean | undefined;
  /**
   * Answers `failed` for an attempt without a transaction, once no copy of its request can be accepted any more: twice the
   * seal window and a minute after the first request with `started_at` about it, by this server's clock. When absent, such
   * an attempt stays unknown. Set it only if the gateway's operator has promised what `sealWindow` describes.
   */
  readonly absence?: AbsencePromise | undefined;
  /** How long the gateway may take, in milliseconds, before the outcome is unknown; 10,000 when absent. */
  readonly patience?: number | undefined;
  /** Other origins whose pages may ask, with cookies. */
  readonly allowOrigins?: readonly string[] | undefined;
  /** Called with errors that are not sent to the page: failures of the gateway and of `authorize`. */
  readonly report?: ((error: unknown) => void) | undefined;
  /** Replaces the system clock. */
  readonly clock?: Clock | undefined;
}

const LONGEST_ID = 255;

/** What the request asks about: an order, one of its payments, or a payment whose order only the gateway knows. */
type Question = { readonly since: number | undefined } & (
  | { readonly trackingId: string; readonly uid: string | undefined }
  | { readonly trackingId: undefined; readonly uid: string }
);

/** The single value of a parameter; undefined when it is absent, null when it is invalid. */
function readOne(given: readonly string[], isValue: (text: string) => boolean): string | undefined | null {
  const [value, ...others] = given;
  return value === undefined || (others.length === 0 && isValue(value)) ? value : null;
}

const isTrackingId = (text: string): boolean => isPathStep(text) && text.length <= LONGEST_ID && !/\p{C}/u.test(text);

function readQuestion(request: Request): Question | undefined {
  const { searchParams } = new URL(request.url);
  const trackingId = readOne(searchParams.getAll('tracking_id'), isTrackingId);
  const uid = readOne(searchParams.getAll('uid'), isUid);
  const started = readOne(searchParams.getAll('started_at'), () => true);
  const since = started ? Date.parse(started) : undefined;
  if (trackingId === null || uid === null || started === null || Number.isNaN(since)) return undefined;
  if (trackingId !== undefined) return { trackingId, uid, since };
  return uid === undefined ? undefined : { trackingId, uid, since };
}

/**
 * Creates the handler that an element's `resolveStatus` calls, with `?tracking_id=…`, `?uid=…` or both. It answers with
 * outcome, amount and currency (`ResolvedOutcome`), and nothing else about the transaction. If both are given, they must
 * match: a uid of another order is unknown. With `&started_at=…` (ISO 8601, as `resolveStatus` receives it), a failure
 * before that time does not belong to this attempt.
 *
 * The outcome is unknown whenever there is doubt: the gateway can't be reached, or its answer proves nothing. An invalid
 * request gets 400; an unauthorized one gets 404, exactly as if the payment did not exist.
 *
 * @throws TypeError when an option is invalid.
 */
export function createStatusHandler(options: StatusHandlerOptions): (request: Request) => Promise<Response> {
  const { client, authorize, allowTest = false, patience = 10_000, clock = systemClock } = options;
  const { report = () => undefined } = options;
  const absence = options.absence && new AbsenceProof(options.absence, clock);
  if (typeof authorize !== 'function') throw new TypeError(`authorize: expected a function; came ${typeof authorize}.`);
  const allowOrigins = options.allowOrigins as AllowedOrigins | undefined;
  if (allowOrigins === '*')
    throw new TypeError('allowOrigins: expected a list of origins; came *, which would let every site read payments.');
  requireOrigins(allowOrigins);
  const replying: ReplyOptions = { allowOrigins, credentials: true };

  /** Only `true` authorizes: an `authorize` that returns nothing, or an object, does not. */
  async function isAuthorized(request: Request, trackingId: string): Promise<boolean> {
    const verdict: unknown = await authorize(request, trackingId);
    return verdict === true;
  }

  /** The gateway's transactions; undefined when it could not be asked in time. */
  async function ask(question: Question): Promise<readonly Transaction[] | undefined> {
    try {
      return await within(patience, clock, async (signal) =>
        question.trackingId !== undefined
          ? client.findTransactions(question.trackingId, { signal })
          : [await client.getTransaction(question.uid, { signal })],
      );
    } catch (error) {
      // A 404 without the gateway's error body may be a wrong address.
      if (error instanceof GatewayAnswerError && error.code === 'not_found' && error.body) return [];
      report(error);
      return undefined;
    }
  }

  /** The outcome of an attempt without a transaction, once that proves something. */
  const absent = ({ trackingId, since }: Question, found: readonly Transaction[]): ResolvedOutcome | undefined =>
    found.length === 0 && trackingId !== undefined && since !== undefined && absence?.proves(trackingId, since)
      ? { outcome: 'failed' }
      : undefined;

  return async (request) => {
    const done = replyToMethod(request, replying);
    if (done) return done;
    const question = readQuestion(request);
    const refuse = (status: 400 | 404 | 500, message: string): Response =>
      reply(request, replying, { status, body: { message } });
    if (!question) {
      return refuse(
        400,
        'Expected ?tracking_id=…, ?uid=… (as gateways write them) or both, each once and not empty, and optionally &started_at= with a time in ISO 8601.',
      );
    }
    const notFound = (): Response => refuse(404, 'There is no such payment, or you may not see it.');
    const answer = (outcome: ResolvedOutcome): Response => reply(request, replying, { status: 200, body: outcome });
    try {
      if (question.trackingId !== undefined) {
        if (!(await isAuthorized(request, question.trackingId))) return notFound();
        if (question.since !== undefined) absence?.note(question.trackingId, question.since);
        const found = await ask(question);
        return answer(found ? (absent(question, found) ?? outcomeOf(found, allowTest, question)) : { outcome: 'unknown' });
      }
      // Gateways report a subscription's state only in notifications (spec 4.4), so it can't be queried.
      if (isSubscriptionId(question.uid)) return answer({ outcome: 'unknown' });
      const found = await ask(question);
      if (!found) return answer({ outcome: 'unknown' });
      const [transaction] = found;
      const trackingId = transaction?.tracking_id;
      if (!transaction || !trackingId || !(await isAuthorized(request, trackingId))) return notFound();
      return answer(outcomeOf([transaction], allowTest));
    } catch (error) {
      report(error);
      return refuse(500, 'The server could not decide whether you may see this payment.');
    }
  };
}
