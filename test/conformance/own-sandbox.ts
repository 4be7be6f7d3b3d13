import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { bundle } from '../../build/bundle.mjs';
import { startServer } from '../../demo/start/process/server.mjs';
import type { GatewayAddresses, SandboxShop } from '../gateway.setup.js';
import type { Settings } from '../../demo/conformance/requests/context.js';
import type { Run } from '../../demo/conformance/run.js';
import type { Credentials } from '../../demo/conformance/answers/target.js';

/** A separate sandbox for the suite, which moves its clock. */
export interface Sandbox {
  readonly urls: GatewayAddresses;
  /** The settings of a run for the shop of this kind; `at` is another address of the gateway. */
  settings(kind: 'certified' | 'sealing', at?: string): Run;
  /** The last lines of its log. */
  lastLines(): string;
  stop(): Promise<void>;
}

const credentialsOf = ({ shop_id, secret_key, public_key }: SandboxShop): Credentials => ({
  shopId: String(shop_id),
  secretKey: secret_key,
  publicKey: public_key,
});

/** Starts it with its state in memory, or on this PostgreSQL server. */
export async function startSandbox(postgresUrl?: string): Promise<Sandbox> {
  const flags = ['--port', '0', '--data', postgresUrl ?? 'memory'];
  const server = await startServer('gateway', await bundle('gateway'), flags);
  const urls = server.addresses as Record<string, string> & GatewayAddresses;
  const shops = (await (await fetch(`${urls.console_url}/sandbox/shops`)).json()) as readonly SandboxShop[];
  return {
    urls,
    settings(kind, at) {
      const shop = shops.find(({ pci_certified }) => pci_certified === (kind === 'certified'));
      const other = shops.find((one) => one !== shop);
      if (!shop || !other) throw new Error('The sandbox lacks a shop of one kind.');
      const settings: Settings = {
        forms: kind === 'certified' ? ['sealed', 'plain'] : ['sealed'],
        otherShop: credentialsOf(other),
        challengeCode: '123456',
        listenHost: '127.0.0.1',
        jobPatience: 15_000,
        badInput: { runs: 15, seed: 20_261_121 },
      };
      const { gateway_url, checkout_url, base_url, console_url } = urls;
      return {
        addresses: { gateway: at ?? gateway_url, checkout: at ?? checkout_url, base: at ?? base_url, console: console_url },
        shop: credentialsOf(shop),
        settings,
      };
    },
    lastLines: server.lastLines,
    stop: () => server.stop(),
  };
}

/** An answer on its way to the suite. */
export interface Passing {
  readonly method: string;
  readonly path: string;
  status: number;
  headers: Headers;
  text: string;
}

const read = async (request: IncomingMessage): Promise<Buffer> => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
};

/** A gateway that answers as the sandbox does, except for the changes by `spoil`. */
export async function spoiled(
  sandbox: string,
  spoil: (passing: Passing) => void,
): Promise<{ readonly url: string; close(): void }> {
  const server: Server = createServer((request, response) => {
    void (async () => {
      const { method = 'GET', url: path = '/', headers } = request;
      const body = await read(request);
      const { host: _host, connection: _connection, 'content-length': _length, ...kept } = headers;
      const answered = await fetch(sandbox + path, {
        method,
        headers: kept as Record<string, string>,
        redirect: 'manual',
        ...(method !== 'GET' && { body: new Uint8Array(body) }),
      });
      const passing: Passing = {
        method,
        path,
        status: answered.status,
        headers: new Headers(answered.headers),
        text: await answered.text(),
      };
      spoil(passing);
      passing.headers.delete('content-length');
      passing.headers.delete('transfer-encoding');
      response.writeHead(passing.status, Object.fromEntries(passing.headers)).end(passing.text);
    })().catch((error: unknown) => response.writeHead(502).end(String(error)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
