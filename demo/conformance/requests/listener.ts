import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sleep } from './gateway-time.js';

/** A received notification. */
export interface Delivery {
  readonly path: string;
  readonly headers: Headers;
  readonly body: string;
  /** The status of the response to it. */
  readonly status: number;
}

/** A merchant's server that the gateway notifies. */
export interface Listener {
  /** Without trailing slash. */
  readonly origin: string;
  readonly deliveries: readonly Delivery[];
  /** Sets the status of the next responses. */
  answer(status: number): void;
  /** Waits for a number of deliveries to a path, at most `patience` milliseconds, and returns them. */
  wait(path: string, count: number, patience?: number): Promise<readonly Delivery[]>;
  close(): void;
}

/** Listens on a free port. `host` is how the gateway reaches this machine. */
export async function listen(host: string): Promise<Listener> {
  const deliveries: Delivery[] = [];
  let status = 200;
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const headers = new Headers(
        Object.entries(request.headers).map(([name, value]): [string, string] => [name, String(value)]),
      );
      deliveries.push({ path: request.url ?? '', headers, body: Buffer.concat(parts).toString(), status });
      response.writeHead(status).end();
    });
  });
  const loopback = ['127.0.0.1', 'localhost', '::1'].includes(host);
  await new Promise<void>((resolve) => server.listen(0, loopback ? host : '0.0.0.0', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
    deliveries,
    answer(next) {
      status = next;
    },
    async wait(path, count, patience = 10_000) {
      const end = Date.now() + patience;
      const here = () => deliveries.filter((delivery) => delivery.path === path);
      while (here().length < count && Date.now() < end) await sleep(50);
      return here();
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
