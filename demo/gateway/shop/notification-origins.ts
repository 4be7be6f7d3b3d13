import type { ShopSettings } from './shops.js';

type NamesOrigins = Pick<ShopSettings, 'notificationUrl' | 'notificationOrigins'>;

/** The origins that a shop has named for its notifications. */
const originsOf = ({ notificationUrl, notificationOrigins = [] }: NamesOrigins): readonly string[] =>
  [notificationUrl, ...notificationOrigins].flatMap((url) => (url && URL.canParse(url) ? [new URL(url).origin] : []));

/**
 * The origin of a notification's address that its shop has not named; undefined for one that it has. Each notification carries
 * the shop's secret key (HTTP Basic), and whoever has the public key can name an address.
 */
export function strangeOrigin(url: unknown, shop: NamesOrigins): string | undefined {
  if (typeof url !== 'string' || !URL.canParse(url)) return undefined;
  const { origin } = new URL(url);
  return originsOf(shop).includes(origin) ? undefined : origin;
}
