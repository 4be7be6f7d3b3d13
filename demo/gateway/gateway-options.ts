import type { Logger } from 'pino';
import type { Assets } from './http/assets.js';
import type { GatewayUrls } from './http/gateway-urls.js';
import type { Habit } from './issuer/habit.js';
import type { ShopSettings } from './shop/shops.js';
import type { Store } from './store/store.js';
import type { Clock } from './time/clock.js';

/** The parts of a gateway, and its settings. */
export interface GatewayOptions {
  readonly clock: Clock;
  /** Random bytes for ids, nonces and the vault's key. */
  readonly random: (size: number) => Uint8Array;
  /** The vault's key, 32 bytes; absent: a new one, for a store that ends with the process. */
  readonly vaultKey?: Uint8Array;
  readonly store: Store;
  readonly log: Logger;
  /** Delivers notifications. */
  readonly fetch: typeof globalThis.fetch;
  readonly urls: GatewayUrls;
  /** Built browser files; absent: none are served. */
  readonly assets?: Assets;
  readonly shops?: readonly ShopSettings[];
  /** This machine's host names, in addition to the loopback ones. */
  readonly ownHosts?: readonly string[];
  /** Whether notifications may go to other machines. Default false. */
  readonly notifyAnywhere?: boolean;
  /** Spec 8: what the duplicate check compares, the source card's PAN (default) or the token as sent. */
  readonly duplicatesBy?: 'pan' | 'token';
  /** What becomes of a copy of a payment. Default: its request is refused. */
  readonly habit?: Habit;
  /** The system time zone of spec 2.8 and 8, for nights, days and months. Default UTC, on every machine. */
  readonly timeZone?: string;
  /** Whether times in bodies have milliseconds, as in the family, and against spec 2.1. Default false. */
  readonly milliseconds?: boolean;
  /** Whether every numeric address counts as the server's own (for a server on all interfaces). */
  readonly anyAddress?: boolean;
}
