import { expect, test } from 'vitest';
import { Activity } from './activity.js';
import { VirtualTime } from './virtual-time.js';

test('timers ring in the order of their times, each at its own, and what they start comes first', async () => {
  const activity = new Activity();
  const time = new VirtualTime(activity);
  const rung: [string, number][] = [];
  const ring = (name: string) => () => void rung.push([name, time.elapsed]);
  time.after(900_000, ring('late'));
  time.after(10, () => {
    ring('early')();
    void activity
      .during(
        () =>
          new Promise<void>((resolve) => {
            setTimeout(resolve, 20);
          }),
      )
      .then(() => time.after(5, ring('started')));
  });
  const cancel = time.after(20, ring('called off'));
  cancel();
  await time.pass(899_999);
  expect(rung).toEqual([
    ['early', 10],
    ['started', 15],
  ]);
  await time.pass(1);
  expect(rung.at(-1)).toEqual(['late', 900_000]);
});

test('time stops as soon as the condition is met', async () => {
  const time = new VirtualTime(new Activity());
  let rung = 0;
  for (const at of [100, 200, 300]) time.after(at, () => void (rung += 1));
  expect(await time.until(() => rung === 2, 1000)).toBe(true);
  expect(time.elapsed).toBe(200);
  expect(await time.until(() => rung === 9, 1000)).toBe(false);
  expect(time.elapsed).toBe(1200);
});

test('several waits run at once, and the time stops for each', async () => {
  const time = new VirtualTime(new Activity());
  const seen: [string, number][] = [];
  const long = time.until(() => false, 60_000).then(() => seen.push(['long', time.elapsed]));
  await time.pass(50);
  seen.push(['short', time.elapsed]);
  await time.pass(50);
  seen.push(['short again', time.elapsed]);
  await long;
  expect(seen).toEqual([
    ['short', 50],
    ['short again', 100],
    ['long', 60_000],
  ]);
});
