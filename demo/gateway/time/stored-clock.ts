import type { ClockState, Store } from '../store/store.js';
import type { Clock } from './clock.js';
import { serialQueue } from './serial-queue.js';

/** Keeps this process's clock and the stored one the same. */
export interface StoredClock {
  /** Changes the clock of every process on the store. */
  change(act: () => void): Promise<void>;
  /** Adopts the clock that another process set; returns whether it differs. */
  follow(): Promise<boolean>;
}

const isSame = (one: ClockState, other: ClockState): boolean => one.offset === other.offset && one.stoppedAt === other.stoppedAt;

/** Connects a clock to the one in the store. */
export function createStoredClock(clock: Clock, { settings }: Pick<Store, 'settings'>): StoredClock {
  // Reads and writes run one by one, or a late response would set the clock back.
  const inTurn = serialQueue();
  return {
    change: (act) =>
      inTurn(async () => {
        const before = clock.state;
        act();
        if (!isSame(clock.state, before)) await settings.setClock(clock.state);
      }),
    async follow() {
      let differs = false;
      await inTurn(async () => {
        const state = await settings.clock();
        differs = state !== undefined && !isSame(state, clock.state);
        if (state && differs) clock.follow(state);
      });
      return differs;
    },
  };
}
