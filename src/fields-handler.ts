// `checkout-elements/fields-handler`: the isolated fields, served by any server of web requests.
import { html, script, style } from 'virtual:fields-files';
import { fieldsHandler, type FieldsHandler, type FieldsHandlerOptions } from './hosting/fields-handler.js';

export type { FieldsHandler, FieldsHandlerOptions };

/**
 * Creates the handler that serves the document of the isolated fields, with all its headers, at the address of `fields-url`. Mount it
 * behind `toExpress` or `toNode` of `checkout-elements/merchant`, or in any server of web requests: Next, Hono, Deno, Bun, Workers. The
 * document comes from this package, so an update of the package updates it. Answers other methods than GET and HEAD with 405.
 *
 * @example
 * const fields = createFieldsHandler({
 *   checkoutUrl: 'https://checkout.gateway.example',
 *   publicKey: 'MIIBIjANBg…',
 *   parents: 'https://shop.example',
 *   sameHost: true,
 * });
 * app.get('/fields/', toExpress(fields));
 *
 * @throws TypeError when an option is invalid.
 */
export const createFieldsHandler = (options: FieldsHandlerOptions): FieldsHandler =>
  fieldsHandler({ html, script, style }, options);
