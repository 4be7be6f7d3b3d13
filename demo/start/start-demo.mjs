// Starts the demo's two servers, the gateway first, because the shop reads its keys from it.
import { readFileSync } from 'node:fs';
import { bundle } from '../../build/bundle.mjs';
import { keepIdentity } from './network/certificate.mjs';
import { withData } from './data-folder.mjs';
import { installWhenStale } from '../../build/install.mjs';
import { freePort, howToReach, lanAddresses } from './network/network.mjs';
import { addressFlags, startServer } from './process/server.mjs';
import { testCardLines } from './network/test-cards.mjs';

/** @typedef {import('./process/server.mjs').Server} Server */

/** The demo's shop at the sandbox. */
const SHOP_ID = 1001;

/**
 * Registers the demo shop at the gateway for payments on the gateway's own pages: addresses for notifications and for returning
 * payers, and the shop's origin for notifications.
 *
 * @param {string} origin
 */
const registration = (origin) => [
  '--notification-url',
  `${SHOP_ID}=${origin}/notifications`,
  '--shop-url',
  `${SHOP_ID}=${origin}/bought`,
  '--notification-origin',
  origin,
];

/**
 * @param {string} what
 * @param {string} address
 * @param {number} wanted
 */
function sayOtherPort(what, address, wanted) {
  const { port } = new URL(address);
  if (wanted !== 0 && Number(port) !== wanted) console.log(`Port ${wanted} is in use; the ${what} listens on ${port}.`);
}

/**
 * @param {string} name
 * @param {Record<string, string>} addresses
 * @param {string} key
 */
function addressOf(name, addresses, key) {
  const value = addresses[key];
  if (!value) throw new Error(`The ${name}'s line of addresses has no ${key}.`);
  return value;
}

/**
 * @typedef {object} DemoOptions
 * @property {number} gatewayPort
 * @property {number} shopPort
 * @property {boolean} showLogs
 * @property {string} host the address that gateway and shop listen on.
 * @property {boolean} https
 * @property {boolean} [cards] whether to list the test cards.
 * @property {string} [data] the folder of the gateway's state, or `memory`.
 * @property {string} [identity] PEM file with certificate and key, for https.
 */

/** @typedef {{ gateway: string, shop: string }} Programs */

/** @returns {Promise<Programs>} */
async function bundleBoth() {
  return { gateway: await bundle('gateway'), shop: await bundle('shop') };
}

/**
 * @param {Programs} programs
 * @param {DemoOptions} options
 */
async function startBoth(programs, options) {
  const { host, identity, showLogs: showLog } = options;
  const where = ['--host', host, ...(identity ? ['--tls-cert', identity, '--tls-key', identity] : [])];
  // Only the two servers trust the certificate, for requests to each other.
  const started = { showLog, ...(identity && { variables: { NODE_EXTRA_CA_CERTS: identity } }) };
  const data = options.data === undefined ? [] : ['--data', options.data];
  // The gateway starts first and needs the shop's future address.
  const { gatewayPort } = options;
  const shopPort = await freePort(host, options.shopPort, gatewayPort === 0 ? [] : [gatewayPort, gatewayPort + 1]);
  const named = /^(0\.0\.0\.0|::)$/.test(host) ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;
  const shopOrigin = `${identity ? 'https' : 'http'}://${named}:${shopPort}`;
  const gatewayFlags = withData(['--port', String(gatewayPort), ...registration(shopOrigin), ...data, ...where]);
  const gateway = await startServer('gateway', programs.gateway, gatewayFlags, started);
  try {
    const shopFlags = ['--port', String(shopPort), ...where, ...addressFlags(gateway.addresses)];
    const shop = await startServer('shop', programs.shop, shopFlags, started);
    return [shop, gateway];
  } catch (error) {
    await gateway.stop();
    throw error;
  }
}

/**
 * @param {Programs} programs
 * @param {Server[]} servers
 * @param {DemoOptions} options with the actual ports.
 */
function running(programs, servers, options) {
  const demo = {
    programs,
    options,
    addresses: /** @type {Record<string, string>} */ (Object.assign({}, ...servers.map((server) => server.addresses))),
    stopped: false,
    stop: async () => {
      demo.stopped = true;
      for (const server of servers) await server.stop();
    },
    /** The first server to end, and how it ended. */
    firstEnd: Promise.race(servers.map(async (server) => ({ server, words: await server.ended }))),
  };
  return demo;
}

/** @param {string} consoleUrl @param {string} [ca] PEM of the certificate to trust, for a console over https. */
async function printCards(consoleUrl, ca) {
  const lines = await testCardLines(consoleUrl, ca);
  console.log('Test cards (expiry 12/30, any security code of the right length; the code for 3-D Secure is 123456):');
  for (const line of lines) console.log(`  ${line}`);
}

/**
 * Prints the test cards of a demo or sandbox that runs already, beside which another one could not open the same data.
 *
 * @param {Pick<DemoOptions, 'gatewayPort' | 'host' | 'https'>} of
 * @returns whether one runs.
 */
export async function printRunningCards({ gatewayPort, host, https }) {
  const identity = https ? await keepIdentity([...lanAddresses(), host]) : undefined;
  const consoleUrl = `http${https ? 's' : ''}://${host}:${gatewayPort + 1}`;
  try {
    await printCards(consoleUrl, identity && readFileSync(identity, 'utf8'));
    console.log(`\nThe sandbox at ${consoleUrl} runs already: this is its list.`);
    return true;
  } catch {
    return false;
  }
}

/**
 * Installs, bundles and starts gateway and shop, and prints how to reach them, and the test cards where they are asked for.
 *
 * @param {DemoOptions} asked
 */
export async function startDemo(asked) {
  await installWhenStale();
  const programs = await bundleBoth();
  const options = asked.https ? { ...asked, identity: await keepIdentity([...lanAddresses(), asked.host]) } : asked;
  const servers = await startBoth(programs, options);
  const addresses = Object.assign({}, ...servers.map((server) => server.addresses));
  const gatewayUrl = addressOf('gateway', addresses, 'gateway_url');
  const consoleUrl = addressOf('gateway', addresses, 'console_url');
  const shopUrl = addressOf('shop', addresses, 'shop_url');
  sayOtherPort('gateway', gatewayUrl, options.gatewayPort);
  sayOtherPort('console', consoleUrl, options.gatewayPort && options.gatewayPort + 1);
  sayOtherPort('shop', shopUrl, options.shopPort);

  for (const line of howToReach(options, lanAddresses())) console.log(line);
  if (options.cards) await printCards(consoleUrl, options.identity && readFileSync(options.identity, 'utf8'));

  const ports = { gatewayPort: Number(new URL(gatewayUrl).port), shopPort: Number(new URL(shopUrl).port) };
  return running(programs, servers, { ...options, ...ports });
}

/**
 * Builds what has changed and restarts both servers on the same ports. If the build fails, the old servers keep running.
 *
 * @param {Awaited<ReturnType<typeof startDemo>>} demo
 */
export async function restartDemo(demo) {
  const programs = await bundleBoth();
  const same = programs.gateway === demo.programs.gateway && programs.shop === demo.programs.shop;
  if (same && !demo.stopped) return demo;
  await demo.stop();
  const servers = await startBoth(programs, demo.options);
  const lost = demo.options.data === 'memory' ? ' with an empty sandbox' : '';
  console.log(`Restarted${lost}.`);
  return running(programs, servers, demo.options);
}
