import { type Clock, systemClock } from '../../clock/clock.js';
import type { MerchantClient } from '../client/client.js';
import { GatewayError } from '../../wire/response/gateway-error.js';
import { GatewaySilentError, PaymentLookup } from './payment-lookup.js';
import { type AllowedOrigins, reply, type ReplyOptions, replyAtOnce, requireOrigins } from './reply.js';
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
  /** How long the gateway may take, in milliseconds, before the answer is 503; 10,000 when absent. */
  readonly patience?: number | undefined;
  /** Other origins whose pages may ask, with cookies; https, or http on this machine. */
  readonly allowOrigins?: readonly string[] | undefined;
  /** Called with errors that are not sent to the page: failures of the gateway and of `authorize`. */
  readonly report?: ((error: unknown) => void) | undefined;
  /** Replaces the system clock. */
  readonly clock?: Clock | undefined;
}

/** The handler's second argument, where `authorize` needs one. */
type ContextArgument<Context> = [Context] extends [void] ? [] : [context: Context];

/** When to ask again (s), where the gateway did not say. */
const PAUSE = 5;

/** @throws TypeError when the answers, which are private, would go to every site. */
function requirePrivateOrigins(allowOrigins: AllowedOrigins | undefined): void {
  if (allowOrigins === '*')
    throw new TypeError('allowOrigins: expected a list of origins; got *, which would let every site read payments.');
  requireOrigins(allowOrigins);
}

/** How long to wait (s) before the gateway is asked again. */
const pauseAfter = ({ cause }: GatewaySilentError): number =>
  cause instanceof GatewayError && cause.retryAfter ? Math.ceil(cause.retryAfter / 1000) : PAUSE;

/**
 * Creates the handler that an element's `resolveStatus` calls, with `?tracking_id=…`, `?uid=…` or both. It answers with
 * outcome, amount and currency, the bank's page of a pending payment (`ResolvedOutcome`), and nothing else about the transaction.
 * If both are given, the tracking id decides: a uid of another order proves no failure. With `&started_at=…` (ISO 8601, as `resolveStatus`
 * receives it), a failure before that time does not belong to this attempt. With `&repeated_at=…`, when the page sent the request
 * more than once, failures count only once no copy's seal lives any more. Without `started_at`, only a failed transaction whose
 * `uid` is given, and which is the only payment of its order, has failed.
 *
 * The outcome is unknown whenever nothing is found, or nothing is proved. When the gateway can't be asked, the answer is 503
 * with `Retry-After`, and no outcome. An invalid request gets 400; an unauthorized one gets 404, exactly as if the payment did
 * not exist. A page that came by http, from another machine, gets 403.
 *
 * @example
 * const status = createStatusHandler({
 *   client,
 *   authorize: (request, trackingId) => isOrderOfThisSession(request, trackingId),
 *   report: console.error,
 * });
 * app.get('/status', toExpress(status));
 *
 * @throws TypeError when an option is invalid.
 */
export function createStatusHandler<Context = void>(
  options: StatusHandlerOptions<Context>,
): (request: Request, ...context: ContextArgument<Context>) => Promise<Response> {
  const { client, authorize, allowTest = false, patience = 10_000, clock = systemClock } = options;
  const { report = () => undefined } = options;
  if (typeof authorize !== 'function') throw new TypeError(`authorize: expected a function; got ${typeof authorize}.`);
  const allowOrigins = options.allowOrigins as AllowedOrigins | undefined;
  requirePrivateOrigins(allowOrigins);
  const replying: ReplyOptions = { allowOrigins, credentials: true };
  const lookup = new PaymentLookup({ client, allowTest, patience, clock });

  return async (request, ...[context]) => {
    const done = replyAtOnce(request, replying);
    if (done) return done;
    const refuse = (status: 400 | 404 | 500 | 503, message: string, headers: Record<string, string> = {}): Response =>
      reply(request, replying, { status, body: { message }, headers });
    const question = readQuestion(request);
    if (!question) {
      return refuse(
        400,
        'Expected ?tracking_id=…, ?uid=… (as gateways write them) or both, each once and not empty, and optionally &started_at= and &repeated_at= with times in ISO 8601.',
      );
    }
    try {
      const outcome = await lookup.find(question, (trackingId) => authorize(request, trackingId, context as Context));
      return outcome
        ? reply(request, replying, { status: 200, body: outcome })
        : refuse(404, 'There is no such payment, or you may not see it.');
    } catch (error) {
      if (error instanceof GatewaySilentError) {
        report(error.cause);
        const pause = String(pauseAfter(error));
        return refuse(503, 'The gateway could not be asked, so nothing is known. Ask again later.', { 'retry-after': pause });
      }
      report(error);
      return refuse(500, 'The server could not decide whether you may see this payment.');
    }
  };
}
