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

/** Who may ask, and whom. */
export interface StatusHandlerOptions {
  readonly client: Pick<MerchantClient, 'findTransactions' | 'getTransaction'>;
  /**
   * Whether this request may know of the order with this tracking id: for example, whether it is the session's.
   *
   * Asked by uid alone, the tracking id is that of the gateway's transaction. To know a uid is no permission: anybody can
   * put a stranger's into an address.
   */
  readonly authorize: (request: Request, trackingId: string) => boolean | Promise<boolean>;
  /** Whether test transactions count; false when absent: then they are told as unknown. */
  readonly allowTest?: boolean | undefined;
  /**
   * Answers `failed` for an attempt without a transaction, once no copy of its request can be accepted any more: twice the
   * seal window and a minute after the first question with `started_at` about it, by this server's clock. Absent: such an
   * attempt stays unknown. Set it only where the gateway's operator has promised what `sealWindow` says.
   */
  readonly absence?: AbsencePromise | undefined;
  /** How long the gateway is asked, in milliseconds, before the answer is unknown; 10,000 when absent. */
  readonly patience?: number | undefined;
  /** Origins of pages elsewhere that may ask, with their cookies. */
  readonly allowOrigins?: readonly string[] | undefined;
  /** Hears of what the page is not told: the gateway's failures, and those of `authorize`. */
  readonly report?: ((error: unknown) => void) | undefined;
  /** In place of the machine's own time. */
  readonly clock?: Clock | undefined;
}

const LONGEST_ID = 255;

/** What is asked about: an order, one payment of it, or a payment whose order only the gateway knows. */
type Asked = { readonly since: number | undefined } & (
  | { readonly trackingId: string; readonly uid: string | undefined }
  | { readonly trackingId: undefined; readonly uid: string }
);

/** The one value of a parameter; undefined where it is absent, null where it is no value. */
function readOne(given: readonly string[], isValue: (text: string) => boolean): string | undefined | null {
  const [value, ...others] = given;
  return value === undefined || (others.length === 0 && isValue(value)) ? value : null;
}

const isTrackingId = (text: string): boolean => isPathStep(text) && text.length <= LONGEST_ID && !/\p{C}/u.test(text);

function readQuestion(request: Request): Asked | undefined {
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
 * Makes the address that an element's `resolveStatus` asks: `?tracking_id=…`, `?uid=…` or both, answered with outcome,
 * amount and currency (`ResolvedOutcome`), and nothing else of the transaction. Where both are given they have to agree:
 * a uid of another order is unknown. With `&started_at=…` (ISO 8601, as `resolveStatus` gets it) a failure from before
 * that time is none of this attempt's.
 *
 * Unknown whenever there is doubt: the gateway can't be asked, or its answer proves nothing. 400 for a question that is
 * none, 404 for whoever is not authorized, exactly as for what does not exist.
 *
 * @throws TypeError when an option can't be used.
 */
export function createStatusHandler(options: StatusHandlerOptions): (request: Request) => Promise<Response> {
  const { client, authorize, allowTest = false, patience = 10_000, clock = systemClock } = options;
  const { report = () => undefined } = options;
  const absence = options.absence && new AbsenceProof(options.absence, clock);
  if (typeof authorize !== 'function') throw new TypeError(`authorize: expected a function; came ${typeof authorize}.`);
  const allowOrigins = options.allowOrigins as AllowedOrigins | undefined;
  if (allowOrigins === '*') throw new TypeError('allowOrigins: expected a list; any origin must not read a payment.');
  requireOrigins(allowOrigins);
  const replying: ReplyOptions = { allowOrigins, credentials: true };

  /** Nothing but true is a yes: an `authorize` that forgot to return, or returns an object, says no. */
  async function isAuthorized(request: Request, trackingId: string): Promise<boolean> {
    const verdict: unknown = await authorize(request, trackingId);
    return verdict === true;
  }

  /** What the gateway knows within patience; undefined: it could not be asked. */
  async function ask(asked: Asked): Promise<readonly Transaction[] | undefined> {
    try {
      return await within(patience, clock, async (signal) =>
        asked.trackingId !== undefined
          ? client.findTransactions(asked.trackingId, { signal })
          : [await client.getTransaction(asked.uid, { signal })],
      );
    } catch (error) {
      // Not in the gateway's own words, a 404 may be a wrong address.
      if (error instanceof GatewayAnswerError && error.code === 'not_found' && error.body) return [];
      report(error);
      return undefined;
    }
  }

  /** The outcome of an attempt that nothing stands under, once that is proof. */
  const absent = ({ trackingId, since }: Asked, found: readonly Transaction[]): ResolvedOutcome | undefined =>
    found.length === 0 && trackingId !== undefined && since !== undefined && absence?.proves(trackingId, since) ? { outcome: 'failed' } : undefined;

  return async (request) => {
    const done = replyToMethod(request, replying);
    if (done) return done;
    const asked = readQuestion(request);
    if (!asked) {
      return reply(request, replying, 400, {
        message:
          'Expected ?tracking_id=…, ?uid=… (as gateways write them) or both, each once and not empty, and &started_at= a time in ISO 8601, if at all.',
      });
    }
    const unheard = (): Response => reply(request, replying, 404, { message: 'No such payment for you.' });
    const tell = (outcome: ResolvedOutcome): Response => reply(request, replying, 200, outcome);
    try {
      if (asked.trackingId !== undefined) {
        if (!(await isAuthorized(request, asked.trackingId))) return unheard();
        if (asked.since !== undefined) absence?.note(asked.trackingId, asked.since);
        const found = await ask(asked);
        return tell(found ? (absent(asked, found) ?? outcomeOf(found, allowTest, asked)) : { outcome: 'unknown' });
      }
      // Gateways tell a subscription's state by notifications only (spec 4.4), so there is nobody to ask.
      if (isSubscriptionId(asked.uid)) return tell({ outcome: 'unknown' });
      const found = await ask(asked);
      if (!found) return tell({ outcome: 'unknown' });
      const [transaction] = found;
      const trackingId = transaction?.tracking_id;
      if (!transaction || !trackingId || !(await isAuthorized(request, trackingId))) return unheard();
      return tell(outcomeOf([transaction], allowTest));
    } catch (error) {
      report(error);
      return reply(request, replying, 500, { message: 'The server could not tell whether you may know.' });
    }
  };
}
