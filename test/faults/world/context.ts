import type { EncryptionKey } from '../../../src/checkout/key.js';
import type { Clock } from '../../../src/clock/clock.js';
import type { RecordStorage } from '../../../src/flow/record/journal.js';
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

/** A planted bug, to test that the judge finds it. */
export interface PlantedBug {
  /** Wraps a page's network. */
  readonly fetch?: (fetch: Fetch) => Fetch;
  /** Replaces the browser's localStorage. */
  readonly storage?: RecordStorage;
  /** Wraps a page's clock. */
  readonly clock?: (clock: Clock) => Clock;
}

/** How a page was opened: `back` is a return through the history. */
export type Opened = 'fresh' | 'reload' | 'back';

/** Shared by all parts of one run. */
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
  readonly plantedBug: PlantedBug;
  /** Where pages reach the gateway. */
  readonly proxyAddress: string;
  /** Call this when something happened after which not every promise can be kept. */
  met(limit: Limit): void;
  /** Called when a payer's browser sends a request, which leaves when the promise resolves. */
  sending(network: Network, sent: Sent): Promise<void>;
  /** Starts work that the run does not wait for. */
  unattended(doing: Promise<unknown>, who: string): void;
}
