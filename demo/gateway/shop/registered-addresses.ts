import { postedAddress } from '../../../src/wire/request/values.js';
import type { ShopSettings } from './shops.js';

/** An address that a merchant registered for one shop, or, without an id, for every shop. */
export interface Registered {
  readonly shopId?: number;
  readonly url: string;
}

/** Reads `https://shop.example/` or `1001=https://shop.example/`; undefined for anything else. */
export function readRegistered(text: string): Registered | undefined {
  const [, id, url = ''] = /^(?:(\d{1,9})=)?(.*)$/.exec(text) ?? [];
  if (!url || !postedAddress.safeParse(url).success) return undefined;
  return id === undefined ? { url } : { shopId: Number(id), url };
}

/** The address of a shop. One with its id takes precedence over one for every shop, and a later one over an earlier one. */
const addressOf = (given: readonly Registered[], { id }: Pick<ShopSettings, 'id'>): string | undefined =>
  (given.findLast(({ shopId }) => shopId === id) ?? given.findLast(({ shopId }) => shopId === undefined))?.url;

/** A shop with the addresses that its merchant registered (spec 2.7): for notifications, and for returning payers. */
export function withRegistered(
  shop: ShopSettings,
  { notificationUrls, shopUrls }: { readonly notificationUrls: readonly Registered[]; readonly shopUrls: readonly Registered[] },
): ShopSettings {
  const [notificationUrl, shopUrl] = [addressOf(notificationUrls, shop), addressOf(shopUrls, shop)];
  return { ...shop, ...(notificationUrl && { notificationUrl }), ...(shopUrl && { shopUrl }) };
}
