import type { Dice } from '../dice.js';
import type { Kind } from '../kind.js';
import type { Engine } from './live-browser.js';
import type { LivePayer } from './live-payer.js';
import type { LiveSettings, LiveWorld } from './live-world.js';

/** What a kind of run can use. */
export interface LiveScene {
  readonly world: LiveWorld;
  readonly payer: LivePayer;
  readonly dice: Dice;
  /** Call this when the event that the kind is about has happened. */
  readonly happened: () => void;
}

/** One kind of run in a real browser. */
export interface LiveKind extends Omit<Kind, 'act'> {
  readonly act?: (scene: LiveScene) => Promise<void>;
  readonly storage?: LiveSettings['storage'];
  /** Where it can be done; absent: everywhere. */
  readonly engines?: readonly Engine[];
}
