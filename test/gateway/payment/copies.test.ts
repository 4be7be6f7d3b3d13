import { describe, expect, test } from 'vitest';
import { type Habit, HABITS } from '../../../demo/gateway/issuer/habit.js';
import { Buyer } from '../buyer.js';
import { type Answer, plainTransfer, Sandbox } from '../sandbox.js';

// Spec 8 leaves open what becomes of a copy. These are the habits of other gateways, which a test can switch on.

const ASYNC = '/ctp/api/async/p2p';
const WORDS = 'Doppelte Zahlung';

/** Sends the same sealed transfer twice. @returns both answers, and the answers to both jobs after they have run. */
async function twice(
  habit: Habit,
  changes: object = {},
  seconds = 1,
): Promise<{ sandbox: Sandbox; posts: Answer[]; polls: Answer[] }> {
  const sandbox = new Sandbox({ habit });
  const sealed = (await sandbox.sealing()).request('transfer', plainTransfer({ tracking_id: 't', ...changes }));
  const posts = [await sandbox.post(ASYNC, sealed, 'sealed')];
  await sandbox.advance(seconds);
  posts.push(await sandbox.post(ASYNC, sealed, 'sealed'));
  await sandbox.advance(3);
  const polls: Answer[] = [];
  for (const { body } of posts) if (body.job_id) polls.push(await sandbox.get(`/ctp/api/async/jobs/${body.job_id}`, 'sealed'));
  return { sandbox, posts, polls };
}

const booked = async (sandbox: Sandbox): Promise<[string, string][]> =>
  (await sandbox.get('/v2/transactions/tracking_id/t', 'sealed')).body.transactions
    .map(({ uid, status }: { uid: string; status: string }) => [uid, status])
    .toReversed();

test.each<[string | undefined, string | undefined]>([
  ['E_17', 'credit_card.number'],
  [undefined, undefined],
])('a request is refused in its own words, with the code %s, at %s', async (code, path) => {
  const { posts } = await twice({ words: WORDS, code, compared: 'post', refused: 'request', ...(path && { path }) });
  expect(posts[0]).toMatchObject({ status: 200 });
  expect(posts[1]).toMatchObject({ status: 422 });
  expect(posts[1]?.body).toEqual({
    ...(code && { error_code: code }),
    message: WORDS,
    errors: { [path ?? 'base']: [WORDS] },
  });
});

test.each<string | undefined>(['E_17', undefined])('a failed job says why in its own words, with the code %s', async (code) => {
  const { polls } = await twice({ words: WORDS, code, compared: 'job', refused: 'job' });
  expect(polls[1]?.body.response).toEqual({
    ...(code && { error_code: code }),
    status: 'error',
    message: WORDS,
    errors: [WORDS],
    finished: true,
  });
});

describe.each(['post', 'job', 'bank'] as const)('a gateway that compares: %s', (compared) => {
  test('fails the copy’s job, and says that this is final', async () => {
    const { sandbox, polls } = await twice({ words: WORDS, compared, refused: 'job' });
    expect(polls[0]?.body).toMatchObject({ status: 'done', response: { transaction: { status: 'successful' } } });
    expect(polls[1]?.body).toMatchObject({
      status: 'failed',
      response: { status: 'error', message: WORDS, errors: [WORDS], finished: true },
    });
    expect((await booked(sandbox)).map(([, status]) => status)).toEqual(['successful', 'failed']);
  });

  test.each(['own', 'first'] as const)('fails the copy’s transaction, under the uid: %s', async (uid) => {
    const { sandbox, polls } = await twice({ words: WORDS, compared, refused: 'transaction', uid });
    const [first, copy] = await booked(sandbox);
    expect([first?.[1], copy?.[1]]).toEqual(['successful', 'failed']);
    expect(polls[1]?.body).toMatchObject({
      status: 'done',
      response: { transaction: { uid: (uid === 'own' ? copy : first)?.[0], status: 'failed', message: WORDS } },
    });
  });

  test.each([
    [31, {}, ['successful', 'failed']],
    [31, { duplicate_check: false }, ['successful', 'failed']],
  ])('knows a seal %i s later with %j', async (seconds, changes, statuses) => {
    const { sandbox } = await twice({ words: WORDS, compared, refused: 'job' }, changes, seconds);
    expect((await booked(sandbox)).map(([, status]) => status)).toEqual(statuses);
  });
});

test('a gateway that compares at the bank asks for a challenge twice, and lets one pay', async () => {
  const sandbox = new Sandbox({ habit: HABITS['failed-transaction'] });
  const credit_card = { number: '4012000000001097', verification_value: '123', exp_month: '01', exp_year: '2030' };
  const sealed = (await sandbox.sealing()).request('transfer', plainTransfer({ tracking_id: 't', credit_card }));
  for (let copy = 0; copy < 2; copy += 1) await sandbox.post(ASYNC, sealed, 'sealed');
  await sandbox.advance(1);
  const { transactions } = (await sandbox.get('/v2/transactions/tracking_id/t', 'sealed')).body;
  for (const { redirect_url: url } of transactions) {
    const path = new URL(url).pathname;
    const token = /name="form_token" value="([^"]+)"/.exec(await (await sandbox.fetch(path)).text())?.[1] ?? '';
    const body = new URLSearchParams({ form_token: token, action: 'confirm', code: '123456' });
    await sandbox.fetch(path, { method: 'POST', body });
  }
  expect((await booked(sandbox)).map(([, status]) => status).toSorted()).toEqual(['failed', 'successful']);
});

test('a gateway without a duplicate check pays every copy', async () => {
  const { sandbox } = await twice(HABITS.paid);
  expect((await booked(sandbox)).map(([, status]) => status)).toEqual(['successful', 'successful']);
});

test('a copy of an order fails in its job', async () => {
  const sandbox = new Sandbox({ habit: HABITS['failed-job'] });
  const buyer = await Buyer.of({}, sandbox);
  const sealed = await buyer.seal({ tracking_id: 't' });
  const jobs = [(await buyer.send(sealed)).body.job_id, (await buyer.send(sealed)).body.job_id];
  await sandbox.advance(1);
  const states = [];
  for (const job of jobs) states.push((await sandbox.get(`/ctp/api/async/jobs/${job}`, 'sealed')).body.status);
  expect(states).toEqual(['done', 'failed']);
});

test('a job that ends twice fails at first, and has its result 4 seconds later', async () => {
  const sandbox = new Sandbox({ habit: { ...HABITS.refused, jobsEndTwice: true } });
  const { body } = await sandbox.post(ASYNC, plainTransfer());
  const states = [];
  for (const seconds of [0.5, 0.5, 4]) {
    await sandbox.advance(seconds);
    states.push((await sandbox.poll(body.job_id)).body);
  }
  expect(states).toMatchObject([{ status: 'new' }, { status: 'failed', response: { finished: true } }, { status: 'done' }]);
});
