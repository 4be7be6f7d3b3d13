import fc from 'fast-check';
import { expect, test } from 'vitest';
import { GatewayError } from '../../src/wire/response/gateway-error.js';
import {
  alwaysPresent,
  CHECK_LIMITS,
  KNOWN_LIMITS,
  pollJob,
  type PollLimits,
  RESUMED_LIMITS,
} from '../../src/checkout/poll-job.js';
import { TransportError } from '../../src/http/request.js';
import type { Job } from '../../src/wire/response/job.js';
import { byNow, ManualClock } from '../clock/manual-clock.js';
import { TestPresence } from '../flow/rig/rig.js';

const running: Job = { status: 'new' };
const finished: Job = { status: 'done', response: 'the end' };
const unavailable = (retryAfter?: number): GatewayError =>
  new GatewayError('gateway_unavailable', 'x', { status: 503, retryAfter });
const odd = new GatewayError('answer_off_contract', 'x', { status: 200 });
const missing = new GatewayError('request_refused', 'x', { status: 404 });

const times = (count: number, answer: Job | Error): (Job | Error)[] => Array.from({ length: count }, () => answer);

/** When polling starts, by the monotonic clock. */
const START = 5000;

/** More polls than any test needs: a schedule that no longer waits ends here instead of never. */
const TOO_MANY = 500;

/** Polls with scripted answers; the last one repeats. `at`: the times of the polls since the start. */
function poll(
  answers: (Job | Error)[],
  {
    fraction = 0.5,
    immediately = false,
    answerAfter = 0,
    presence = alwaysPresent,
    limits = undefined as PollLimits | undefined,
  } = {},
) {
  const clock = new ManualClock(START);
  const controller = new AbortController();
  const at: number[] = [];
  const result = pollJob(
    async () => {
      at.push(clock.monotonic() - START);
      if (at.length > TOO_MANY) throw new Error('Expected fewer polls.');
      if (answerAfter) await new Promise<void>((resolve) => void clock.after(answerAfter, resolve));
      const answer = answers.length > 1 ? answers.shift()! : answers[0]!;
      if (answer instanceof Error) throw answer;
      return answer;
    },
    (job) => {
      if (job.status === 'done' && job.response === undefined) throw odd;
      return job.response;
    },
    {
      clock,
      presence,
      signal: controller.signal,
      immediately,
      ...(limits && { limits }),
      random: { uuid: () => '', bytes: () => new Uint8Array(), fraction: () => fraction },
    },
  );
  result.catch(() => undefined);
  return { clock, controller, at, result };
}

test('after an answer the gap is 0.5 s plus 4 % of the time waited, from 10 s on 10 %', async () => {
  const { clock, at } = poll([running]);
  await clock.advance(3500);
  // 500; +520 (0.5 + 0.02); +540.8 (0.5 + 0.0408); +562.432; +584.929; +608.326
  expect(at.map((time) => Math.round(time * 1000) / 1000)).toEqual([500, 1020, 1560.8, 2123.232, 2708.161, 3316.488]);
  const slow = poll([running], { answerAfter: 19_500 });
  await slow.clock.advance(40_000);
  // Answered at 20 s: 0.5 + 0.8 + 0.6 s.
  expect(slow.at).toEqual([500, 21_900]);
});

test('a gap is at most 10 s', async () => {
  const { clock, at } = poll([running]);
  await clock.advance(300_000);
  const gaps = at.slice(1).map((time, index) => time - at[index]!);
  expect(Math.max(...gaps)).toBeCloseTo(10_000, 6);
  expect(gaps.at(-1)).toBeCloseTo(10_000, 6);
});

test.each([
  [0, 0.95],
  [0.999999, 1.05],
])('jitter of %d stretches a gap by %d', async (fraction, factor) => {
  const { clock, at } = poll([running], { fraction });
  await clock.advance(600);
  expect(at[0]).toBeCloseTo(500 * factor, 2);
});

test('the time until an answer counts as waited', async () => {
  const { clock, at } = poll([running], { answerAfter: 1000 });
  await clock.advance(3000);
  // Answered at 1500: the next gap is 0.5 + 0.06 s.
  expect(at).toEqual([500, 2060]);
});

test('consecutive failures double the wait from 1 s to 15 s; an answer resets it', async () => {
  const line = new TransportError('network_unreachable', 'x');
  const { clock, at } = poll([line, unavailable(), line, line, line, line, running, line, running]);
  await clock.advance(80_000);
  const gaps = at.map((time, index) => Math.round(time - (at[index - 1] ?? 0)));
  expect(gaps.slice(0, 7)).toEqual([500, 1000, 2000, 4000, 8000, 15_000, 15_000]);
  // Answered at 45.5 s: 0.5 + 1.82 + 2.13 s; then one failure, 1 s.
  expect(gaps.slice(7, 9)).toEqual([4450, 1000]);
});

test('Retry-After is respected, whatever the schedule', async () => {
  const { clock, at } = poll([unavailable(7000), unavailable(100), finished]);
  await clock.advance(20_000);
  // 7 s asked; then 0.1 s asked, but the second failure in a row waits 2 s.
  expect(at).toEqual([500, 7500, 9500]);
});

test('a Retry-After of an hour is respected for a minute', async () => {
  const { clock, at, result } = poll([unavailable(3_600_000), finished]);
  await clock.advance(60_000);
  await expect(byNow(result)).resolves.toBe('still waiting');
  await clock.advance(500);
  await expect(byNow(result)).resolves.toBe('the end');
  expect(at).toEqual([500, 60_500]);
});

test('with a Retry-After beyond the limit it waits until the limit and stops', async () => {
  const { clock, at, result } = poll([unavailable(40_000), finished], { limits: CHECK_LIMITS });
  await clock.advance(22_000 - 1);
  await expect(byNow(result)).resolves.toBe('still waiting');
  await clock.advance(1);
  await expect(byNow(result)).rejects.toMatchObject({ code: 'job_overdue', party: 'gateway' });
  expect(at).toEqual([500]);
});

test('polling ends after 15 minutes, with a last poll', async () => {
  const { clock, at, result } = poll([running]);
  await clock.advance(16 * 60_000);
  await expect(byNow(result)).rejects.toMatchObject({ code: 'job_overdue' });
  expect(at.at(-1)).toBe(15 * 60_000);
  expect(at.at(-2)).toBeLessThan(15 * 60_000);
  expect(clock.waits).toEqual([]);
});

test('the first poll after a return is sent at once', async () => {
  const { at, result } = poll([finished], { immediately: true });
  await expect(byNow(result)).resolves.toBe('the end');
  expect(at).toEqual([0]);
});

const busy = new GatewayError('rate_limited', 'x', { status: 429 });

test.each<[string, readonly (Job | Error)[], string | undefined]>([
  ['three refusals', [missing], 'job_lost'],
  ['three answers that break the contract', [odd], 'answer_off_contract'],
  ['a refusal among answers that break the contract', [odd, missing, odd], 'answer_off_contract'],
  ['two refusals, then an answer', [missing, missing, finished], undefined],
  ['two, a network failure, two', [missing, missing, unavailable(), missing, odd, finished], undefined],
  ['three of 429', [busy, busy, busy, finished], undefined],
])('a check stops at the third consecutive unusable answer: %s', async (_, answers, code) => {
  const { clock, at, result } = poll([...answers], { limits: CHECK_LIMITS });
  await clock.advance(60_000);
  if (code) await expect(byNow(result)).rejects.toMatchObject({ code });
  else await expect(byNow(result)).resolves.toBe('the end');
  expect(at).toHaveLength(code ? 3 : answers.length);
});

test('server errors do not end a check', async () => {
  const { clock, result } = poll([...times(4, new GatewayError('gateway_unavailable', 'x', { status: 500 })), finished], {
    limits: CHECK_LIMITS,
  });
  await clock.advance(20_000);
  await expect(byNow(result)).resolves.toBe('the end');
});

test('a check ends after 22 seconds', async () => {
  const { clock, result } = poll([running], { limits: CHECK_LIMITS });
  let ended: unknown;
  result.catch((error: unknown) => (ended = error));
  await clock.advance(21_000);
  expect(ended).toBeUndefined();
  await clock.advance(5000);
  expect(ended).toMatchObject({
    code: 'job_overdue',
    party: 'gateway',
    message: expect.stringContaining('22 seconds') as unknown,
  });
});

test.each<[string, Job | Error, string]>([
  ['refusals', missing, 'job_lost'],
  ['a job that is done without a result', { status: 'done' }, 'answer_off_contract'],
])('a payment stops after a minute of %s, and not before', async (_, answer, code) => {
  const { clock, result } = poll([answer]);
  let ended: unknown;
  result.catch((error: unknown) => (ended = error));
  await clock.advance(60_000);
  expect(ended).toBeUndefined();
  await clock.advance(20_000);
  expect(ended).toMatchObject({ code });
});

test.each([400, 404])('the minute of refusals with %d begins with the first of them', async (status) => {
  const { clock, at, result } = poll([...times(40, running), new GatewayError('request_refused', 'x', { status })]);
  await clock.advance(180_000);
  await expect(byNow(result)).rejects.toMatchObject({ code: 'job_lost' });
  // 1, 2, 4 and 8 s, and three times 15 s.
  expect(at).toHaveLength(40 + 8);
  expect(at.at(-1)! - at[40]!).toBeCloseTo(60_000, 6);
});

test('a payment stops at the sixth refusal, even if that takes longer than a minute', async () => {
  const { clock, at, result } = poll([new GatewayError('request_refused', 'x', { status: 404, retryAfter: 20_000 })]);
  await clock.advance(180_000);
  await expect(byNow(result)).rejects.toMatchObject({ code: 'job_lost' });
  expect(at).toEqual([500, 20_500, 40_500, 60_500, 80_500, 100_500]);
});

test('a resumed payment stops after ten seconds of refusals', async () => {
  const { clock, at, result } = poll([missing], { limits: RESUMED_LIMITS, immediately: true });
  await clock.advance(60_000);
  await expect(byNow(result)).rejects.toMatchObject({ code: 'job_lost' });
  expect(at).toEqual([0, 1000, 3000, 7000, 15_000]);
});

test('a resumed payment is polled for 15 minutes', async () => {
  const { clock, at, result } = poll([running], { limits: RESUMED_LIMITS });
  await clock.advance(16 * 60_000);
  await expect(byNow(result)).rejects.toMatchObject({ code: 'job_overdue' });
  expect(at.at(-1)).toBe(15 * 60_000);
});

test.each([
  ['refusal', missing],
  ['server error', unavailable()],
])('the details of a known outcome are given up at the first %s', async (_, answer) => {
  const { clock, at, result } = poll([answer, finished], { limits: KNOWN_LIMITS, immediately: true });
  await clock.advance(5000);
  await expect(byNow(result)).rejects.toBeInstanceOf(Error);
  expect(at).toEqual([0]);
});

test('the details of a known outcome are given up after ten seconds', async () => {
  const { clock, at, result } = poll([running], { limits: KNOWN_LIMITS, immediately: true });
  await clock.advance(30_000);
  await expect(byNow(result)).rejects.toMatchObject({ code: 'job_overdue' });
  expect(at.at(-1)).toBe(10_000);
});

test('a payment is polled further after a proxy’s error page', async () => {
  const { clock, result } = poll([...times(12, odd), finished]);
  await clock.advance(180_000);
  await expect(byNow(result)).resolves.toBe('the end');
});

test('an answer in between restarts the minute', async () => {
  const { clock, result } = poll([...times(5, missing), running, ...times(5, missing), finished]);
  await clock.advance(180_000);
  await expect(byNow(result)).resolves.toBe('the end');
});

test.each([-3_600_000, -700, 3_600_000])('changing the wall clock by %d ms affects neither limits nor gaps', async (jump) => {
  const { clock, at, result } = poll([running]);
  let ended: unknown;
  result.catch((error: unknown) => (ended = error));
  await clock.advance(600);
  clock.setWall(jump);
  await clock.advance(15 * 60_000 - 5000);
  expect(ended).toBeUndefined();
  expect(at.length).toBeLessThan(120);
  await clock.advance(20_000);
  expect(ended).toMatchObject({ code: 'job_overdue' });
});

test('a programming error is not a network failure', async () => {
  const { clock, result } = poll([new TypeError('bug')]);
  await clock.advance(1000);
  await expect(byNow(result)).rejects.toThrow('bug');
});

test('polling pauses while the payer is away, and continues at once when they return', async () => {
  const presence = new TestPresence();
  const { clock, at } = poll([running], { presence });
  presence.away = true;
  await clock.advance(100_000);
  // A page that is hidden loses its network, too: the payer is still away.
  presence.away = true;
  await clock.advance(0);
  expect(at).toEqual([]);
  presence.away = false;
  await clock.advance(0);
  expect(at).toEqual([100_000]);
});

const noNetwork = new TransportError('network_unreachable', 'x');

test('a machine that slept beyond the limit has the answer of now, although the network takes a moment to come back', async () => {
  for (const answerAfter of [0, 1000]) {
    const { clock, at, result } = poll([running, noNetwork, noNetwork, finished], { answerAfter });
    await clock.advance(answerAfter + 700);
    // Between two polls, or while one is on its way.
    await clock.oversleep(3 * 60 * 60_000);
    await clock.advance(20_000);
    expect(await byNow(result)).toBe('the end');
    expect(at).toHaveLength(4);
  }
});

test('without a network, polling ends half a minute after the limit at the latest', async () => {
  const { clock, at, result } = poll([noNetwork]);
  await clock.advance(15 * 60_000 + 29_000);
  expect(await byNow(result)).toBe('still waiting');
  await clock.advance(30_000);
  await expect(byNow(result)).rejects.toMatchObject({ code: 'job_overdue' });
  expect(at.at(-1)).toBeLessThan(15 * 60_000 + 46_000);
  const asked = at.length;
  await clock.advance(60_000);
  expect(at).toHaveLength(asked);
});

test('an answer beyond the limit that is no result ends the polling', async () => {
  const { clock, at, result } = poll([running, noNetwork, running]);
  await clock.advance(700);
  await clock.oversleep(3 * 60 * 60_000);
  await clock.advance(20_000);
  await expect(byNow(result)).rejects.toMatchObject({ code: 'job_overdue' });
  expect(at).toHaveLength(3);
});

test('a payer who returns again and again polls once a second at most', async () => {
  const presence = new TestPresence();
  const { clock, at } = poll([running], { presence });
  await clock.advance(60_000);
  const before = at.length;
  for (let time = 0; time < 600; time += 1) {
    presence.away = true;
    await clock.advance(50);
    presence.away = false;
    await clock.advance(50);
  }
  expect(at.length - before).toBeLessThanOrEqual(60);
  expect(at.length - before).toBeGreaterThan(50);
});

test('a return in the middle of a gap polls at once, but not before the end of a requested wait', async () => {
  const presence = new TestPresence();
  const { clock, at } = poll([running, unavailable(20_000), running], { presence });
  await clock.advance(700);
  presence.away = true;
  await clock.advance(100);
  presence.away = false;
  await clock.advance(0);
  // Within a second of the last poll, its own gap decides.
  expect(at).toEqual([500]);
  await clock.advance(19_000);
  expect(at).toHaveLength(2);
  presence.away = true;
  await clock.advance(1000);
  presence.away = false;
  await clock.advance(0);
  expect(at).toHaveLength(2);
  await clock.advance(300);
  expect(at).toEqual([500, 1020, 21_020]);
});

test.each(['waiting', 'away', 'asking'])(
  'an abort while %s ends it with its reason; no timer and no listener is left',
  async (when) => {
    const presence = new TestPresence();
    const { clock, controller, result } = poll([running], { presence, answerAfter: when === 'asking' ? 1000 : 0 });
    if (when === 'away') presence.away = true;
    await clock.advance(when === 'asking' ? 600 : 20_000);
    controller.abort('enough');
    await clock.advance(when === 'asking' ? 1000 : 0);
    await expect(byNow(result)).rejects.toBe('enough');
    expect(presence.listeners).toBe(0);
    expect(clock.waits).toEqual([]);
  },
);

test('leaving and returning for a long time leaves no listeners on the signal', async () => {
  const presence = new TestPresence();
  const { clock, controller } = poll([running], { presence });
  const { signal } = controller;
  let listening = 0;
  const add = signal.addEventListener.bind(signal);
  const remove = signal.removeEventListener.bind(signal);
  signal.addEventListener = (...given: Parameters<typeof add>) => {
    listening += 1;
    add(...given);
  };
  signal.removeEventListener = (...given: Parameters<typeof remove>) => {
    if (given[0] === 'abort') listening -= 1;
    remove(...given);
  };
  for (let time = 0; time < 20; time += 1) {
    presence.away = true;
    await clock.advance(20_000);
    presence.away = false;
    await clock.advance(0);
  }
  expect(listening).toBeLessThanOrEqual(3);
});

test('whatever the answers, no gap is below 0.475 s and no two polls overlap', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.constantFrom<Job | Error>(
          running,
          unavailable(),
          unavailable(3000),
          missing,
          new TransportError('network_timeout', 'x'),
        ),
        { minLength: 1, maxLength: 8 },
      ),
      fc.double({ min: 0, max: 0.999, noNaN: true }),
      async (answers, fraction) => {
        const { clock, at, controller } = poll([...answers, running], { fraction });
        await clock.advance(60_000);
        for (const [index, time] of at.entries()) expect(time - (at[index - 1] ?? 0)).toBeGreaterThanOrEqual(474.9);
        controller.abort();
      },
    ),
    { numRuns: 15 },
  );
});
