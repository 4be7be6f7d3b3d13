import { Refusal } from './error-response.js';

/** Maximum number of bytes of a request body. Two sealed sections and every text field take a tenth of it. */
export const BODY_LIMIT = 65_536;

const tooLarge = (): Refusal =>
  new Refusal({
    status: 413,
    code: 'payload_too_large',
    message: `The body is larger than ${BODY_LIMIT} bytes.`,
  });

/**
 * Reads a body of at most `BODY_LIMIT` bytes, and never keeps more in memory.
 *
 * @throws Refusal 413
 */
export async function readBytes(request: Request): Promise<Uint8Array> {
  const declared = request.headers.get('content-length');
  if (declared !== null) {
    if (Number(declared) > BODY_LIMIT) throw tooLarge();
    // With a declared length, which the HTTP parser enforces, this is several times faster than reading a stream.
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

// Kept as long as the request: the request log reads the body after the response.
const bodies = new WeakMap<Request, unknown>();

/** A request's JSON body; undefined when it was not read. */
export const bodyOf = (request: Request): unknown => bodies.get(request);

/** Maximum depth of a body's objects and lists. The deepest of the spec's bodies has four levels. */
const LEVELS = 64;

const isDeeperThan = (levels: number, value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((inner) => isDeeperThan(levels - 1, inner)));

/** Whether a text or a name in a value can't be stored as it is: no database has a NUL or half of a character. */
const hasUnstorable = (value: unknown): boolean =>
  typeof value === 'string'
    ? value.includes('\0') || /\p{Cs}/u.test(value)
    : typeof value === 'object' && value !== null && Object.entries(value).some((entry) => entry.some(hasUnstorable));

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads a JSON body.
 *
 * @throws Refusal 415 for another content type, 413 for too many bytes, 400 for invalid JSON or UTF-8, too many levels, or a text
 * that can't be stored.
 */
export async function readJson(request: Request): Promise<unknown> {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json') {
    throw new Refusal({
      status: 415,
      code: 'unsupported_media_type',
      message: 'The body must be sent with Content-Type: application/json.',
    });
  }
  const bytes = await readBytes(request);
  let body: unknown;
  try {
    body = JSON.parse(utf8.decode(bytes));
  } catch {
    // The parser's message quotes the body, which may hold a card number.
    throw new Refusal({ status: 400, code: 'invalid_json', message: 'The body is not JSON in UTF-8.' });
  }
  // The parser accepts any depth, but writing a deep object later could overflow the stack.
  if (isDeeperThan(LEVELS, body)) {
    throw new Refusal({ status: 400, code: 'invalid_json', message: `The body has more than ${LEVELS} levels.` });
  }
  if (hasUnstorable(body)) {
    throw new Refusal({ status: 400, code: 'invalid_json', message: 'The body has a text with a NUL or half of a character.' });
  }
  bodies.set(request, body);
  return body;
}
