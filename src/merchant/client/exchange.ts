import type { Clock } from '../../clock/clock.js';
import { withDeadline } from '../../clock/deadline.js';
import { type Answer, type Fetch, send, type Transport, TransportError } from '../../http/request.js';

/** A list can contain every product of a shop: there is no paging (spec 8). */
const LARGEST_ANSWER_BYTES = 16 * 1024 * 1024;

/** One request, ready to send. */
export interface Outgoing {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

let noStore: Pick<RequestInit, 'cache'> | undefined;

/** Some frameworks cache what `fetch` returns. Some edge workers reject the `cache` option, but they cache nothing. */
function withoutCache(): Pick<RequestInit, 'cache'> {
  if (noStore) return noStore;
  try {
    noStore = { cache: new Request('https://gateway.example', { cache: 'no-store' }).cache };
  } catch {
    noStore = {};
  }
  return noStore;
}

/** There was no connection, so nothing was sent: a request that would change something has changed nothing. */
export class UnsentError extends TransportError {}

interface PlatformFailure {
  readonly code?: unknown;
  readonly cause?: unknown;
  /** For a host with several addresses, one error for each. */
  readonly errors?: readonly unknown[];
}

/** The platform's code of the failure (`ECONNREFUSED`, `CERT_HAS_EXPIRED`); never its text, which can quote anything. */
function platformCode(error: unknown): string {
  const { code, cause } = error as PlatformFailure;
  const platform = (cause as PlatformFailure | undefined)?.code ?? code;
  return typeof platform === 'string' && /^[A-Z][A-Z0-9_]{2,40}$/.test(platform) ? ` (${platform})` : '';
}

// No server listens there, or the name does not exist. Others, such as EHOSTUNREACH, can also end an open connection.
const NEVER_CONNECTED = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN'];

/** Whether the platform's failure proves that no connection was made, to any of the host's addresses. */
function provesUnsent(error: unknown): boolean {
  const { cause } = error as PlatformFailure;
  const { code, errors = [] } = (cause ?? {}) as PlatformFailure;
  return [code, ...errors.map((each) => (each as PlatformFailure).code)].every(
    (each) => typeof each === 'string' && NEVER_CONNECTED.includes(each),
  );
}

/** @param isOwnFetch Whether `fetch` is the platform's. Another one may retry on its own and report only its last attempt. */
const serverTransport = (isOwnFetch: boolean): Transport => ({
  // Only options that edge workers support. A redirect would pass on the secret key, so none is followed.
  options: () => ({ redirect: 'manual', ...withoutCache() }),
  limit: LARGEST_ANSWER_BYTES,
  parse: JSON.parse,
  unreachable: (origin, cause) =>
    isOwnFetch && provesUnsent(cause)
      ? new UnsentError(
          'network_unreachable',
          `Expected a connection to ${origin}; none could be made${platformCode(cause)}, so nothing was sent. Check the ` +
            'address, whether the gateway is running, and whether this server can reach it.',
        )
      : new TransportError(
          'network_unreachable',
          `Expected an answer from ${origin}; got none${platformCode(cause)}. Check the address, and whether this server can reach it.`,
        ),
});

/**
 * Sends one request and reads its answer, whatever its status.
 *
 * @param timeout milliseconds until the last byte of the answer.
 * @throws TransportError when no answer came, UnsentError when the request can't have been sent, or the signal's reason.
 */
export function exchange(
  fetch: Fetch,
  outgoing: Outgoing,
  {
    timeout,
    clock,
    signal,
    isOwnFetch,
  }: {
    readonly timeout: number;
    readonly clock: Clock;
    readonly signal?: AbortSignal | undefined;
    readonly isOwnFetch: boolean;
  },
): Promise<Answer> {
  const { origin } = new URL(outgoing.url);
  return withDeadline((until) => send(fetch, { ...outgoing, signal: until }, serverTransport(isOwnFetch)), {
    clock,
    signal,
    milliseconds: timeout,
    late: () =>
      new TransportError('network_timeout', `Expected an answer from ${origin} within ${timeout / 1000} seconds; got none.`),
  });
}
