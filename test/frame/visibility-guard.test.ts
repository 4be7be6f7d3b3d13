// When a press counts: the payer had the same content in view, uncovered, long enough to read it.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { VisibilityGuard } from '../../src/frame/visibility-guard.js';

interface Entry {
  readonly isIntersecting: boolean;
  readonly isVisible: boolean;
}

/** The browser's observers, which a test lets report. */
const observers: { readonly report: (...entries: Entry[]) => void; readonly options: object; readonly target: unknown }[] = [];

class Observer {
  readonly #report: (entries: readonly Entry[]) => void;
  readonly #options: object;

  constructor(report: (entries: readonly Entry[]) => void, options: object) {
    this.#report = report;
    this.#options = options;
  }

  observe(target: unknown): void {
    observers.push({ report: (...entries) => this.#report(entries), options: this.#options, target });
  }
}

/** Chromium judges visibility; other browsers do not. */
function inBrowser({ judges }: { readonly judges: boolean }): void {
  vi.stubGlobal('IntersectionObserver', Observer);
  vi.stubGlobal('IntersectionObserverEntry', { prototype: judges ? { isVisible: true } : {} });
}

const CLEAR: Entry = { isIntersecting: true, isVisible: true };
const COVERED: Entry = { isIntersecting: true, isVisible: false };
const AWAY: Entry = { isIntersecting: false, isVisible: false };
const main = {} as Element;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
  vi.advanceTimersByTime(10_000);
  observers.length = 0;
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A guard in Chromium, whose fields have been clear for this time (ms). */
function clearFor(milliseconds: number): VisibilityGuard {
  inBrowser({ judges: true });
  const guard = new VisibilityGuard(main);
  observers[0]!.report(CLEAR);
  vi.advanceTimersByTime(milliseconds);
  return guard;
}

/** The result of a press after a time (ms); undefined while it is not known. */
async function pressed(guard: VisibilityGuard, milliseconds: number, contentNow = () => 'a'): Promise<boolean | undefined> {
  let result: boolean | undefined;
  void guard.press(contentNow).then((isClear) => (result = isClear));
  await vi.advanceTimersByTimeAsync(milliseconds);
  return result;
}

test('the browser is asked whether the fields are covered, transparent or filtered', () => {
  clearFor(0);
  expect(observers).toMatchObject([{ options: { trackVisibility: true, delay: 100 }, target: main }]);
});

describe('a press', () => {
  test('counts at once where the payer has had the content in view for half a second', async () => {
    const guard = clearFor(500);
    expect(await pressed(guard, 0)).toBe(true);
    expect([guard.wasPressed('a'), guard.wasClear('a')]).toEqual([true, true]);
  });

  test('waits until then', async () => {
    const guard = clearFor(100);
    expect(await pressed(guard, 399)).toBeUndefined();
    expect(guard.wasPressed('a')).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(guard.wasClear('a')).toBe(true);
  });

  test('waits again for what the page has just changed', async () => {
    const guard = clearFor(5000);
    guard.changed();
    expect(await pressed(guard, 300)).toBeUndefined();
    guard.changed();
    await vi.advanceTimersByTimeAsync(499);
    expect(guard.wasPressed('a')).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(guard.wasPressed('a')).toBe(true);
  });

  test('waits again for fields that were covered meanwhile', async () => {
    const guard = clearFor(5000);
    observers[0]!.report(COVERED);
    observers[0]!.report(CLEAR);
    expect(await pressed(guard, 499)).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1);
    expect(guard.wasClear('a')).toBe(true);
  });

  test('is not delayed by another report that the fields are clear', async () => {
    const guard = clearFor(400);
    observers[0]!.report(CLEAR);
    expect(await pressed(guard, 100)).toBe(true);
  });

  test('of covered fields is a press, but the payer saw nothing', async () => {
    const guard = clearFor(5000);
    observers[0]!.report(CLEAR, COVERED);
    expect(await pressed(guard, 0)).toBe(false);
    expect([guard.wasPressed('a'), guard.wasClear('a')]).toEqual([true, false]);
  });

  test('of fields that nobody has reported yet counts as not seen', async () => {
    inBrowser({ judges: true });
    const guard = new VisibilityGuard(main);
    expect(await pressed(guard, 500)).toBe(false);
    expect(guard.wasClear('a')).toBe(false);
  });

  test('keeps the last result for fields that are scrolled out of view', async () => {
    const guard = clearFor(5000);
    observers[0]!.report(AWAY);
    expect(await pressed(guard, 0)).toBe(true);
    observers[0]!.report(COVERED);
    observers[0]!.report(AWAY);
    expect(await pressed(guard, 0)).toBe(false);
  });

  test('for content that changes before it was read is none, and ends the one before', async () => {
    const guard = clearFor(5000);
    await pressed(guard, 0);
    expect(guard.wasPressed('a')).toBe(true);
    guard.changed();
    let content = 'a';
    const result = pressed(guard, 1000, () => content);
    content = 'b';
    await result;
    expect([guard.wasPressed('a'), guard.wasPressed('b'), guard.wasClear('a'), guard.wasClear('b')]).toEqual(
      Array(4).fill(false),
    );
  });

  test('is one for its own content only', async () => {
    const guard = clearFor(500);
    await pressed(guard, 0);
    expect([guard.wasPressed('b'), guard.wasClear('b')]).toEqual([false, false]);
  });

  test('proves for a minute what the payer saw', async () => {
    const guard = clearFor(500);
    await pressed(guard, 0);
    vi.advanceTimersByTime(59_999);
    expect(guard.wasClear('a')).toBe(true);
    vi.advanceTimersByTime(1);
    expect([guard.wasPressed('a'), guard.wasClear('a')]).toEqual([true, false]);
  });
});

test('before any press nothing was pressed or seen', () => {
  const guard = clearFor(5000);
  expect([guard.wasPressed('a'), guard.wasClear('a')]).toEqual([false, false]);
});

test('in a browser that can’t judge it the fields count as seen, once there was time to read them', async () => {
  inBrowser({ judges: false });
  const guard = new VisibilityGuard(main);
  expect(observers).toEqual([]);
  guard.changed();
  expect(await pressed(guard, 499)).toBeUndefined();
  await vi.advanceTimersByTimeAsync(1);
  expect(guard.wasClear('a')).toBe(true);
});
