import type { Dice } from './dice.js';
import type { Planned } from './weather/fault.js';
import type { Payer } from './world/payer.js';
import type { Terms } from './world/terms.js';
import type { World } from './world/world.js';

/** What a kind works with. */
export interface Scene {
  readonly world: World;
  readonly payer: Payer;
  readonly dice: Dice;
  /** What the kind is about has happened. */
  readonly happened: () => void;
}

/** One kind of run: what goes wrong, or what the payer does. */
export interface Kind {
  readonly name: string;
  /** What it belongs to, in the table. */
  readonly group: string;
  /** What the terms have to be; everything else is left to chance. */
  readonly terms?: (dice: Dice) => Partial<Terms>;
  readonly faults?: (dice: Dice) => readonly Planned[];
  /** What happens; absent: a payer pays once. */
  readonly act?: (scene: Scene) => Promise<void>;
  /** How a naive page meets the same. Default: it stays open. */
  readonly naive?: 'stays' | 'is left' | 'is open twice';
}
