import { abortable, type Clock } from '../clock/clock.js';
import { CheckoutError } from '../http/error.js';
import { type Answer, type Fetch, TransportError } from '../http/request.js';

/** A list may hold every product of a shop: there are no pages (spec 8). */
const LARGEST_ANSWER_BYTES = 16 * 1024 * 1024;

/** One request as it leaves. */
export interface Outgoing {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

async function readText({ body }: Response, origin: string): Promise<string> {
  if (!body) return '';
  const decoder = new TextDecoder();
  const reader = body.getReader();
  let text = '';
  for (let length = 0; ; ) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    length += value.byteLength;
    if (length > LARGEST_ANSWER_BYTES) {
      reader.cancel().catch(() => undefined);
      throw new TransportError(
        'answer_too_large',
        `Expected an answer of at most ${LARGEST_ANSWER_BYTES} bytes; ${origin} sent more. Check the address.`,
      );
    }
    text += decoder.decode(value, { stream: true });
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

let noStore: Pick<RequestInit, 'cache'> | undefined;

/** Some frameworks keep what `fetch` brings; some edge workers refuse the option that forbids it, and keep nothing. */
function withoutCache(): Pick<RequestInit, 'cache'> {
  if (noStore) return noStore;
  try {
    noStore = { cache: new Request('https://gateway.example', { cache: 'no-store' }).cache };
  } catch {
    noStore = {};
  }
  return noStore;
}

/** There was no connection to send anything by: a request that was to change something has changed nothing. */
export class UnsentError extends TransportError {}

interface PlatformFailure {
  readonly code?: unknown;
  readonly cause?: unknown;
  /** Of a host with several addresses, what became of each. */
  readonly errors?: readonly unknown[];
}

/** What the platform calls the failure (`ECONNREFUSED`, `CERT_HAS_EXPIRED`); never its text, which can quote anything. */
function platformCode(error: unknown): string {
  const { code, cause } = error as PlatformFailure;
  const found = (cause as PlatformFailure | undefined)?.code ?? code;
  return typeof found === 'string' && /^[A-Z][A-Z0-9_]{2,40}$/.test(found) ? ` (${found})` : '';
}

// Nobody listens there, or there is no such name. Others, such as EHOSTUNREACH, can also end a connection that was made.
const NEVER_CONNECTED = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN'];

/** Whether the platform's own failure proves that no connection was made, at any of the host's addresses. */
function provesUnsent(error: unknown): boolean {
  const { cause } = error as PlatformFailure;
  const { code, errors = [] } = (cause ?? {}) as PlatformFailure;
  return [code, ...errors.map((each) => (each as PlatformFailure).code)].every(
    (each) => typeof each === 'string' && NEVER_CONNECTED.includes(each),
  );
}

/**
 * Sends one request and reads its answer, whatever its status. Uses nothing that edge workers lack; follows no
 * redirect, which would carry the secret key on.
 *
 * @param timeout milliseconds until the last byte of the answer.
 * @throws TransportError when no answer could be had, UnsentError when the request can't have left, or the signal's reason.
 */
export async function exchange(
  fetch: Fetch,
  { method, url, headers, body }: Outgoing,
  { timeout, clock, signal, isOwnFetch }: {
    readonly timeout: number;
    readonly clock: Clock;
    readonly signal?: AbortSignal | undefined;
    /** Whether `fetch` is the platform's. Another may repeat by itself, and tell of its last attempt only. */
    readonly isOwnFetch: boolean;
  },
): Promise<Answer> {
  signal?.throwIfAborted();
  const { origin } = new URL(url);
  const controller = new AbortController();
  const end = (): void => controller.abort(signal?.reason);
  signal?.addEventListener('abort', end, { once: true });
  const cancelDeadline = clock.after(timeout, () =>
    controller.abort(
      new TransportError('network_timeout', `Expected an answer from ${origin} within ${timeout / 1000} seconds; none came.`),
    ),
  );
  const ask = async (): Promise<Answer> => {
    const response = await fetch(url, {
      method,
      headers,
      redirect: 'manual',
      signal: controller.signal,
      ...withoutCache(),
      ...(body !== undefined && { body }),
    });
    return { status: response.status, headers: response.headers, body: parse(await readText(response, origin)) };
  };
  try {
    // An injected fetch may not know about signals; nobody waits for it longer than for one that does.
    return await abortable(ask(), controller.signal);
  } catch (error) {
    if (controller.signal.aborted) throw controller.signal.reason;
    if (error instanceof CheckoutError) throw error;
    const unsent = isOwnFetch && provesUnsent(error);
    throw new (unsent ? UnsentError : TransportError)(
      'network_unreachable',
      unsent
        ? `Expected a connection to ${origin}; there is none${platformCode(error)}, so nothing was sent. Check the address, ` +
          'whether the gateway is up, and whether this server may reach it.'
        : `Expected an answer from ${origin}; none came${platformCode(error)}. Check the address, and whether this server may reach it.`,
    );
  } finally {
    cancelDeadline();
    signal?.removeEventListener('abort', end);
  }
}
