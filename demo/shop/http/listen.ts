import type { AddressInfo, Server } from 'node:net';

export interface ListenOptions {
  readonly host: string;
  /** The first port to try; 0 lets the system choose. */
  readonly port: number;
  readonly log: (line: string) => void;
}

const PORTS_TRIED = 20;

/**
 * Listens on the given port, or on the next free one.
 *
 * @returns the port.
 * @throws the system's error when 20 ports in a row are in use, or for any other reason.
 */
export async function listen(server: Server, { host, port: first, log }: ListenOptions): Promise<number> {
  for (let port = first; ; port += 1) {
    try {
      await attempt(server, host, port);
      return (server.address() as AddressInfo).port;
    } catch (error) {
      const taken = (error as NodeJS.ErrnoException).code === 'EADDRINUSE';
      if (!taken || port + 1 >= Math.min(first + PORTS_TRIED, 65_536)) throw error;
      log(`port ${port} is in use, trying ${port + 1}`);
    }
  }
}

const attempt = (server: Server, host: string, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
