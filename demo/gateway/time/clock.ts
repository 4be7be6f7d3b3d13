import type { ClockState } from '../store/store.js';

/** The sandbox's one source of time: real, shifted by what a test advanced, or frozen. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  readonly frozen: boolean;
  readonly state: ClockState;
  /** Goes as another process on the same store does. */
  follow(other: ClockState): void;
  /** Sets the time; never backwards. A running clock runs on from there. */
  moveTo(time: number): void;
  freeze(): void;
  release(): void;
  /** Runs `ring` once, `milliseconds` from now in real time; returns how to call it off. */
  alarm(milliseconds: number, ring: () => void): () => void;
}

export interface ClockOptions {
  /** Milliseconds since the epoch to start frozen at; absent: real time. */
  readonly frozenAt?: number;
  /** How the clock went when it was last kept; absent: real time. */
  readonly state?: ClockState | undefined;
  readonly realTime?: () => number;
}

// Node counts a timer in 31 bits; a longer wait would ring at once. Whoever is woken early looks again.
const LONGEST_ALARM = 3_600_000;

/** Creates a clock. Time never runs backwards, not even when it is released; only a clock that follows another may. */
export function createClock({ frozenAt, state, realTime = Date.now }: ClockOptions = {}): Clock {
  let stopped = frozenAt ?? state?.stoppedAt ?? undefined;
  let offset = state?.offset ?? 0;
  const now = (): number => stopped ?? realTime() + offset;
  return {
    now,
    get frozen() {
      return stopped !== undefined;
    },
    get state() {
      return { offset, stoppedAt: stopped ?? null };
    },
    follow(other) {
      offset = other.offset;
      stopped = other.stoppedAt ?? undefined;
    },
    moveTo(time) {
      if (time <= now()) return;
      if (stopped === undefined) offset = time - realTime();
      else stopped = time;
    },
    freeze() {
      stopped = now();
    },
    release() {
      offset = now() - realTime();
      stopped = undefined;
    },
    alarm(milliseconds, ring) {
      const timer = setTimeout(ring, Math.min(Math.max(0, milliseconds), LONGEST_ALARM));
      return () => clearTimeout(timer);
    },
  };
}

/** Spec 2.1: a time as the gateway writes it, in whole seconds of UTC. */
export const timestampOf = (time: number): string => new Date(time).toISOString().replace(/\.\d{3}Z$/, 'Z');
