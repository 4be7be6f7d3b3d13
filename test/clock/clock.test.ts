import { afterEach, expect, test, vi } from 'vitest';
import { abortable, sleep, systemClock } from '../../src/clock/clock.js';
import { ManualClock, quiet } from './manual-clock.js';

afterEach(() => void vi.useRealTimers());

test('sleep ends at its time and not before', async () => {
  const clock = new ManualClock();
  const ended = vi.fn();
  void sleep(clock, 1000).then(ended);
  await clock.advance(999);
  expect(ended).not.toHaveBeenCalled();
  await clock.advance(1);
  expect(ended).toHaveBeenCalledOnce();
});

test('an abort ends a sleep with the signal’s reason, and cancels its timer', async () => {
  const clock = new ManualClock();
  const controller = new AbortController();
  const slept = sleep(clock, 1000, controller.signal);
  controller.abort('enough');
  await expect(slept).rejects.toBe('enough');
  expect(clock.waits).toEqual([]);
});

test('a sleep whose signal has already aborted sets no timer', async () => {
  const clock = new ManualClock();
  await expect(sleep(clock, 1000, AbortSignal.abort('before'))).rejects.toBe('before');
  expect(clock.waits).toEqual([]);
});

test('a wait longer than a platform timer allows does not end at once', () => {
  vi.useFakeTimers();
  const rung = vi.fn();
  const cancel = systemClock.after(2 ** 40, rung);
  vi.advanceTimersByTime(24 * 60 * 60_000);
  expect(rung).not.toHaveBeenCalled();
  cancel();
});

test('the system clock calls back once, and not when cancelled', () => {
  vi.useFakeTimers();
  const [kept, dropped] = [vi.fn(), vi.fn()];
  systemClock.after(50, kept);
  systemClock.after(50, dropped)();
  vi.advanceTimersByTime(500);
  expect([kept.mock.calls.length, dropped.mock.calls.length]).toEqual([1, 0]);
});

test('an abortable promise resolves with its value, or rejects with the reason of an abort that comes first', async () => {
  const { signal } = new AbortController();
  await expect(abortable(Promise.resolve(5), signal)).resolves.toBe(5);
  await expect(abortable(Promise.reject(new Error('own')), signal)).rejects.toThrow('own');
  await expect(abortable(new Promise(() => undefined), AbortSignal.abort('gone'))).rejects.toBe('gone');
});

test('the late failure of a promise that is no longer awaited is not an unhandled rejection', async () => {
  const unhandled = vi.fn();
  process.on('unhandledRejection', unhandled);
  const controller = new AbortController();
  let fail: (error: Error) => void = () => undefined;
  const promise = new Promise<never>((_, reject) => {
    fail = reject;
  });
  const waited = abortable(promise, controller.signal);
  controller.abort('left');
  await expect(waited).rejects.toBe('left');
  fail(new Error('late'));
  await quiet();
  process.off('unhandledRejection', unhandled);
  expect(unhandled).not.toHaveBeenCalled();
});

test('the monotonic time of a manual clock moves only with its timers, as a platform’s does', async () => {
  const clock = new ManualClock();
  const [wall, began] = [clock.now(), clock.monotonic()];
  await clock.advance(500);
  clock.setWall(-3_600_000);
  expect([clock.now() - wall, clock.monotonic() - began]).toEqual([500 - 3_600_000, 500]);
});

test('the system’s monotonic time never goes backwards', () => {
  const began = systemClock.monotonic();
  expect(systemClock.monotonic()).toBeGreaterThanOrEqual(began);
});
