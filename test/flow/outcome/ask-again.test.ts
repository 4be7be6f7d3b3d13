import { expect, test } from 'vitest';
import { askAgain } from '../../../src/flow/outcome/ask-again.js';
import { byNow, ManualClock } from '../../clock/manual-clock.js';
import { TestPresence } from '../rig/rig.js';

/** Asks until the first pause is over. @returns how the asking ended, if it has. */
async function outcomeOf(ask: (end: AbortController) => Promise<string | undefined>): Promise<unknown> {
  const clock = new ManualClock();
  const end = new AbortController();
  const done = askAgain(() => ask(end), { clock, presence: new TestPresence(), signal: end.signal });
  const ended = done.then(
    (answer) => answer ?? 'ended',
    (error: unknown) => error,
  );
  await clock.advance(2000);
  return byNow(ended);
}

test('a mistake while asking is thrown: it is not taken for the end', async () => {
  const mistake = new Error('a bug');
  expect(await outcomeOf(() => Promise.reject(mistake))).toBe(mistake);
});

test('an answer ends the asking, and so does its signal, without an error', async () => {
  expect(await outcomeOf(() => Promise.resolve(undefined))).toBe('still waiting');
  expect(await outcomeOf(() => Promise.resolve('paid'))).toBe('paid');
  const stopped = await outcomeOf((end) => {
    end.abort();
    return Promise.resolve(undefined);
  });
  expect(stopped).toBe('ended');
});

test('the payer’s return ends a pause early, and after the last one it alone leads to a question, not their leaving', async () => {
  const clock = new ManualClock();
  const presence = new TestPresence();
  const end = new AbortController();
  let asked = 0;
  const count = () => Promise.resolve((asked += 1) < 0 || undefined);
  const done = askAgain(count, { clock, presence, signal: end.signal });
  await clock.advance(2000 + 3000 + 5000 + 6000);
  expect(asked).toBe(3);
  presence.away = true;
  presence.away = false;
  await clock.advance(0);
  expect(asked).toBe(4);
  await clock.advance(60 * 60_000);
  const before = asked;
  presence.away = true;
  await clock.advance(0);
  expect(asked).toBe(before);
  presence.away = false;
  await clock.advance(0);
  expect(asked).toBe(before + 1);
  end.abort();
  await byNow(done);
});

test('a payer who returns again and again asks once in five seconds at most, at first and after the last pause', async () => {
  const clock = new ManualClock();
  const presence = new TestPresence();
  const end = new AbortController();
  let asked = 0;
  const done = askAgain(() => Promise.resolve((asked += 1) < 0 || undefined), { clock, presence, signal: end.signal });
  for (const wait of [20_000, 60 * 60_000]) {
    await clock.advance(wait);
    const before = asked;
    for (let time = 0; time < 300; time += 1) {
      presence.away = true;
      await clock.advance(100);
      presence.away = false;
      await clock.advance(100);
    }
    expect(asked - before).toBeLessThanOrEqual(13);
    expect(asked - before).toBeGreaterThan(10);
  }
  end.abort();
  await byNow(done);
  expect(presence.listeners).toBe(0);
  expect(clock.waits).toEqual([]);
});
