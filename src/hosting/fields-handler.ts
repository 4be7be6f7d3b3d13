import { fieldsPage, type FieldsFiles } from './fields-page.js';
import { readPermissions } from './read-permissions.js';

/** Options of the handler of the isolated fields. */
export interface FieldsHandlerOptions {
  /** The checkout addresses that card data may be sealed for: the `checkout-url` of your elements. */
  readonly checkoutUrl: string | readonly string[];
  /** The public keys that it may be sealed with, in bare base64, or their RFC 7638 thumbprints. */
  readonly publicKey: string | readonly string[];
  /** The origins of the pages that may embed the fields, such as `https://shop.example`. */
  readonly parents: string | readonly string[];
  /**
   * Whether the fields are served from the origin of those pages: then the browser separates them from the page by a sandbox. False when
   * absent: serve them from another origin.
   */
  readonly sameHost?: boolean | undefined;
  /** `required`: pages can't turn off the visibility guard with `visibility-guard="off"`. `optional` when absent. */
  readonly guard?: 'required' | 'optional' | undefined;
  /**
   * Fonts that the fields load, by their names: `{ Inter: 'https://shop.example/fonts/inter.woff2' }`, or `'Inter 600'` for a file with one
   * weight. The page chooses one as everywhere, by its `font-family`. Serve the file with `Access-Control-Allow-Origin: *`.
   */
  readonly fonts?: Readonly<Record<string, string>> | undefined;
}

/** A handler of web requests: `(request) => response`. */
export type FieldsHandler = (request: Request) => Promise<Response>;

const NAMES = { checkoutUrl: 'checkoutUrl', publicKey: 'publicKey', parents: 'parents', guard: 'guard', fonts: 'fonts' };

const listOf = (given: string | readonly string[] | undefined): readonly string[] =>
  given === undefined ? [] : typeof given === 'string' ? [given] : given;

/**
 * The handler of a document of isolated fields.
 *
 * @throws TypeError when an option is invalid.
 */
export function fieldsHandler(files: FieldsFiles, options: FieldsHandlerOptions): FieldsHandler {
  const { checkoutUrl, publicKey, parents, sameHost = false, guard = 'optional', fonts = {} } = options;
  const given = {
    checkoutUrl: listOf(checkoutUrl),
    publicKey: listOf(publicKey),
    parents: listOf(parents),
    sameHost,
    guard,
    fonts,
  };
  const made = readPermissions(given, NAMES).then((permissions) => fieldsPage(files, permissions));
  return async ({ method }) => {
    const { html, headers } = await made;
    if (method === 'GET' || method === 'HEAD') return new Response(method === 'GET' ? html : null, { headers });
    return new Response(null, { status: 405, headers: { Allow: 'GET, HEAD' } });
  };
}
