import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createLog } from '../../../demo/gateway/log/log.js';
import type { Store } from '../../../demo/gateway/store/store.js';
import { Scheduler } from '../../../demo/gateway/time/scheduler.js';
import { createClock } from '../../../demo/gateway/time/clock.js';
import { freshStore } from '../stores.js';

const START = Date.parse('2026-11-21T10:00:00Z');

function schedulerOf(
  frozenAt: number | undefined,
  run: (subject: string) => Promise<void> = async () => undefined,
  store = freshStore(),
) {
  const clock = createClock(frozenAt === undefined ? {} : { frozenAt });
  const ran: [string, number][] = [];
  const lines: string[] = [];
  let ids = 0;
  const work = async (subject: string) => {
    ran.push([subject, clock.now() - START]);
    await run(subject);
  };
  const scheduler = new Scheduler({
    clock,
    store,
    log: createLog({ write: (line) => lines.push(line) }),
    newId: () => String(ids++),
    workers: { 'run job': work, 'expire transaction': work, 'charge subscription': work, notify: work },
  });
  return { scheduler, clock, ran, lines };
}

describe('advancing', () => {
  test('runs due work in order, each at its own time', async () => {
    const { scheduler, clock, ran } = schedulerOf(START);
    await scheduler.add('run job', 'c', START + 3_000);
    await scheduler.add('run job', 'a', START + 1_000);
    await scheduler.add('notify', 'b', START + 1_000);
    await scheduler.add('notify', 'late', START + 3_001);
    await scheduler.advance(3_000);
    expect(ran).toEqual([
      ['a', 1_000],
      ['b', 1_000],
      ['c', 3_000],
    ]);
    expect(clock.now()).toBe(START + 3_000);
  });

  test('runs what its work adds on the way', async () => {
    const { scheduler, clock, ran } = schedulerOf(START, async (subject) => {
      if (Number(subject) < 3) await scheduler.add('run job', String(Number(subject) + 1), clock.now() + 1_000);
    });
    await scheduler.add('run job', '0', START);
    await scheduler.advance(10_000);
    expect(ran.map(([, at]) => at)).toEqual([0, 1_000, 2_000, 3_000]);
  });

  test('twice at the same time adds up', async () => {
    const { scheduler, clock } = schedulerOf(START);
    await Promise.all([scheduler.advance(1_000), scheduler.advance(2_000)]);
    expect(clock.now()).toBe(START + 3_000);
  });

  test('continues after work that throws, and logs the error', async () => {
    const { scheduler, ran, lines } = schedulerOf(START, async (subject) => {
      if (subject === 'bad') throw new Error('broken');
    });
    await scheduler.add('run job', 'bad', START + 1);
    await scheduler.add('run job', 'good', START + 2);
    await scheduler.advance(5);
    expect(ran.map(([subject]) => subject)).toEqual(['bad', 'good']);
    expect(lines.join('')).toContain('broken');
  });
});

describe('a scheduler that shares its store', () => {
  const pause = (milliseconds: number) => new Promise((resolve) => void setTimeout(resolve, milliseconds));

  test('never sets its clock back to the store’s value while that is being changed', async () => {
    const store = freshStore();
    const slow: Store = {
      ...store,
      shared: true,
      settings: {
        ...store.settings,
        // Long enough for the scheduler to see it.
        async setClock(state) {
          await pause(700);
          await store.settings.setClock(state);
        },
      },
    };
    const { scheduler, clock } = schedulerOf(START, undefined, slow);
    await scheduler.advance(1_000);
    const seen: number[] = [];
    const watch = setInterval(() => seen.push(clock.now() - START), 20);
    await scheduler.advance(60_000);
    clearInterval(watch);
    await scheduler.close();
    expect(seen).toEqual(seen.toSorted((one, other) => one - other));
    expect(clock.now()).toBe(START + 61_000);
  });

  test('finishes an advance although there is always running work', async () => {
    const { scheduler, clock } = schedulerOf(undefined, async (subject) => {
      await pause(10);
      await scheduler.add('notify', String(Number(subject) + 1), clock.now());
      await pause(30);
    });
    await scheduler.add('notify', '0', clock.now());
    await pause(100);
    await scheduler.advance(0);
    await scheduler.close();
  });
});

describe('on a running clock', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: START });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test('work runs when it is due, the earliest first', async () => {
    const { scheduler, ran } = schedulerOf(undefined);
    await scheduler.add('run job', 'later', START + 700);
    await scheduler.add('run job', 'sooner', START + 300);
    await vi.advanceTimersByTimeAsync(299);
    expect(ran).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(ran).toEqual([['sooner', 300]]);
    await vi.advanceTimersByTimeAsync(400);
    expect(ran).toEqual([
      ['sooner', 300],
      ['later', 700],
    ]);
  });

  test('work that is farther off than a timer reaches runs at its time', { timeout: 120_000 }, async () => {
    const { scheduler, ran } = schedulerOf(undefined);
    // Node's timers take 31 bits of milliseconds, not quite 25 days.
    const days = 25 * 86_400_000;
    await scheduler.add('run job', 'far', START + days);
    await vi.advanceTimersByTimeAsync(days - 1);
    expect(ran).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(ran).toEqual([['far', days]]);
  });

  test('slow work does not delay other work', async () => {
    const { scheduler, ran } = schedulerOf(undefined, (subject) =>
      subject === 'slow' ? new Promise(() => undefined) : Promise.resolve(),
    );
    await scheduler.add('notify', 'slow', START + 1);
    await scheduler.add('run job', 'quick', START + 2);
    await vi.advanceTimersByTimeAsync(2);
    expect(ran.map(([subject]) => subject)).toEqual(['slow', 'quick']);
  });

  test('a frozen clock runs no later work; released, it continues from the time at which it was frozen', async () => {
    const { scheduler, clock, ran } = schedulerOf(undefined);
    await scheduler.add('run job', 'a', START + 1_000);
    await scheduler.freeze();
    await vi.advanceTimersByTimeAsync(5_000);
    expect([ran, clock.now()]).toEqual([[], START]);
    await scheduler.release();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(ran).toEqual([['a', 1_000]]);
  });

  test('an advance moves a running clock on', async () => {
    const { scheduler, clock, ran } = schedulerOf(undefined);
    await scheduler.add('run job', 'a', START + 60_000);
    await scheduler.advance(60_000);
    expect(ran).toEqual([['a', 60_000]]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(clock.now()).toBe(START + 61_000);
  });

  test('closed, it runs nothing more', async () => {
    const { scheduler, ran } = schedulerOf(undefined);
    await scheduler.add('run job', 'a', START + 1_000);
    await scheduler.close();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(ran).toEqual([]);
  });
});
