import type { Dice } from './dice.js';
import type { PlannedFault } from './injection/fault.js';
import type { Payer } from './world/payer.js';
import type { Terms } from './world/terms.js';
import type { World } from './world/world.js';

/** What a kind of run can use. */
export interface Scene {
  readonly world: World;
  readonly payer: Payer;
  readonly dice: Dice;
  /** Call this when the event that the kind is about has happened. */
  readonly happened: () => void;
}

/** One kind of run: what goes wrong, or what the payer does. */
export interface Kind {
  readonly name: string;
  /** Its group in the table. */
  readonly group: string;
  /** The terms that the kind needs; all others are random. */
  readonly terms?: (dice: Dice) => Partial<Terms>;
  readonly faults?: (dice: Dice) => readonly PlannedFault[];
  /** The course of the run; absent: a payer pays once. */
  readonly act?: (scene: Scene) => Promise<void>;
  /** How the same happens to the naive page. Default: it stays open. */
  readonly naive?: 'stays' | 'is left' | 'is open twice';
}
