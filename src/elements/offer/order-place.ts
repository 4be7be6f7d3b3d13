/** What an error says was expected. */
export const ORDER_ADDRESS = 'an address that ends in /v2/confirm_order/{id}/{shop_id}';

/** The parts of an order address. */
export interface OrderPlace {
  readonly checkoutUrl: string;
  readonly id: string;
  readonly shopId: string;
}

/** Parses `{checkout_url}/v2/confirm_order/{id}/{shop_id}`; undefined for other addresses. */
export function readOrderPlace(address: URL): OrderPlace | undefined {
  const [, before = '', id = '', shopId = ''] =
    /^(.*)\/v2\/confirm_order\/([^/]+)\/([^/]+)\/?$/.exec(address.origin + address.pathname) ?? [];
  try {
    return id ? { checkoutUrl: before, id: decodeURIComponent(id), shopId: decodeURIComponent(shopId) } : undefined;
  } catch {
    // The address has a % that encodes no character.
    return undefined;
  }
}
