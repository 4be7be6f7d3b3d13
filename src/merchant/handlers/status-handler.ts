import { type Clock, systemClock } from '../../clock/clock.js';
import type { MerchantClient } from '../client/client.js';
import { MissingTransactionProof, type AbsencePromise } from './missing-transaction.js';
import { PaymentLookup } from './payment-lookup.js';
import { type AllowedOrigins, reply, type ReplyOptions, replyToMethod, requireOrigins } from './reply.js';
import { readQuestion } from './status-question.js';

/**
 * Options of the status handler. `Context` is what your framework knows about a request: behind `toExpress` it is Express's own
 * request, with its session.
 */
export interface StatusHandlerOptions<Context = void> {
  readonly client: Pick<MerchantClient, 'findTransactions' | 'getTransaction'>;
  /**
   * Whether this request may learn about the order with this tracking id: for example, whether the order belongs to the
   * session. `context` is the second argument of the handler.
   *
   * For a request with only a uid, the tracking id comes from the gateway's transaction. Knowing a uid is not a permission:
   * anyone can put another person's uid into an address.
   */
  readonly authorize: (request: Request, trackingId: string, context: Context) => boolean | Promise<boolean>;
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

/** The handler's second argument, where `authorize` needs one. */
type ContextArgument<Context> = [Context] extends [void] ? [] : [context: Context];

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
export function createStatusHandler<Context = void>(
  options: StatusHandlerOptions<Context>,
): (request: Request, ...context: ContextArgument<Context>) => Promise<Response> {
  const { client, authorize, allowTest = false, patience = 10_000, clock = systemClock } = options;
  const { report = () => undefined } = options;
  const absence = options.absence && new MissingTransactionProof(options.absence, clock);
  if (typeof authorize !== 'function') throw new TypeError(`authorize: expected a function; got ${typeof authorize}.`);
  const allowOrigins = options.allowOrigins as AllowedOrigins | undefined;
  if (allowOrigins === '*')
    throw new TypeError('allowOrigins: expected a list of origins; got *, which would let every site read payments.');
  requireOrigins(allowOrigins);
  const replying: ReplyOptions = { allowOrigins, credentials: true };
  const lookup = new PaymentLookup({ client, allowTest, absence, patience, clock, report });

  return async (request, ...[context]) => {
    const done = replyToMethod(request, replying);
    if (done) return done;
    const refuse = (status: 400 | 404 | 500, message: string): Response =>
      reply(request, replying, { status, body: { message } });
    const question = readQuestion(request);
    if (!question) {
      return refuse(
        400,
        'Expected ?tracking_id=…, ?uid=… (as gateways write them) or both, each once and not empty, and optionally &started_at= with a time in ISO 8601.',
      );
    }
    try {
      const outcome = await lookup.find(question, (trackingId) => authorize(request, trackingId, context as Context));
      return outcome
        ? reply(request, replying, { status: 200, body: outcome })
        : refuse(404, 'There is no such payment, or you may not see it.');
    } catch (error) {
      report(error);
      return refuse(500, 'The server could not decide whether you may see this payment.');
    }
  };
}
