import type { Rig } from './rig.js';

// A fixed tracking id is one order: the merchant's server is asked whether it is paid.

/** Gives the page of a rig a fixed tracking id. */
export function fixed(rig: Rig): Rig {
  rig.settings = { ...rig.settings, trackingId: 'order-1' };
  return rig;
}

/** What `resolveStatus` is asked about that order. */
export const ABOUT_ORDER = { trackingId: 'order-1', uid: undefined, startedAt: undefined };
