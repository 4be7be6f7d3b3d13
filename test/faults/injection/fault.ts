import type { Dice } from '../dice.js';
import type { Exchange } from '../network/exchange.js';
import type { Limit } from '../verdict/limits.js';
import type { VirtualTime } from '../time/virtual-time.js';

/** What a fault can use. */
export interface FaultContext {
  readonly time: VirtualTime;
  readonly dice: Dice;
  /** Waits until the written bytes have arrived. */
  readonly settled: () => Promise<void>;
}

/** Something that goes wrong with one request or its answer. */
export interface Fault {
  readonly name: string;
  readonly act: (exchange: Exchange, context: FaultContext) => Promise<void>;
  /** The connection that the request needs; absent: any. */
  readonly connection?: 'warm' | 'cold' | 'refused';
  /** The limit that excuses a broken promise after this fault. */
  readonly limit?: Limit;
}

/** A fault, and which requests of a run it meets. */
export interface PlannedFault {
  readonly role: Exchange['role'];
  readonly fault: Fault;
  /** The first request of the role that meets it, counted from 1. Browsers' own copies count too. Default 1. */
  readonly from?: number;
  /** How many requests in a row. Default 1. */
  readonly times?: number;
}
