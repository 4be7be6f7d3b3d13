/**
 * Reads records by id and caches the final ones, which never change: a merchant's page may poll the same finished job again
 * and again.
 */
export function cacheFinal<R>(
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
      // A Map keeps the order of insertion, oldest first.
      for (const oldest of known.keys()) {
        if (known.size <= most) break;
        known.delete(oldest);
      }
    }
    return record;
  };
}
