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

/** What the platform calls the failure (`ECONNREFUSED`, `CERT_HAS_EXPIRED`); never its text, which can quote anything. */
function platformCode(error: unknown): string {
  const { code, cause } = error as { readonly code?: unknown; readonly cause?: { readonly code?: unknown } };
  const found = cause?.code ?? code;
  return typeof found === 'string' && /^[A-Z][A-Z0-9_]{2,40}$/.test(found) ? ` (${found})` : '';
}

/**
 * Sends one request and reads its answer, whatever its status. Uses nothing that edge workers lack; follows no
 * redirect, which would carry the secret key on.
 *
 * @param timeout milliseconds until the last byte of the answer.
 * @throws TransportError when no answer could be had, or the signal's reason.
 */
export async function exchange(
  fetch: Fetch,
  { method, url, headers, body }: Outgoing,
  { timeout, clock, signal }: { readonly timeout: number; readonly clock: Clock; readonly signal?: AbortSignal | undefined },
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
    throw new TransportError(
      'network_unreachable',
      `Expected an answer from ${origin}; none came${platformCode(error)}. Check the address, and whether this server may reach it.`,
    );
  } finally {
    cancelDeadline();
    signal?.removeEventListener('abort', end);
  }
}
