// Vitest's global setup: one sandbox gateway for the journeys, and for the browser tests that load its files, built and started as by
// `npm run gateway`.
import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import type { TestProject } from 'vitest/node';
import { bundle } from '../build/bundle.mjs';
import { root } from '../build/install.mjs';
import { startServer } from '../demo/start/process/server.mjs';
import type { GatewayAddresses, SandboxShop } from './sandbox-addresses.js';

export type { GatewayAddresses, SandboxShop } from './sandbox-addresses.js';

declare module 'vitest' {
  // `inject('gateway')`, `inject('shops')` and `inject('gatewayLog')`, the path of its log, in tests.
  interface ProvidedContext {
    gateway: GatewayAddresses;
    shops: readonly SandboxShop[];
    gatewayLog: string;
  }
}

/** A file for a server's log inside the project, because browser tests can read only files there. */
export function keepLog(name: string): { readonly path: string; readonly onLine: (line: string) => void; remove(): void } {
  const folder = join(root, 'node_modules/.cache/checkout-elements');
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `log-${name}-${process.pid}.txt`);
  writeFileSync(path, '');
  return { path, onLine: (line) => appendFileSync(path, `${line}\n`), remove: () => rmSync(path, { force: true }) };
}

/** Starts the gateway on free ports, provides its addresses and shops to the tests, and returns a function that stops it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const log = keepLog('gateway');
  const flags = ['--port', '0', '--data', 'memory'];
  const server = await startServer('gateway', await bundle('gateway'), flags, { onLine: log.onLine });
  const gateway = server.addresses as Record<string, string> & GatewayAddresses;
  const answer = await fetch(`${gateway.console_url}/sandbox/shops`);
  project.provide('gateway', gateway);
  const shops = (await answer.json()) as readonly SandboxShop[];
  project.provide('shops', shops);
  project.provide('gatewayLog', log.path);
  return async () => {
    await server.stop();
    log.remove();
  };
}
