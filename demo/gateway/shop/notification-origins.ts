import type { ShopSettings } from './shops.js';

type NamesOrigins = Pick<ShopSettings, 'notificationUrl' | 'notificationOrigins'>;

/** The origins that a shop named for its notifications. */
const originsOf = ({ notificationUrl, notificationOrigins = [] }: NamesOrigins): readonly string[] =>
  [notificationUrl, ...notificationOrigins].flatMap((url) => (url && URL.canParse(url) ? [new URL(url).origin] : []));

/**
 * The origin of a notification's address, unless its shop named that origin. Each notification carries the shop's secret key
 * (HTTP Basic), and anyone with the public key can request notifications to any address.
 */
export function unnamedOrigin(url: unknown, shop: NamesOrigins): string | undefined {
  if (typeof url !== 'string' || !URL.canParse(url)) return undefined;
  const { origin } = new URL(url);
  return originsOf(shop).includes(origin) ? undefined : origin;
}
