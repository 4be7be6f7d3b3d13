import { ServerOnlyError } from '../errors.js';

/**
 * Refuses to run in a browser's page, where anyone could read the secret key, and refund, charge and sell with it.
 *
 * @throws ServerOnlyError
 */
export function requireServer(): void {
  if (typeof document === 'undefined') return;
  throw new ServerOnlyError(
    'Expected a server; this is a page (it has a document). Anyone can read a secret key in a page: move this code to ' +
      'your server, call that from the page, and have the gateway issue a new key if this one was ever delivered to a ' +
      'browser. In tests, use the environment "node" instead of a simulated page.',
  );
}
