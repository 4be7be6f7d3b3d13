import { expect, test } from 'vitest';
import { withDeadline } from '../../src/clock/deadline.js';
import { ManualClock, quiet } from './manual-clock.js';

const late = (): Error => new Error('late');
const forever = (): Promise<never> => new Promise(() => undefined);

test('work that settles in time decides, and leaves no timer behind', async () => {
  const clock = new ManualClock();
  expect(await withDeadline(async () => 7, { clock, milliseconds: 100, late })).toBe(7);
  await expect(withDeadline(() => Promise.reject(new TypeError('mine')), { clock, milliseconds: 100, late })).rejects.toThrow(
    'mine',
  );
  expect(clock.waits).toEqual([]);
});

test('work that takes longer is abandoned, and its signal aborts with the error', async () => {
  const clock = new ManualClock();
  let given: AbortSignal | undefined;
  const ended = withDeadline(
    (signal) => {
      given = signal;
      return forever();
    },
    { clock, milliseconds: 100, late },
  ).catch((error: unknown) => error);
  await clock.advance(99);
  expect(given?.aborted).toBe(false);
  await clock.advance(1);
  expect(await ended).toMatchObject({ message: 'late' });
  expect(given?.reason).toBe(await ended);
});

test('the caller’s signal ends the wait with its reason, and cancels the timer', async () => {
  const clock = new ManualClock();
  const controller = new AbortController();
  const ended = withDeadline(forever, { clock, milliseconds: 100, late, signal: controller.signal }).catch(
    (error: unknown) => error,
  );
  await quiet();
  controller.abort('enough');
  expect(await ended).toBe('enough');
  expect(clock.waits).toEqual([]);
});

test('nothing starts after the caller’s signal has aborted', async () => {
  let begun = 0;
  const work = async (): Promise<void> => void (begun += 1);
  const ended = withDeadline(work, { clock: new ManualClock(), milliseconds: 100, late, signal: AbortSignal.abort('before') });
  await expect(ended).rejects.toBe('before');
  expect(begun).toBe(0);
});
