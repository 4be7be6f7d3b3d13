import { ServerOnlyError } from '../errors.js';

/**
 * Refuses to go on in a browser's page: whoever opens it could read the secret key and refund, charge and sell with it.
 *
 * @throws ServerOnlyError
 */
export function requireServer(): void {
  if (typeof document === 'undefined') return;
  throw new ServerOnlyError(
    'Expected a server; this is a page (it has a document). A secret key in a page is everybody’s: move this code to ' +
      'your server, let the page ask that, and have the gateway issue a new key if this one was ever delivered to a ' +
      'browser. In tests, choose the environment "node" in place of a simulated page.',
  );
}
