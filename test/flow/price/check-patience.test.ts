import { expect, test } from 'vitest';
import { Rig } from '../rig/rig.js';
import { answer, errorBody, possible, type Reply } from '../../../demo/scripted/script.js';

// A check moves no money: within 30 s the payer reads its result or its failure, and can try again.

const html = (): Response => new Response('<html>', { headers: { 'content-type': 'text/html' } });
const running: Reply = { status: 'new', job_id: 'job-check' };
const possibleJob: Reply = { status: 'done', job_id: 'job-check', response: possible() };

const quoteOf = ({ flow: { state } }: Rig) => (state.step === 'details' ? state.quote : undefined);

/** A reply that comes after a time, in milliseconds. */
const later = (rig: Rig, milliseconds: number, reply: Record<string, unknown> | Response): Reply =>
  new Promise((resolve) => void rig.clock.after(milliseconds, () => resolve(reply)));

test.each<[string, (rig: Rig) => void, string]>([
  ['jobs that never end', ({ gateway }) => void (gateway.replies.checkJob = [running]), 'job_overdue'],
  ['polls that get no answer', ({ gateway }) => void (gateway.replies.checkJob = ['silence']), 'job_overdue'],
  ['polls without a network', ({ gateway }) => void (gateway.replies.checkJob = [new TypeError('failed')]), 'job_overdue'],
  ['polls that fail with 503', ({ gateway }) => void (gateway.replies.checkJob = [answer(503, '')]), 'job_overdue'],
  [
    'polls with a Retry-After of an hour',
    ({ gateway }) => void (gateway.replies.checkJob = [answer(503, '', { 'retry-after': '3600' })]),
    'job_overdue',
  ],
  ['polls off the contract', ({ gateway }) => void (gateway.replies.checkJob = [html()]), 'answer_off_contract'],
  ['polls that are refused', ({ gateway }) => void (gateway.replies.checkJob = [answer(404, errorBody({}))]), 'job_lost'],
  ['a request that gets no answer', ({ gateway }) => void (gateway.replies.check = ['silence']), 'network_timeout'],
  [
    'a request that gets its answer after 20 s, and a job that never ends',
    (rig) =>
      Object.assign(rig.gateway.replies, {
        check: [later(rig, 20_000, { status: 'new', job_id: 'job-check' })],
        checkJob: [running],
      }),
    'job_overdue',
  ],
  [
    'a refusal for the clock after 15 s, and a second request that gets no answer',
    (rig) => {
      const refused = answer(422, errorBody({ credit_card: { token: ['is too old'] } }), {
        date: new Date(rig.clock.now() + 3_600_000).toUTCString(),
      });
      rig.gateway.replies.check = [later(rig, 15_000, refused), 'silence'];
    },
    'network_timeout',
  ],
  ['cards that are never sealed', ({ cards }) => void (cards.sealing = () => new Promise(() => undefined)), 'network_timeout'],
])('%s: within 30 s there is a typed error, no timer is left, and the next check works', async (_, break_, code) => {
  const rig = new Rig();
  const { check, checkJob } = rig.gateway.replies;
  break_(rig);
  const checked = rig.flow.check();
  await rig.clock.advance(30_000);
  await checked;
  expect(quoteOf(rig)).toMatchObject({ status: 'unavailable', error: { code } });
  expect(rig.clock.waits).toEqual([]);

  Object.assign(rig.gateway.replies, { check, checkJob });
  rig.cards.sealing = async () => undefined;
  await rig.quote();
  expect(quoteOf(rig)).toMatchObject({ status: 'given' });
});

test('a check ends after three polls off the contract, not after two', async () => {
  const rig = new Rig();
  rig.gateway.replies.checkJob = [html(), html(), possibleJob];
  const checked = rig.flow.check();
  await rig.clock.advance(10_000);
  await checked;
  expect(quoteOf(rig)).toMatchObject({ status: 'given' });
  expect(rig.gateway.of('job')).toHaveLength(3);
});

test('the error of a check that takes too long names the check', async () => {
  const rig = new Rig();
  rig.gateway.replies.checkJob = [running];
  void rig.flow.check();
  await rig.clock.advance(30_000);
  expect(quoteOf(rig)).toMatchObject({
    error: { party: 'gateway', message: 'Expected the job to end within 22 seconds; it has not.' },
  });
});

test('a payer who comes back after an hour reads the gateway’s current answer', async () => {
  const rig = new Rig();
  rig.gateway.replies.checkJob = [running, possibleJob];
  const checked = rig.flow.check();
  await rig.clock.advance(700);
  rig.presence.away = true;
  await rig.clock.advance(3_600_000);
  rig.presence.away = false;
  await rig.clock.advance(0);
  await checked;
  expect(quoteOf(rig)).toMatchObject({ status: 'given' });
});

test.each<[string, (rig: Rig) => void, RegExp]>([
  [
    'no answer',
    ({ gateway }) => void (gateway.replies.check = ['silence']),
    /^Expected an answer to a check within 22 seconds; got none\.$/,
  ],
  [
    'a failure of the job',
    ({ gateway }) =>
      void (gateway.replies.checkJob = [{ status: 'failed', job_id: 'job-check', response: errorBody({ base: ['is closed'] }) }]),
    /^The gateway could not check the transfer: The request is not valid\.$/,
  ],
  [
    'a job without a result',
    ({ gateway }) => void (gateway.replies.checkJob = [{ status: 'done', job_id: 'job-check', response: {} }]),
    /^The gateway could not check the transfer\.$/,
  ],
])('%s of a check is said to the developer', async (_, break_, message) => {
  const rig = new Rig();
  break_(rig);
  const checked = rig.flow.check();
  await rig.clock.advance(30_000);
  await checked;
  expect(quoteOf(rig)).toMatchObject({ status: 'unavailable', error: { message: expect.stringMatching(message) as unknown } });
});

test('a check that a press waits for is not begun anew, and one that none waits for is', async () => {
  const rig = new Rig();
  rig.gateway.replies.check = ['silence'];
  const pressed = rig.flow.submit();
  await rig.clock.advance(0);
  expect(rig.gateway.of('check')).toHaveLength(1);
  void rig.flow.check();
  await rig.clock.advance(0);
  expect(rig.gateway.of('check')).toHaveLength(1);
  rig.flow.dropPress();
  await pressed;
  void rig.flow.check();
  await rig.clock.advance(0);
  expect(rig.gateway.of('check')).toHaveLength(2);
});

test.each([
  ['a refusal, though the gateway’s time is as it was', 422, {}],
  ['a failure that names another time', 503, { ahead: 3_600_000 }],
])('%s is not asked again', async (_, status, { ahead }: { readonly ahead?: number }) => {
  const rig = new Rig();
  const headers = ahead === undefined ? undefined : { date: new Date(rig.clock.now() + ahead).toUTCString() };
  rig.gateway.replies.check = [answer(status, errorBody({ base: ['is closed'] }), headers)];
  const checked = rig.flow.check();
  await rig.clock.advance(5000);
  await checked;
  expect(rig.gateway.of('check')).toHaveLength(1);
});
