import { expect, test } from 'vitest';
import { CheckoutClient } from '../../../src/checkout/client.js';
import { type PostResult, postWithRepeats } from '../../../src/flow/request/post.js';
import { p2pAsync } from '../../../src/wire/response/transfer.js';
import { ManualClock, quiet } from '../../clock/manual-clock.js';

// A request that moves money: how often it leaves, and what its last answer proves. Spec 7.1 has the error body, spec 8 the
// duplicate check.

type Reply = () => Response | Promise<Response>;

const ACCEPTED = { status: 'new', job_id: 'job-1' };
const DUPLICATE = { error_code: 'invalid_params', message: 'Duplicate transaction', errors: {} };
const PLAIN = { error_code: 'invalid_params', message: 'Not for this shop.', errors: {} };

const answer =
  (status: number, body: unknown = PLAIN, headers: Record<string, string> = {}): Reply =>
  () =>
    new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers });
const dead: Reply = () => Promise.reject(new TypeError('fetch failed'));
const silent: Reply = () => new Promise<Response>(() => undefined);

/** Sends one request, whose copies get these replies; the last reply repeats. */
function post(...replies: readonly Reply[]) {
  const clock = new ManualClock();
  const began = clock.monotonic();
  const sentAt: number[] = [];
  const bodies: unknown[] = [];
  const ended = new AbortController();
  let announced = 0;
  const client = new CheckoutClient({
    checkoutUrl: 'https://gateway.example',
    publicKey: 'MIIB',
    clock,
    fetch: async (_, { body }) => {
      sentAt.push(clock.monotonic() - began);
      bodies.push(body);
      return replies[Math.min(sentAt.length, replies.length) - 1]!();
    },
  });
  let posted: PostResult | undefined;
  void postWithRepeats(client, p2pAsync, '{"request":{}}', {
    clock,
    signal: ended.signal,
    sending: () => (announced += 1),
  }).then((result) => (posted = result));
  return { clock, sentAt, bodies, ended, announced: () => announced, posted: () => posted };
}

test('a lost request is sent four times in all, after 1, 2 and 4 seconds, in the same bytes, each announced', async () => {
  const sent = post(dead);
  await sent.clock.advance(60_000);
  expect(sent.sentAt).toEqual([0, 1000, 3000, 7000]);
  expect(new Set(sent.bodies)).toEqual(new Set(['{"request":{}}']));
  expect(sent.announced()).toBe(4);
  expect(sent.posted()).toEqual({ result: 'unknown', reason: 'no_answer' });
});

test.each([408, 425, 429, 500, 502, 503, 504])('status %d is repeated, whatever its body', async (status) => {
  for (const body of [PLAIN, DUPLICATE, '<h1>Busy</h1>', '']) {
    const sent = post(answer(status, body), answer(200, ACCEPTED));
    await sent.clock.advance(1000);
    expect(sent.sentAt).toHaveLength(2);
    expect(sent.posted()).toEqual({ result: 'accepted', jobId: 'job-1' });
  }
});

test.each([408, 425, 429, 500, 502, 503])('status %d to the end has no answer', async (status) => {
  const sent = post(answer(status));
  await sent.clock.advance(60_000);
  expect(sent.sentAt).toHaveLength(4);
  expect(sent.posted()).toEqual({ result: 'unknown', reason: 'no_answer' });
});

test('an accepted request is sent once', async () => {
  const sent = post(answer(200, ACCEPTED));
  await quiet();
  expect(sent.posted()).toEqual({ result: 'accepted', jobId: 'job-1' });
});

test.each([400, 422])('%d with an error body, at once, is a refusal', async (status) => {
  const sent = post(answer(status));
  await quiet();
  expect(sent.posted()).toMatchObject({ result: 'refused', body: { message: 'Not for this shop.' }, error: { status } });
});

test.each([400, 422])('%d after a repeat is reported as it is: who sent it knows that it was repeated', async (status) => {
  const refused = post(dead, answer(status));
  await refused.clock.advance(1000);
  expect(refused.posted()).toMatchObject({ result: 'refused' });
  const duplicate = post(dead, answer(status, DUPLICATE));
  await duplicate.clock.advance(1000);
  expect(duplicate.posted()).toEqual({ result: 'unknown', reason: 'duplicate' });
});

test.each([400, 401, 403, 404, 409, 422])('a duplicate that is refused with %d is unknown', async (status) => {
  const sent = post(answer(status, DUPLICATE));
  await quiet();
  expect(sent.sentAt).toEqual([0]);
  expect(sent.posted()).toEqual({ result: 'unknown', reason: 'duplicate' });
});

test.each<[number, unknown, string]>([
  [400, 'Bad Request', 'refused'],
  [401, PLAIN, 'refused'],
  [404, PLAIN, 'refused'],
  [422, '{}', 'refused'],
  [200, PLAIN, 'off_contract'],
  [399, 'x', 'off_contract'],
])('%d with %j is unknown', async (status, body, reason) => {
  const sent = post(answer(status, body));
  await quiet();
  expect(sent.sentAt).toEqual([0]);
  expect(sent.posted()).toMatchObject({ result: 'unknown', reason, error: { status } });
});

test('the gateway’s Retry-After counts where it is longer than the pause', async () => {
  const sent = post(answer(429, PLAIN, { 'retry-after': '3' }), answer(503, PLAIN, { 'retry-after': '1' }), dead);
  await sent.clock.advance(60_000);
  expect(sent.sentAt).toEqual([0, 3000, 5000, 9000]);
});

test.each([
  ['20', [0, 20_000]],
  ['21', [0]],
])('with Retry-After %s s the request leaves at these times', async (seconds, times) => {
  const sent = post(answer(503, PLAIN, { 'retry-after': seconds }), dead);
  await sent.clock.advance(60_000);
  expect(sent.sentAt).toEqual(times);
});

test('no copy leaves more than 20 seconds after the first, however long an answer takes', async () => {
  const sent = post(silent);
  // The deadline of one answer is 30 s: no time is left for another copy.
  await sent.clock.advance(60_000);
  expect(sent.sentAt).toEqual([0]);
  expect(sent.posted()).toEqual({ result: 'unknown', reason: 'no_answer' });
});

test('a machine that slept during a pause sends no further copy', async () => {
  const sent = post(dead);
  await quiet();
  await sent.clock.oversleep(20_001);
  expect(sent.sentAt).toEqual([0]);
  expect(sent.posted()).toEqual({ result: 'unknown', reason: 'no_answer' });
});

test('a machine that woke at 20 seconds sends its copy', async () => {
  const sent = post(dead, answer(200, ACCEPTED));
  await quiet();
  await sent.clock.oversleep(20_000);
  expect(sent.posted()).toEqual({ result: 'accepted', jobId: 'job-1' });
});

test('the longer of wall and monotonic time counts', async () => {
  const ahead = post(dead);
  await quiet();
  ahead.clock.setWall(20_000);
  await ahead.clock.advance(1000);
  expect(ahead.sentAt).toEqual([0]);
  const back = post(dead);
  await quiet();
  back.clock.setWall(-3_600_000);
  await back.clock.oversleep(20_001);
  expect(back.sentAt).toEqual([0]);
});

test('an answer that is too large is not asked for again', async () => {
  const sent = post(answer(200, { status: 'new', job_id: 'x'.repeat(300_000) }));
  await sent.clock.advance(60_000);
  expect(sent.sentAt).toEqual([0]);
  expect(sent.posted()).toEqual({ result: 'unknown', reason: 'no_answer' });
});

test('a cancel in a pause ends at once', async () => {
  const sent = post(dead);
  await quiet();
  sent.ended.abort();
  await quiet();
  expect(sent.posted()).toEqual({ result: 'unknown', reason: 'canceled' });
  expect(sent.clock.waits).toEqual([]);
});

test('a cancel while the request is on its way lets it finish, and repeats nothing', async () => {
  let reply: (response: Response) => void = () => undefined;
  const sent = post(() => new Promise((resolve) => (reply = resolve)));
  await quiet();
  sent.ended.abort();
  reply(new Response('{}', { status: 503 }));
  await sent.clock.advance(60_000);
  expect(sent.sentAt).toEqual([0]);
  expect(sent.posted()).toEqual({ result: 'unknown', reason: 'no_answer' });
});
