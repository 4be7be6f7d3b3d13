import { importKey } from '../../../src/checkout/key.js';
import { type FieldsPage, fieldsPage } from '../../../src/hosting/fields-page.js';

export interface FieldsOptions {
  readonly publicKey: string;
  readonly checkoutUrl: string;
  readonly shopUrl: string;
  /** A built file by name; undefined when it is missing. */
  readonly browserScript: (name: string) => Promise<string | undefined>;
}

/** Serves the isolated fields from the shop's own host: a sandbox keeps the shop's pages from reading them. */
export function createFieldsResponse({ publicKey, checkoutUrl, shopUrl, browserScript }: FieldsOptions): () => Promise<Response> {
  let made: Promise<FieldsPage> | undefined;
  const make = async (): Promise<FieldsPage> => {
    const [html = '', script = '', style = ''] = await Promise.all(
      ['html', 'js', 'css'].map((kind) => browserScript(`fields/fields.${kind}`)),
    );
    const { thumbprint } = await importKey(publicKey);
    return fieldsPage(
      { html, script, style },
      { host: 'merchant', parents: [new URL(shopUrl).origin], keys: [thumbprint], addresses: [checkoutUrl] },
    );
  };
  return async () => {
    const { html, headers } = await (made ??= make());
    return new Response(html, { headers });
  };
}
