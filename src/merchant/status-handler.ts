import { type Clock, systemClock } from '../clock/clock.js';
import { isPathStep } from '../wire/endpoint.js';
import type { Transaction } from '../wire/transaction.js';
import type { MerchantClient } from './client.js';
import { GatewayAnswerError } from './errors.js';
import { outcomeOf, type ResolvedOutcome } from './outcome.js';
import { within } from './patience.js';
import { type AllowedOrigins, reply, type ReplyOptions, replyToMethod, requireOrigins } from './reply.js';

/** Who may ask, and whom. */
export interface StatusHandlerOptions {
  readonly client: Pick<MerchantClient, 'findTransactions' | 'getTransaction'>;
  /**
   * Whether this request may know of this attempt: for example, whether the order is the session's.
   *
   * @param uid set when the page knows the transaction's uid only (a payer who came back in another browser): the
   *   tracking id is then the gateway's word.
   */
  readonly authorize: (request: Request, trackingId: string, uid: string | undefined) => boolean | Promise<boolean>;
  /** Whether test transactions count; false when absent: then they are told as unknown. */
  readonly allowTest?: boolean | undefined;
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

type Asked = ({ readonly trackingId: string } | { readonly uid: string }) & { readonly since: number | undefined };

function readQuestion(request: Request): Asked | undefined {
  const { searchParams } = new URL(request.url);
  const trackingIds = searchParams.getAll('tracking_id');
  const uids = searchParams.getAll('uid');
  const [id = ''] = [...trackingIds, ...uids];
  if (trackingIds.length + uids.length !== 1 || id.length > LONGEST_ID || !isPathStep(id) || /\p{C}/u.test(id)) return undefined;
  const [started, ...others] = searchParams.getAll('started_at');
  const since = started ? Date.parse(started) : undefined;
  if (others.length > 0 || Number.isNaN(since)) return undefined;
  return trackingIds.length === 1 ? { trackingId: id, since } : { uid: id, since };
}

/**
 * Makes the address that an element's `resolveStatus` asks: `?tracking_id=…` or `?uid=…`, answered with outcome, amount
 * and currency (`ResolvedOutcome`), and nothing else of the transaction. With `&started_at=…` (ISO 8601, as `resolveStatus`
 * gets it) a failure from before that time is none of this attempt's.
 *
 * Unknown whenever there is doubt: the gateway can't be asked, or its answer proves nothing. 400 for a question that is
 * none, 404 for whoever is not authorized, exactly as for what does not exist.
 *
 * @throws TypeError when an option can't be used.
 */
export function createStatusHandler(options: StatusHandlerOptions): (request: Request) => Promise<Response> {
  const { client, authorize, allowTest = false, patience = 10_000, clock = systemClock } = options;
  const { report = () => undefined } = options;
  if (typeof authorize !== 'function') throw new TypeError(`authorize: expected a function; came ${typeof authorize}.`);
  const allowOrigins = options.allowOrigins as AllowedOrigins | undefined;
  if (allowOrigins === '*') throw new TypeError('allowOrigins: expected a list; any origin must not read a payment.');
  requireOrigins(allowOrigins);
  const replying: ReplyOptions = { allowOrigins, credentials: true };

  /** Nothing but true is a yes: an `authorize` that forgot to return, or returns an object, says no. */
  async function isAuthorized(request: Request, trackingId: string, uid?: string): Promise<boolean> {
    const verdict: unknown = await authorize(request, trackingId, uid);
    return verdict === true;
  }

  /** What the gateway knows within patience; undefined: it could not be asked. */
  async function ask(asked: Asked): Promise<readonly Transaction[] | undefined> {
    try {
      return await within(patience, clock, async (signal) =>
        'trackingId' in asked
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

  return async (request) => {
    const done = replyToMethod(request, replying);
    if (done) return done;
    const asked = readQuestion(request);
    if (!asked) {
      return reply(request, replying, 400, {
        message: 'Expected one of ?tracking_id=… and ?uid=…, once and not empty, and &started_at= a time in ISO 8601, if at all.',
      });
    }
    const unheard = (): Response => reply(request, replying, 404, { message: 'No such payment for you.' });
    const tell = (outcome: ResolvedOutcome): Response => reply(request, replying, 200, outcome);
    try {
      if ('trackingId' in asked) {
        if (!(await isAuthorized(request, asked.trackingId))) return unheard();
        const found = await ask(asked);
        return tell(found ? outcomeOf(found, allowTest, asked.since) : { outcome: 'unknown' });
      }
      // A subscription's id: gateways tell its state by notifications only (spec 4.4), so there is nobody to ask.
      if (asked.uid.startsWith('sbs_')) return tell({ outcome: 'unknown' });
      const found = await ask(asked);
      if (!found) return tell({ outcome: 'unknown' });
      const [transaction] = found;
      const trackingId = transaction?.tracking_id;
      if (!transaction || !trackingId || !(await isAuthorized(request, trackingId, asked.uid))) return unheard();
      return tell(outcomeOf([transaction], allowTest));
    } catch (error) {
      report(error);
      return reply(request, replying, 500, { message: 'The server could not tell whether you may know.' });
    }
  };
}
