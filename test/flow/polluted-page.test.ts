import { afterEach, describe, expect, test } from 'vitest';
import { polluted } from '../http/polluted-prototype.js';
import { OrderRig } from './rig/order-rig.js';
import { Rig } from './rig/rig.js';
import { accepted, answer, done, errorBody, type Reply, transaction } from '../../demo/scripted/script.js';

// A page whose query string reached Object.prototype (`?__proto__[status]=successful`): a field that a gateway left out
// is not read from there. Each name is a field that an answer, a record or an outcome may lack.

const SUCCESS = { uid: 'forged', status: 'successful', amount: 10_000, currency: 'USD', redirect_url: 'https://thief.example/' };
const FORGED = {
  subscription: { id: 'sbs_forged', state: 'active', last_transaction: SUCCESS },
  last_transaction: SUCCESS,
  transaction: SUCCESS,
  response: { transaction: SUCCESS },
  data: { finished: true, ...SUCCESS },
  outcome: 'successful',
  status: 'successful',
  finished: true,
  verdict: 'successful',
  known: { outcome: 'successful' },
  uid: 'forged',
  redirect_url: 'https://thief.example/',
  redirectUrl: 'https://thief.example/',
  message: 'Forged',
  job_id: 'forged',
  jobId: 'forged',
};

let page: Disposable | undefined;
afterEach(() => page?.[Symbol.dispose]());
const pollute = (name: string): void => {
  page = polluted({ [name]: FORGED[name as keyof typeof FORGED] });
};

const NAMES = Object.keys(FORGED);
const failedJob: Reply = { status: 'failed', job_id: 'job-transfer', response: { status: 'error', errors: [] } };

describe.each(NAMES)('with %s polluted', (name) => {
  test.each<[string, Reply, string]>([
    ['a job that is done without its response', { status: 'done', job_id: 'job-transfer' }, 'unknown'],
    ['a job that is done with an empty response', done({}), 'unknown'],
    ['a transaction without its status', done({ transaction: { uid: 'uid-1' } }), 'unknown'],
    ['a failed job without finished', failedJob, 'unknown'],
    ['a failed transaction', done(transaction('failed')), 'failed'],
  ])('%s forges no outcome of a transfer', async (_, reply, outcome) => {
    const rig = new Rig();
    rig.gateway.replies.job = [reply];
    await rig.quote();
    pollute(name);
    await rig.press(outcome === 'unknown' ? 90_000 : 5000);
    const { outcome: word, transaction: shown, subscription } = rig.outcome!;
    expect(word).toBe(outcome);
    expect(shown?.uid).not.toBe('forged');
    expect(shown?.redirect_url).toBeUndefined();
    expect(subscription).toBeUndefined();
    expect(rig.left).toEqual([]);
  });

  test.each<[string, Reply, string]>([
    ['a product’s failed transaction', done(transaction('failed', { amount: 1999 })), 'failed'],
    ['a plan’s subscription without state', done({ subscription: { id: 'sbs_1' } }), 'unknown'],
    ['an empty response', done({}), 'unknown'],
  ])('%s forges no outcome of an order', async (_, reply, outcome) => {
    const rig = new OrderRig();
    rig.gateway.replies.job = [reply];
    pollute(name);
    await rig.pay(outcome === 'unknown' ? 90_000 : 5000);
    expect(rig.outcome?.outcome).toBe(outcome);
    expect(rig.outcome?.transaction?.uid).not.toBe('forged');
    expect(rig.outcome?.subscription).toBeUndefined();
    expect(rig.left).toEqual([]);
  });

  test('a request without a usable answer stays unknown, without further fields', async () => {
    const rig = new Rig();
    rig.gateway.replies.transfer = [answer(200, {})];
    await rig.quote();
    pollute(name);
    await rig.press(5000);
    expect(rig.outcome?.outcome).toBe('unknown');
    expect(rig.outcome?.transaction).toBeUndefined();
    expect(rig.outcome?.subscription).toBeUndefined();
  });

  test('a refusal without fields proves nothing', async () => {
    const rig = new Rig();
    rig.gateway.replies.transfer = [answer(422, errorBody({}, 'invalid_params', 'No.'))];
    await rig.quote();
    pollute(name);
    await rig.press();
    expect(rig.outcome?.outcome).toBe('unknown');
    expect(rig.outcome?.transaction).toBeUndefined();
  });

  test('a stored record shows no outcome that is not in it', async () => {
    const rig = new Rig();
    rig.gateway.replies.transfer = [accepted()];
    rig.gateway.replies.job = ['silence'];
    await rig.pay();
    const later = new Rig({}, rig, true);
    rig.gateway.replies.job = [answer(404, errorBody({}))];
    pollute(name);
    void later.flow.resume();
    await later.clock.advance(60_000);
    expect(later.outcome?.outcome).toBe('unknown');
    expect(later.outcome?.transaction).toBeUndefined();
  });
});
