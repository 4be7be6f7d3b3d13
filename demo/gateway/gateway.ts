import type { Hono } from 'hono';
import { createApi } from './api.js';
import { createConsole } from './console/console.js';
import type { GatewayOptions } from './gateway-options.js';
import { createAuthenticator } from './http/authentication.js';
import { checkHost } from './http/host-check.js';
import { createServices } from './services.js';
import type { Shop } from './shop/shops.js';

/** A sandbox gateway: two applications, each from Request to Response, on one store. */
export interface Gateway {
  readonly api: Pick<Hono, 'fetch' | 'request'>;
  readonly console: Pick<Hono, 'fetch' | 'request'>;
  /** Starts no more work, waits for running work, and closes the store. */
  close(): Promise<void>;
}

/** Creates a sandbox gateway, without a server. */
export function createGateway(options: GatewayOptions): Gateway {
  const services = createServices(options);
  const { urls, shops, scheduler, store } = services;
  const anyAddress = options.anyAddress ?? false;
  const apiFor = (served: readonly Shop[]): Gateway['api'] =>
    createApi({
      ...services,
      authenticator: createAuthenticator(served),
      hostCheck: checkHost([urls.gateway, urls.checkout, urls.base], anyAddress),
    });
  // For the console alone, which pays with test cards where no browser encrypts them.
  const trusting = apiFor([...shops.values()].map((shop) => ({ ...shop, pciCertified: true })));
  return {
    api: apiFor([...shops.values()]),
    console: createConsole({
      ...services,
      hostCheck: checkHost([urls.console], anyAddress),
      trustingApi: (request) => trusting.fetch(request),
    }),
    async close() {
      await scheduler.close();
      await store.close();
    },
  };
}
