import type { Clock } from './clock.js';

/** One alarm, for the earliest of the times it is set to. */
export interface EarliestAlarm {
  /** Rings at `dueAt`, in milliseconds since the epoch, unless it rings earlier anyway. */
  set(dueAt: number): void;
  /** Forgets the time: after the clock was changed it has to be set again. */
  drop(): void;
}

/** Creates an alarm that calls `ring` once for each time it is set; `signal` ends it. */
export function createEarliestAlarm(clock: Clock, ring: () => void, signal: AbortSignal): EarliestAlarm {
  let cancel: (() => void) | undefined;
  let alarmAt = Infinity;

  function drop(): void {
    cancel?.();
    cancel = undefined;
    alarmAt = Infinity;
  }

  signal.addEventListener('abort', drop);
  return {
    set(dueAt) {
      if (signal.aborted || dueAt >= alarmAt) return;
      const left = Math.max(0, dueAt - clock.now());
      // A frozen clock reaches only times that are due already.
      if (clock.frozen && left > 0) return;
      drop();
      alarmAt = dueAt;
      cancel = clock.alarm(left, () => {
        drop();
        ring();
      });
    },
    drop,
  };
}
