import type { Dice } from '../dice.js';
import type { Exchange } from '../network/exchange.js';
import type { Limit } from '../verdict/limits.js';
import type { RunTime } from '../time/run-time.js';

/** What a fault can work with. */
export interface Means {
  readonly time: RunTime;
  readonly dice: Dice;
  /** Waits until what was written has arrived. */
  readonly settled: () => Promise<void>;
}

/** Something that goes wrong with one request or its answer. */
export interface Fault {
  readonly name: string;
  readonly act: (exchange: Exchange, means: Means) => Promise<void>;
  /** What the connection has to be when the request leaves; absent: as it comes. */
  readonly connection?: 'warm' | 'cold' | 'refused';
  /** After this the truth can't be promised. */
  readonly limit?: Limit;
}

/** A fault, and which requests of a run it meets. */
export interface Planned {
  readonly role: Exchange['role'];
  readonly fault: Fault;
  /** From this request of the role on, counted from 1. Browsers' own copies count, too. Default 1. */
  readonly from?: number;
  /** How many requests in a row. Default 1. */
  readonly times?: number;
}
