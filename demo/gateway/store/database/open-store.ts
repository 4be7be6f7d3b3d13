import type { Logger } from 'pino';
import type { Store } from '../store.js';

export interface OpenStoreOptions {
  /** The `postgres:` URL of a server; absent: the embedded PostgreSQL. */
  readonly url?: string | undefined;
  /** The folder of the embedded database; absent: in memory. */
  readonly folder?: string | undefined;
  /** The archive of an empty database. */
  readonly readyMade: string;
  readonly log: Logger;
}

/**
 * Opens the gateway's store on a server, in a folder or in memory.
 *
 * @throws Error when it can't be opened, with the cure.
 */
export async function openStore({ url, folder, readyMade, log }: OpenStoreOptions): Promise<Store> {
  // Loaded only where used: the embedded database is as large as everything else together.
  if (url === undefined) {
    const { openEmbedded } = await import('./embedded.js');
    return openEmbedded({ folder, readyMade });
  }
  const { openPostgres } = await import('./postgres.js');
  try {
    return await openPostgres({ url, log });
  } catch (error) {
    // The URL may contain a password: the message shows only the server's address.
    const { host, pathname } = URL.canParse(url) ? new URL(url) : { host: 'an invalid URL', pathname: '' };
    const reason = error instanceof Error ? reasonOf(error) : String(error);
    throw new Error(
      `The PostgreSQL server ${host}${pathname} could not be used: ${reason}. ` +
        'Correct --data (or the variable CHECKOUT_SANDBOX_DATA), or use --data memory for the embedded database.',
      { cause: error },
    );
  }
}

function reasonOf(error: Error): string {
  const cause = error.cause instanceof Error ? error.cause : error;
  return cause.message || ('code' in cause ? String(cause.code) : cause.name);
}
