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

/** The bytes of a body, from its pieces. */
export function joined(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(pieces.reduce((sum, { byteLength }) => sum + byteLength, 0));
  let offset = 0;
  for (const piece of pieces) {
    all.set(piece, offset);
    offset += piece.byteLength;
  }
  return all;
}
