import { request as plainRequest } from 'node:http';
import { request as secureRequest } from 'node:https';

/** One request and its answer. A broken connection has status 0, with the reason in `text`. */
export interface Exchange {
  readonly method: string;
  readonly url: string;
  /** The body as it was sent; undefined without one. */
  readonly sent: string | undefined;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body as JSON; undefined when it is not JSON. */
  readonly json: unknown;
}

/** The parts of a request; `undefined` headers are not sent. */
export interface Wanted {
  readonly method: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly body?: string | Uint8Array | undefined;
}

// Real time: a gateway that never answers must not block the run.
const PATIENCE = 30_000;

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Makes one HTTP request over node:http. It follows no redirects, adds nothing to the request, and reads an answer that
 * comes before the whole body was sent. It never rejects.
 */
export function exchange({ method, url, headers = {}, body }: Wanted): Promise<Exchange> {
  const sent = typeof body === 'string' ? body : body && Buffer.from(body).toString('latin1');
  const given = Object.entries(headers).filter((pair): pair is [string, string] => pair[1] !== undefined);
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  const send = url.startsWith('https:') ? secureRequest : plainRequest;
  return new Promise((resolve) => {
    const end = (status: number, received: Headers, text: string): void =>
      resolve({ method, url, sent, status, headers: received, text, json: parse(text) });
    const broken = (error: Error & { code?: string }): void => end(0, new Headers(), error.code ?? error.message);
    const request = send(url, { method, headers: { ...length, ...Object.fromEntries(given) }, timeout: PATIENCE }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('error', broken);
      response.on('end', () => {
        const pairs = Object.entries(response.headers).map(([name, value]): [string, string] => [name, String(value)]);
        end(response.statusCode ?? 0, new Headers(pairs), Buffer.concat(parts).toString());
      });
    });
    request.on('timeout', () => request.destroy(new Error(`no answer within ${PATIENCE / 1000} s`)));
    request.on('error', broken);
    request.end(body);
  });
}
