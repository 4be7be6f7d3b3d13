// Vitest's global setup: one sandbox gateway, built and started as `npm run gateway` does, for all browser tests.
import type { TestProject } from 'vitest/node';
import { bundle } from '../demo/start/bundle.mjs';
import { startServer } from '../demo/start/server.mjs';

/** A shop of the sandbox with its published test keys. */
export interface SandboxShop {
  readonly shop_id: number | string;
  readonly secret_key: string;
  readonly public_key: string;
  readonly pci_certified: boolean;
}

/** Where the sandbox listens: no trailing slashes, no paths. */
export interface GatewayAddresses {
  readonly gateway_url: string;
  readonly checkout_url: string;
  readonly base_url: string;
  readonly console_url: string;
}

declare module 'vitest' {
  // `inject('gateway')` and `inject('shops')` in tests.
  interface ProvidedContext {
    gateway: GatewayAddresses;
    shops: readonly SandboxShop[];
  }
}

/** Starts the gateway on free ports, hands its addresses and shops to the tests, and returns what ends it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startServer('gateway', await bundle('gateway'), ['--port', '0', '--data', 'memory']);
  const gateway = server.addresses as Record<string, string> & GatewayAddresses;
  const answer = await fetch(`${gateway.console_url}/sandbox/shops`);
  project.provide('gateway', gateway);
  project.provide('shops', (await answer.json()) as readonly SandboxShop[]);
  return () => server.stop();
}
