import { type FieldsPage, fieldsPage } from '../../../src/hosting/fields-page.js';
import { isLoopback } from '../../../src/url/safe-url.js';
import type { Shop } from '../shop/shops.js';
import type { Assets } from './assets.js';
import type { GatewayUrls } from './gateway-urls.js';

const LOOPBACK_PAGES = ['http://localhost:*', 'http://127.0.0.1:*', 'https://localhost:*', 'https://127.0.0.1:*'];

/** The address itself, and for an address of this machine the same one under its other names. */
function namesOf(address: string): string[] {
  const { protocol, hostname, port } = new URL(address);
  if (!isLoopback(hostname)) return [address];
  return [address, ...['localhost', '127.0.0.1'].map((name) => `${protocol}//${name}${port && `:${port}`}`)];
}

/** Pages of this machine, and the origins that the shops have registered. */
const parentsOf = (shops: Iterable<Shop>): string[] => [
  ...LOOPBACK_PAGES,
  ...[...shops].flatMap(({ shopUrl, notificationOrigins = [] }) =>
    [...(shopUrl ? [shopUrl] : []), ...notificationOrigins].map((address) => new URL(address).origin),
  ),
];

/** Serves the isolated fields at the checkout's origin, for the published shops. */
export function createFieldsResponse(
  assets: Assets,
  { shops, urls }: { readonly shops: ReadonlyMap<number, Shop>; readonly urls: GatewayUrls },
): () => Promise<Response> {
  let made: Promise<FieldsPage> | undefined;
  const make = async (): Promise<FieldsPage> => {
    const [html, script, style] = await Promise.all(
      ['html', 'js', 'css'].map(async (kind) => new TextDecoder().decode(await assets(`fields/fields.${kind}`))),
    );
    const all = [...shops.values()];
    return fieldsPage(
      { html: html!, script: script!, style: style! },
      {
        host: 'gateway',
        parents: [...new Set(parentsOf(all))],
        keys: all.map(({ thumbprint }) => thumbprint),
        addresses: [...new Set(namesOf(urls.checkout))],
      },
    );
  };
  return async () => {
    const { html, headers } = await (made ??= make());
    return new Response(html, { headers });
  };
}
