// When the later part is asked for, and what happens when it doesn't come. The elements' own tests are in later-part.browser.test.ts.
import { expect, test } from 'vitest';
import { PartLoader } from '../../../src/elements/session/part-loader.js';
import { ManualClock } from '../../clock/manual-clock.js';

interface Run {
  readonly loader: PartLoader<string>;
  readonly clock: ManualClock;
  /** What the element learned, in order. */
  readonly log: string[];
}

/** A loader whose loads give these answers in turn; 'lost' is a load that fails. */
function start(answers: readonly string[], firstDraw: () => Promise<boolean> = () => Promise.resolve(true)): Run {
  const clock = new ManualClock();
  const log: string[] = [];
  const host = {
    addController: () => undefined,
    removeController: () => undefined,
    requestUpdate: () => undefined,
    get updateComplete() {
      return firstDraw();
    },
  };
  const loader = new PartLoader(host, {
    load: (attempt) => {
      const answer = answers[attempt];
      return answer && answer !== 'lost' ? Promise.resolve(answer) : Promise.reject(new TypeError('Failed to fetch'));
    },
    clock,
    loaded: (part) => log.push(`loaded ${part}`),
    failed: ({ code }) => log.push(`failed ${code}`),
  });
  loader.request();
  return { loader, clock, log };
}

test('a load that fails is retried after 1 s and after 3 s more', async () => {
  const { loader, clock, log } = start(['lost', 'lost', 'part']);
  await clock.advance(0);
  expect(clock.waits).toEqual([1000]);
  await clock.advance(1000);
  expect(clock.waits).toEqual([3000]);
  expect(log).toEqual([]);
  await clock.advance(3000);
  await loader.settled;
  expect(log).toEqual(['loaded part']);
});

test('the last failure is reported once, and the next request loads again', async () => {
  const { loader, clock, log } = start(['lost', 'lost', 'lost', 'part']);
  await clock.advance(4000);
  await loader.settled;
  expect(log).toEqual(['failed part_unavailable']);
  expect(loader.error?.code).toBe('part_unavailable');
  loader.request();
  expect(loader.error).toBeUndefined();
  await loader.settled;
  expect(log).toEqual(['failed part_unavailable', 'loaded part']);
});

test('a request while the part is on its way, or has arrived, loads nothing more', async () => {
  const { loader, log } = start(['part', 'a second copy']);
  loader.request();
  await loader.settled;
  loader.request();
  await loader.settled;
  expect(log).toEqual(['loaded part']);
});

test('the part opens after the first draw, and also when that draw failed', async () => {
  const drawn = start(['part'], () => Promise.resolve(true));
  await drawn.loader.settled;
  expect(drawn.log).toEqual(['loaded part']);

  let fail = (): void => undefined;
  const failing = start(['part'], () => new Promise<never>((_, reject) => (fail = () => reject(new Error('no draw')))));
  await failing.clock.advance(0);
  expect(failing.log).toEqual([]);
  fail();
  await failing.loader.settled;
  expect(failing.log).toEqual(['loaded part']);
});
