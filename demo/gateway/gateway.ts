import type { Hono } from 'hono';
import { createApi } from './api.js';
import { createConsole } from './console/console.js';
import type { GatewayOptions } from './gateway-options.js';
import { createAuthenticator } from './http/authentication.js';
import { checkHost } from './http/host-check.js';
import { createServices } from './services.js';

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
  return {
    api: createApi({
      ...services,
      authenticator: createAuthenticator([...shops.values()]),
      hostCheck: checkHost([urls.gateway, urls.checkout, urls.base], anyAddress),
    }),
    console: createConsole({ ...services, hostCheck: checkHost([urls.console], anyAddress) }),
    async close() {
      await scheduler.close();
      await store.close();
    },
  };
}
