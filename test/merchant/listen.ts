import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach } from 'vitest';

const servers: Server[] = [];

/** Closes a server at once, with the connections that clients keep open. */
async function close(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => {
    server.close(resolve);
  });
}

/** Closes every server that `listen` has opened. */
const closeServers = async (): Promise<void> => {
  await Promise.all(servers.splice(0).map(close));
};

afterEach(closeServers);

/** An address of this machine where no server listens. */
export async function unservedAddress(): Promise<string> {
  const url = await listen((_, response) => void response.end());
  await closeServers();
  return url;
}

/** Serves over HTTP on a free port of this machine until the test ends. @returns the address. */
export async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
