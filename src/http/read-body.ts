/**
 * Reads a body piece by piece, and stops as soon as it has more bytes than the limit.
 *
 * @param next Returns the next bytes, as a web stream's reader or the iterator of a request of Node's does.
 * @returns whether that was all of it.
 * @throws what `next` throws, when the connection ends in the middle of the body.
 */
export async function readUpTo(
  limit: number,
  next: () => Promise<{ readonly done?: boolean | undefined; readonly value?: Uint8Array | undefined }>,
  take: (bytes: Uint8Array) => void,
): Promise<boolean> {
  for (let length = 0; ;) {
    const { done, value } = await next();
    if (done || !value) return true;
    length += value.byteLength;
    if (length > limit) return false;
    take(value);
  }
}

/** Reads the body of a request or a response, as `readUpTo` does. */
export async function readBody(
  { body }: Pick<Response, 'body'>,
  limit: number,
  take: (bytes: Uint8Array) => void,
): Promise<boolean> {
  const reader = body?.getReader();
  const isWhole = !reader || (await readUpTo(limit, () => reader.read(), take));
  // An error while canceling must not hide why the body was refused.
  if (!isWhole) reader.cancel().catch(() => undefined);
  return isWhole;
}
