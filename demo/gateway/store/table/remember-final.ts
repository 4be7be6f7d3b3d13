/**
 * Reads records by their id, the database only once for those that can't change any more: a merchant's page may ask for
 * the same finished job again and again.
 */
export function rememberFinal<R>(
  read: (id: string) => Promise<R | undefined>,
  isFinal: (record: R) => boolean,
  most = 1_000,
): (id: string) => Promise<R | undefined> {
  const known = new Map<string, R>();
  return async (id) => {
    const remembered = known.get(id);
    if (remembered) return remembered;
    const record = await read(id);
    if (record && isFinal(record)) {
      known.set(id, record);
      // A Map keeps the order of insertion: the first is the oldest.
      for (const oldest of known.keys()) {
        if (known.size <= most) break;
        known.delete(oldest);
      }
    }
    return record;
  };
}
