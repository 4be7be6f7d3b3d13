// Gateways' ids are opaque: 24 hex digits, UUIDs, `4107-310b0da80b` and `sbs_…` all occur. None contains a space.
const UID = /^[A-Za-z0-9][\w-]{0,63}$/;

/**
 * Whether a text can be a gateway's id of a transaction or a subscription: up to 64 letters, digits, hyphens and
 * underscores. Check every id that comes from an address or is shown: anyone can write an address.
 */
export const isUid = (text: string): boolean => UID.test(text);

/** Whether an id is a subscription's (spec 2.8). */
export const isSubscriptionId = (uid: string): boolean => uid.startsWith('sbs_');

/** Whether an order with this id makes a subscription: it is a plan's, or that of a subscription which a server has created. */
export const sellsPlan = (id = ''): boolean => id.startsWith('pln_') || isSubscriptionId(id);
