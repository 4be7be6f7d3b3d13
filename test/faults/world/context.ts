import type { EncryptionKey } from '../../../src/checkout/key.js';
import type { Clock } from '../../../src/clock/clock.js';
import type { RecordStorage } from '../../../src/flow/record/record-storages.js';
import type { Fetch } from '../../../src/http/request.js';
import type { Canary } from '../../canary/canary.js';
import type { Activity } from '../time/activity.js';
import type { Dice } from '../dice.js';
import type { Limit } from '../verdict/limits.js';
import type { Merchant } from './merchant.js';
import type { Network, Sent } from '../network/network.js';
import type { Terms } from './terms.js';
import type { Trace } from '../verdict/trace.js';
import type { VirtualTime } from '../time/virtual-time.js';
import type { Witness } from '../verdict/witness.js';

/** A mistake that is made on purpose, to see that the judge finds it. */
export interface Plant {
  /** Between a page and its network. */
  readonly fetch?: (fetch: Fetch) => Fetch;
  /** In place of the browser's localStorage. */
  readonly storage?: RecordStorage;
  /** Between a page and its clock. */
  readonly clock?: (clock: Clock) => Clock;
}

/** How a page came to be: `back` is a return by history. */
export type Opened = 'fresh' | 'reload' | 'back';

/** What all parts of one run share. */
export interface RunContext {
  readonly time: VirtualTime;
  readonly activity: Activity;
  readonly dice: Dice;
  readonly terms: Terms;
  readonly witness: Witness;
  readonly trace: Trace;
  readonly canary: Canary;
  readonly merchant: Merchant;
  readonly key: EncryptionKey;
  readonly plant: Plant;
  /** Where pages reach the gateway. */
  readonly proxyAddress: string;
  /** Something happened after which not every promise can be kept. */
  met(limit: Limit): void;
  /** A payer's browser sends a request; it leaves when this is over. */
  sending(network: Network, sent: Sent): Promise<void>;
  /** Lets something run that the run does not wait for. */
  unattended(doing: Promise<unknown>, who: string): void;
}
