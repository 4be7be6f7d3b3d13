// The demo's two servers, started one after the other because the shop asks the gateway for its keys.
import { bundle } from './bundle.mjs';
import { installWhenStale } from './install.mjs';
import { startServer } from './server.mjs';
import { testCardLines } from './test-cards.mjs';

/** @typedef {import('./server.mjs').Server} Server */

/** @param {Record<string, string>} addresses */
function addressFlags(addresses) {
  return Object.entries(addresses).flatMap(([name, address]) => [`--${name.replaceAll('_', '-')}`, address]);
}

/**
 * @param {string} what
 * @param {string} address
 * @param {number} wanted
 */
function sayOtherPort(what, address, wanted) {
  const { port } = new URL(address);
  if (wanted !== 0 && Number(port) !== wanted) console.log(`Port ${wanted} is taken; the ${what} listens on ${port}.`);
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
 * Installs, bundles and starts gateway and shop, and prints their addresses and the test cards.
 *
 * @param {{ gatewayPort: number, shopPort: number, showLogs: boolean }} options
 */
export async function startDemo({ gatewayPort, shopPort, showLogs }) {
  await installWhenStale();
  const gatewayProgram = await bundle('gateway');
  const shopProgram = await bundle('shop');

  const gateway = await startServer('gateway', gatewayProgram, ['--port', String(gatewayPort), '--data', 'memory'], {
    showLog: showLogs,
  });
  /** @type {Server} */
  let shop;
  try {
    const flags = ['--port', String(shopPort), ...addressFlags(gateway.addresses)];
    shop = await startServer('shop', shopProgram, flags, { showLog: showLogs });
  } catch (error) {
    await gateway.stop();
    throw error;
  }
  const servers = [shop, gateway];
  const shopUrl = addressOf('shop', shop.addresses, 'shop_url');
  const consoleUrl = addressOf('gateway', gateway.addresses, 'console_url');
  sayOtherPort('gateway', addressOf('gateway', gateway.addresses, 'gateway_url'), gatewayPort);
  sayOtherPort('console', consoleUrl, gatewayPort && gatewayPort + 1);
  sayOtherPort('shop', shopUrl, shopPort);

  console.log(`\n  Shop      ${shopUrl}\n  Gateway   ${gateway.addresses.gateway_url}\n  Console   ${consoleUrl}\n`);
  console.log('Test cards (any later expiry, any security code of the right length):');
  for (const line of await testCardLines(consoleUrl)) console.log(`  ${line}`);

  return {
    stop: async () => {
      for (const server of servers) await server.stop();
    },
    firstEnd: Promise.race(servers.map(async (server) => ({ server, words: await server.ended }))),
  };
}
