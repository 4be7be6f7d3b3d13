import { CheckoutError, type Party } from './error.js';
import { parseJson } from './parse-json.js';

/** The part of `fetch` that is used; inject one to test, or to route calls. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** What came back, whatever its status. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** The parsed JSON body, its objects without a prototype; undefined when the body is empty or no JSON. */
  readonly body: unknown;
}

/** No answer could be had: whether the request arrived is not known. */
export class TransportError extends CheckoutError {
  override readonly name = 'TransportError';
  readonly code: 'network_unreachable' | 'network_timeout' | 'answer_too_large';
  readonly party: Party = 'network';

  constructor(code: TransportError['code'], message: string) {
    super(message);
    this.code = code;
  }
}

/** Answers here are a few kilobytes; what is larger is not one of ours. */
const LARGEST_ANSWER = 262_144;

async function readText(response: Response): Promise<string> {
  if (!response.body) return '';
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text;
    text += value;
    if (text.length > LARGEST_ANSWER) {
      reader.cancel().catch(() => undefined);
      throw new TransportError(
        'answer_too_large',
        `Expected an answer of at most ${LARGEST_ANSWER} characters; ${response.url} sent more. Check the address.`,
      );
    }
  }
}

function parse(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

/**
 * Sends one request: without cookies, referrer or cache, never following a redirect.
 *
 * @param signal Ends the request; its reason is what the promise rejects with.
 * @throws TransportError when no answer could be had.
 */
export async function send(
  fetch: Fetch,
  { method, url, headers, body, signal }: {
    method: string;
    url: string;
    headers: Readonly<Record<string, string>>;
    body?: string | undefined;
    signal?: AbortSignal | undefined;
  },
): Promise<Answer> {
  // No prototype: a page that pollutes Object.prototype can't slip in an option such as `credentials`.
  const init: RequestInit = Object.assign(Object.create(null), {
    method,
    headers: Object.assign(Object.create(null), headers),
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    redirect: 'error',
    cache: 'no-store',
    mode: 'cors',
    ...(body !== undefined && { body }),
    ...(signal && { signal }),
  });
  signal?.throwIfAborted();
  const aborted = new Promise<never>((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
  const exchange = async (): Promise<Answer> => {
    const response = await fetch(url, init);
    return { status: response.status, headers: response.headers, body: parse(await readText(response)) };
  };
  try {
    // An injected fetch may not know about signals; nobody waits for it longer than for one that does.
    return await Promise.race([exchange(), aborted]);
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    if (error instanceof CheckoutError) throw error;
    // A browser says no more than "failed to fetch" for a dead line, a refused redirect and missing CORS alike.
    throw new TransportError(
      'network_unreachable',
      `Expected an answer from ${new URL(url).origin}; none came. ` +
        'Either the line is down, or the address is wrong, redirects, or does not allow this page (CORS).',
    );
  }
}
