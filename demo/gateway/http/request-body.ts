import { Refusal } from './error-response.js';

/** The most bytes a request body may have. Two sealed sections and every text field take a tenth of it. */
export const BODY_LIMIT = 65_536;

const tooLarge = (): Refusal =>
  new Refusal({
    status: 413,
    code: 'payload_too_large',
    message: `The body is larger than ${BODY_LIMIT} bytes.`,
    // RFC 9112, 9.6: the rest of the body is not read, so nothing else can be asked on this connection.
    headers: { connection: 'close' },
  });

/**
 * Reads a body of at most `BODY_LIMIT` bytes without holding more of it than that.
 *
 * @throws Refusal 413
 */
export async function readBytes(request: Request): Promise<Uint8Array> {
  const declared = request.headers.get('content-length');
  if (declared !== null) {
    if (Number(declared) > BODY_LIMIT) throw tooLarge();
    // No longer than declared: the HTTP parser sees to that. Several times faster than reading a stream.
    return new Uint8Array(await request.arrayBuffer());
  }
  const parts: Uint8Array[] = [];
  let size = 0;
  const reader = request.body?.getReader();
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    size += part.value.byteLength;
    if (size > BODY_LIMIT) {
      await reader?.cancel();
      throw tooLarge();
    }
    parts.push(part.value);
  }
  return Buffer.concat(parts);
}

// Kept as long as the request itself: the request log looks at what came, once it was answered.
const bodies = new WeakMap<Request, unknown>();

/** The JSON body that was read of a request; undefined when none was. */
export const bodyOf = (request: Request): unknown => bodies.get(request);

/** The most levels that a body's objects and lists may have. The deepest of the spec's bodies has four. */
const LEVELS = 64;

const isDeeperThan = (levels: number, value: unknown): boolean =>
  typeof value === 'object' && value !== null &&
  (levels === 0 || Object.values(value).some((inner) => isDeeperThan(levels - 1, inner)));

/**
 * Reads a JSON body.
 *
 * @throws Refusal 415 for another content type, 413 for too many bytes, 400 for what is not JSON in UTF-8, or too deep.
 */
export async function readJson(request: Request): Promise<unknown> {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json') {
    throw new Refusal({
      status: 415, code: 'unsupported_media_type', message: 'The body must be sent with Content-Type: application/json.',
    });
  }
  const bytes = await readBytes(request);
  let body: unknown;
  try {
    body = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    // The parser's own text quotes the body, and with it perhaps a card number.
    throw new Refusal({ status: 400, code: 'invalid_json', message: 'The body is not JSON in UTF-8.' });
  }
  // The parser takes any depth; whatever writes it out again later has a stack to run out of.
  if (isDeeperThan(LEVELS, body)) {
    throw new Refusal({ status: 400, code: 'invalid_json', message: `The body has more than ${LEVELS} levels.` });
  }
  bodies.set(request, body);
  return body;
}
