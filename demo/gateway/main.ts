import { getRequestListener } from '@hono/node-server';
import { randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { createGateway, type Gateway } from './gateway.js';
import { assetsIn } from './http/assets.js';
import { gatherLines } from './log/gather-lines.js';
import { createLog } from './log/log.js';
import { forTerminal, greeting } from './log/terminal.js';
import { readOptions } from './options.js';
import { withRegistered } from './shop/registered-addresses.js';
import { SANDBOX_SHOPS } from './shop/shops.js';
import { openStore } from './store/database/open-store.js';
import type { Store } from './store/store.js';
import { createClock } from './time/clock.js';

const options = readOptions();
const lines = gatherLines(
  process.stderr.isTTY && !options.json
    ? { write: (gathered) => process.stderr.write(gathered.replaceAll(/.+\n/g, forTerminal)) }
    : process.stderr,
);
process.once('exit', lines.flush);
const log = createLog(
  lines,
  SANDBOX_SHOPS.map(({ secretKey }) => secretKey),
);

const listen = (server: Server, port: number, host: string): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });

/** Listens on the first free port from `asked` on. */
async function listenFrom(server: Server, asked: number, host: string): Promise<number> {
  for (let port = asked; port <= 65_535; port += 1) {
    try {
      return await listen(server, port, host);
    } catch (error) {
      if (!(error instanceof Error) || !('code' in error) || error.code !== 'EADDRINUSE') throw error;
      log.warn({ port }, `port ${port} is in use, trying the next one`);
    }
  }
  throw new Error(`Expected a free port, ${asked} or higher; all are in use.`);
}

/** Opens the store, or prints the reason and ends the process. */
async function open(): Promise<Store> {
  const readyMade = fileURLToPath(new URL('./empty-database.tar', import.meta.url));
  try {
    return await openStore({ url: options.url, folder: options.folder, readyMade, log });
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  }
}

const everywhere = options.host === '0.0.0.0' || options.host === '::';

// The embedded database is WebAssembly. Optimizing it costs V8 about 100 MB and seconds of processor time, which is not worth it
// for a sandbox's few requests.
if (options.url === undefined) setFlagsFromString('--liftoff-only');

// Started early: it takes as long as everything else together.
const opening = open();

// The gateway needs its addresses, which are known once the servers listen.
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

const store = await opening;
const { 'notification-origin': notificationOrigins } = options;
gateway = createGateway({
  clock: createClock({ state: await store.settings.clock() }),
  random: randomBytes,
  vaultKey: await store.settings.vaultKey(randomBytes(32)),
  store,
  log,
  fetch,
  urls: { gateway: apiUrl, checkout: apiUrl, base: apiUrl, console: consoleUrl },
  assets: assetsIn(new URL('./assets/', import.meta.url)),
  shops: SANDBOX_SHOPS.map((shop) => ({
    ...withRegistered(shop, options),
    notificationOrigins,
    walletsWithoutCode: options['wallets-without-code'],
  })),
  ownHosts: [named],
  notifyAnywhere: options['notify-anywhere'],
  duplicatesBy: options.duplicates,
  habit: options.habit,
  timeZone: options.timeZone,
  milliseconds: options.milliseconds,
  anyAddress: everywhere,
});

async function stop(signal: string): Promise<void> {
  log.info({ signal }, 'stopping');
  for (const server of [api, console]) {
    server.close();
    server.closeAllConnections();
  }
  // A notification without a response must not keep the process alive.
  await Promise.race([gateway?.close(), new Promise((resolve) => setTimeout(resolve, 500))]);
  process.exit(0);
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop(signal));

process.stdout.write(
  process.stdout.isTTY && !options.json
    ? greeting(apiUrl, consoleUrl)
    : `${JSON.stringify({ gateway_url: apiUrl, checkout_url: apiUrl, base_url: apiUrl, console_url: consoleUrl })}\n`,
);
