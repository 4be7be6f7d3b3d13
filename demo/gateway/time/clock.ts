import type { ClockState } from '../store/store.js';

/** The sandbox's only source of time: real, advanced by a test, or frozen. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  readonly frozen: boolean;
  readonly state: ClockState;
  /** Adopts the state that another process set. */
  follow(other: ClockState): void;
  /** Moves the time forward, never back. A running clock continues from there. */
  moveTo(time: number): void;
  freeze(): void;
  release(): void;
  /** Runs `ring` once after `milliseconds` of real time; returns a function that cancels it. */
  alarm(milliseconds: number, ring: () => void): () => void;
}

export interface ClockOptions {
  /** Milliseconds since the epoch to start frozen at; absent: real time. */
  readonly frozenAt?: number;
  /** The stored state; absent: real time. */
  readonly state?: ClockState | undefined;
  readonly realTime?: () => number;
}

// Node's timers have 31 bits; a longer one would fire at once. Callers check the time and set the next alarm.
const MAX_ALARM = 3_600_000;

/** Creates a clock. Its time never goes back, not even when it is released, unless it follows another process. */
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
      const timer = setTimeout(ring, Math.min(Math.max(0, milliseconds), MAX_ALARM));
      return () => clearTimeout(timer);
    },
  };
}

/** Spec 2.1: a time in whole seconds of UTC. */
export const timestampOf = (time: number): string => new Date(time).toISOString().replace(/\.\d{3}Z$/, 'Z');
