// Vitest's global setup of the journeys: sandbox and shop, each from its built bundle, in its own process.
import type { TestProject } from 'vitest/node';
import { bundle } from '../../../build/bundle.mjs';
import { addressFlags, startServer } from '../../../demo/start/process/server.mjs';
import { keepLog, setup as setupGateway } from '../../gateway.setup.js';

declare module 'vitest' {
  // `inject('shopUrl')`, and `inject('shopLog')`, the path of its log, in journeys.
  interface ProvidedContext {
    shopUrl: string;
    shopLog: string;
  }
}

/** Starts gateway and shop on free ports and hands their addresses to the journeys. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const stopGateway = await setupGateway(project);
  try {
    const { gateway } = project.getProvidedContext();
    // Most journeys are about the way out of the page and back.
    const flags = ['--port', '0', '--challenge', 'redirect', ...addressFlags({ ...gateway })];
    const log = keepLog('shop');
    const server = await startServer('shop', await bundle('shop'), flags, { onLine: log.onLine });
    const shopUrl = server.addresses['shop_url'];
    if (!shopUrl) throw new Error('The shop printed no shop_url.');
    project.provide('shopUrl', shopUrl);
    project.provide('shopLog', log.path);
    return async () => {
      await server.stop();
      log.remove();
      await stopGateway();
    };
  } catch (error) {
    await stopGateway();
    throw error;
  }
}
