import { getRequestListener } from '@hono/node-server';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { parseArgs } from 'node:util';
import { assetsIn } from './assets.js';
import { createClock } from './clock.js';
import { createGateway, type Gateway } from './gateway.js';
import { createLog } from './log.js';
import { SANDBOX_SHOPS } from './shops.js';
import { createMemoryStore } from './store/memory.js';

const USAGE = `Usage: gateway [--port N] [--host ADDRESS] [--data memory] [--notify-anywhere]
               [--duplicates pan|token] [--notification-url URL] [--tls-cert FILE --tls-key FILE]
  --port N             API on N, console on N + 1 (default 4010); 0 picks free ports
  --host ADDRESS       address to listen on (default 127.0.0.1)
  --data memory        where the state lives; it ends with the process
  --notify-anywhere    lets notifications leave this machine
  --duplicates pan     what the duplicate check compares: the card's PAN, or the token as sent
  --notification-url   receives notifications of transfers that name no notification_url
  --tls-cert, --tls-key  PEM files: answers over https. Merchants' own certificates are trusted by
                       the variable NODE_EXTRA_CA_CERTS
`;

const log = createLog(process.stderr, SANDBOX_SHOPS.map(({ secretKey }) => secretKey));

function fail(text: string): never {
  process.stderr.write(`${text}\n${USAGE}`);
  process.exit(2);
}

function readTls(certificate: string | undefined, key: string | undefined) {
  if (certificate === undefined && key === undefined) return undefined;
  if (certificate === undefined || key === undefined) return fail('--tls-cert and --tls-key come together.');
  return { cert: readFileSync(certificate), key: readFileSync(key) };
}

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        port: { type: 'string', default: '4010' },
        host: { type: 'string', default: '127.0.0.1' },
        data: { type: 'string', default: 'memory' },
        'notify-anywhere': { type: 'boolean', default: false },
        duplicates: { type: 'string', default: 'pan' },
        'notification-url': { type: 'string' },
        'tls-cert': { type: 'string' },
        'tls-key': { type: 'string' },
      },
    });
    const port = Number(values.port);
    if (!Number.isInteger(port) || port < 0 || port > 65_534) fail(`--port takes a number from 0 to 65534, not ${values.port}.`);
    if (values.data !== 'memory') fail(`--data takes memory, not ${values.data}.`);
    const duplicates = (['pan', 'token'] as const).find((name) => name === values.duplicates);
    if (!duplicates) return fail(`--duplicates takes pan or token, not ${values.duplicates}.`);
    return { ...values, port, duplicates, tls: readTls(values['tls-cert'], values['tls-key']) };
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error));
  }
}

const listen = (server: Server, port: number, host: string): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });

/** Listens on the first free port from the one asked for. */
async function listenFrom(server: Server, asked: number, host: string): Promise<number> {
  for (let port = asked; port <= 65_535; port += 1) {
    try {
      return await listen(server, port, host);
    } catch (error) {
      if (!(error instanceof Error) || !('code' in error) || error.code !== 'EADDRINUSE') throw error;
      log.warn({ port }, `port ${port} is taken, trying the next one`);
    }
  }
  throw new Error(`No port from ${asked} on is free.`);
}

const options = readOptions();
const everywhere = options.host === '0.0.0.0' || options.host === '::';

// The addresses are known only once the servers listen, the gateway only once the addresses are.
let gateway: Gateway | undefined;
const notYet = (): Response => new Response('starting\n', { status: 503 });
function serverOf(app: 'api' | 'console'): Server {
  const answer = getRequestListener((request, sockets) => gateway?.[app].fetch(request, sockets) ?? notYet());
  const listener: Parameters<typeof createServer>[1] = (request, response) => void answer(request, response);
  return options.tls ? createSecureServer(options.tls, listener) : createServer(listener);
}
const api = serverOf('api');
const console = serverOf('console');

const apiPort = await listenFrom(api, options.port, options.host);
const consolePort = await listenFrom(console, options.port === 0 ? 0 : apiPort + 1, options.host);
const named = everywhere ? '127.0.0.1' : options.host.includes(':') ? `[${options.host}]` : options.host;
const scheme = options.tls ? 'https' : 'http';
const apiUrl = `${scheme}://${named}:${apiPort}`;
const consoleUrl = `${scheme}://${named}:${consolePort}`;

const notificationUrl = options['notification-url'];
gateway = createGateway({
  clock: createClock(),
  random: randomBytes,
  store: createMemoryStore(),
  log,
  fetch,
  urls: { gateway: apiUrl, checkout: apiUrl, base: apiUrl, console: consoleUrl },
  assets: assetsIn(new URL('./assets/', import.meta.url)),
  shops: SANDBOX_SHOPS.map((shop) => (notificationUrl ? { ...shop, notificationUrl } : shop)),
  ownHosts: [named],
  notifyAnywhere: options['notify-anywhere'],
  duplicatesBy: options.duplicates,
  anyAddress: everywhere,
});

async function stop(signal: string): Promise<void> {
  log.info({ signal }, 'stopping');
  for (const server of [api, console]) {
    server.close();
    server.closeAllConnections();
  }
  // A merchant's server that doesn't answer a notification must not keep the sandbox alive.
  await Promise.race([gateway?.close(), new Promise((resolve) => setTimeout(resolve, 500))]);
  process.exit(0);
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop(signal));

process.stdout.write(
  `${JSON.stringify({ gateway_url: apiUrl, checkout_url: apiUrl, base_url: apiUrl, console_url: consoleUrl })}\n`,
);
