import { afterAll, beforeAll } from 'vitest';
import { bundle } from '../../../build/bundle.mjs';
import { addressFlags, startServer } from '../../../demo/start/process/server.mjs';

/**
 * A sandbox and a shop for the calling file alone, with their own clock. Filled in before its tests run.
 *
 * @param more More flags of the shop.
 */
export function useOwnSandbox(more: readonly string[] = ['--challenge', 'redirect']): {
  shopUrl: string;
  gateway: Readonly<Record<string, string>>;
} {
  const servers: Awaited<ReturnType<typeof startServer>>[] = [];
  const own = { shopUrl: '', gateway: {} as Readonly<Record<string, string>> };
  beforeAll(async () => {
    const gateway = await startServer('gateway', await bundle('gateway'), ['--port', '0', '--data', 'memory']);
    servers.push(gateway);
    const shop = await startServer('shop', await bundle('shop'), ['--port', '0', ...addressFlags(gateway.addresses), ...more]);
    servers.push(shop);
    own.gateway = gateway.addresses;
    own.shopUrl = shop.addresses['shop_url'] ?? '';
  });
  afterAll(async () => {
    for (const server of servers.toReversed()) await server.stop();
  });
  return own;
}
