/**
 * The maximum size of a request's body, in bytes. Notifications are a few thousand; `receipt_text` and addresses are free text, so the
 * limit is well above that. It is one number, because a notification has to pass all who read it.
 */
export const BODY_LIMIT = 262_144;

/**
 * The maximum that an adapter was given; the common one when absent.
 *
 * @throws TypeError when the option is not a whole number above 0.
 */
export function requireMaxBytes(maxBytes = BODY_LIMIT): number {
  if (Number.isSafeInteger(maxBytes) && maxBytes > 0) return maxBytes;
  throw new TypeError(`maxBytes: expected a whole number of bytes, 1 or more; got ${String(maxBytes)}.`);
}

/**
 * Reads a whole body; undefined as soon as it has more bytes than the limit. No more than that is kept, and the rest is not read.
 *
 * @param next Returns the next bytes, as a web stream's reader or the iterator of a request of Node's does.
 * @throws what `next` throws, when the connection ends in the middle of the body.
 */
export async function readUpTo(
  limit: number,
  next: () => Promise<{ readonly done?: boolean | undefined; readonly value?: Uint8Array | undefined }>,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (let { done, value } = await next(); !done && value; { done, value } = await next()) {
    length += value.byteLength;
    if (length > limit) return undefined;
    chunks.push(value);
  }
  const body = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    body.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return body;
}
