import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { OutcomeRule } from '../../../src/flow/outcome/rule.js';
import { Trace } from '../../../src/flow/trace.js';
import type { State } from '../../../src/flow/state.js';
import { ManualClock } from '../../clock/manual-clock.js';
import { OrderRig } from '../rig/order-rig.js';
import { Rig } from '../rig/rig.js';
import { answer, done, errorBody, type Reply, transaction } from '../../../demo/scripted/script.js';

// Each outcome carries the rule that gave it, and what led to it can be copied to support.

const ruleIn = (state: State): OutcomeRule | undefined => (state.step === 'outcome' ? state.rule : undefined);
const gone = answer(404, errorBody({}, 'not_found'));
const failed = done(transaction('failed'));
const wrongAmount: Reply = {
  status: 'failed',
  response: { errors: ['Amount must be an integer'], message: '', finished: true },
};

const contradictory = done(transaction('failed', { paid_at: '2026-11-21T10:00:00Z' }));
const atBank = done(transaction('incomplete', { redirect_url: 'https://bank.example/' }));

type Shop = 'successful' | 'failed' | 'unknown' | 'pending' | undefined;

test.each<[OutcomeRule, Reply[], Reply[], Shop]>([
  ['transaction_successful', [], [done(transaction('successful'))], undefined],
  ['transaction_failed', [], [failed], undefined],
  ['transaction_failed', [], [failed], 'failed'],
  ['failure_unconfirmed', [], [failed], 'pending'],
  ['job_refused', [], [wrongAmount], undefined],
  ['request_refused', [answer(422, errorBody({ customer: { city: ['is invalid'] } }))], [], undefined],
  ['shop_successful', [], [gone], 'successful'],
  ['shop_failed', [], [gone], 'failed'],
  ['job_lost', [], [gone], 'unknown'],
  ['no_answer', ['silence'], [], undefined],
  ['repeated', [new TypeError('lost'), { status: 'new', job_id: 'job-transfer' }], [failed], undefined],
  ['refused', [answer(403, {})], [], undefined],
  ['duplicate', [answer(422, errorBody({}, 'duplicate_transaction', 'Duplicate transaction'))], [], undefined],
  ['off_contract', [answer(200, [])], [], undefined],
  ['contradictory', [], [contradictory], undefined],
  ['job_failed', [], [{ status: 'failed', response: { message: 'Unknown', finished: false } }], undefined],
  ['other_transaction', [], [atBank, done(transaction('failed', { uid: 'uid-2' }))], undefined],
  ['redirect_refused', [], [done(transaction('incomplete', { redirect_url: 'javascript:alert(1)' }))], undefined],
])('%s', async (rule, transfer, job, shop) => {
  const trace = new Trace(new ManualClock());
  const rig = new Rig({ trace, ...(shop && { resolveStatus: () => Promise.resolve({ outcome: shop }) }) });
  if (transfer.length > 0) rig.gateway.replies.transfer = transfer;
  if (job.length > 0) rig.gateway.replies.job = job;
  await rig.pay(100_000);
  expect(ruleIn(rig.flow.state)).toBe(rule);
  expect(trace.text).toMatch(new RegExp(`outcome: \\w+, by the rule ${rule}$`, 'm'));
});

test('waiting that ends says why', async () => {
  const rig = new Rig();
  rig.gateway.replies.job = [{ status: 'new' }];
  await rig.pay(2000);
  rig.flow.cancel();
  await rig.clock.advance(0);
  expect(ruleIn(rig.flow.state)).toBe('canceled');
  const other = new Rig();
  other.gateway.replies.job = [{ status: 'new' }];
  await other.pay(16 * 60_000);
  expect(ruleIn(other.flow.state)).toBe('overdue');
});

test.each<[OutcomeRule, Reply, Reply, Shop]>([
  ['shop_successful', contradictory, contradictory, 'successful'],
  ['shop_failed', contradictory, contradictory, 'failed'],
  ['shop_failed', gone, gone, 'failed'],
  ['shop_successful', failed, failed, 'successful'],
  ['transaction_failed', failed, failed, 'failed'],
  ['transaction_successful', gone, done(transaction('successful')), 'unknown'],
  ['transaction_failed', gone, failed, 'failed'],
])('an unknown outcome that turns out says by whose word: %s', async (rule, job, later, shop) => {
  let says: Shop = 'pending';
  const rig = new Rig({ resolveStatus: () => Promise.resolve({ outcome: says ?? 'unknown' }) });
  rig.gateway.date = { ahead: 0 };
  rig.gateway.replies.job = [job];
  await rig.pay(90_000);
  expect(rig.outcome?.outcome).toBe('unknown');
  says = shop;
  rig.gateway.replies.job = [later];
  await rig.clock.advance(20 * 60_000);
  expect(ruleIn(rig.flow.state)).toBe(rule);
});

test('what is on record says so', async () => {
  for (const [status, rule] of [
    ['successful', 'record_successful'],
    ['failed', 'record_failed'],
  ] as const) {
    const left = new Rig();
    left.gateway.replies.job = [done(transaction(status))];
    await left.pay(2000);
    left.gateway.replies.job = [gone];
    const next = new Rig({}, left, true);
    void next.flow.resume();
    await next.clock.advance(20_000);
    expect(ruleIn(next.flow.state)).toBe(rule);
  }
});

test('a subscription says what became of its first charge', async () => {
  for (const [state, rule] of [
    ['active', 'first_charge_paid'],
    ['failed', 'first_charge_failed'],
  ] as const) {
    const rig = OrderRig.plan();
    rig.gateway.replies.job = [done({ subscription: { id: 'sbs_1', state, paid_billing_cycles: 0 } })];
    await rig.pay();
    expect(ruleIn(rig.flow.state)).toBe(rule);
  }
});

test('the documentation explains each rule, and no other', () => {
  const source = readFileSync('src/flow/outcome/rule.ts', 'utf8') + readFileSync('src/flow/state.ts', 'utf8');
  const union = (name: string): string[] =>
    [
      ...source
        .slice(source.indexOf(`export type ${name} =`))
        .split(';')[0]!
        .matchAll(/^ {2}\| '(\w+)'/gm),
    ].map(([, code]) => code!);
  const page = readFileSync('docs/outcomes.md', 'utf8');
  const [, ...explained] = [...page.slice(page.indexOf('## The rule of an outcome')).matchAll(/^\| `(\w+)`/gm)].map(
    ([, code]) => code,
  );
  expect(new Set(explained)).toEqual(new Set([...union('OutcomeRule'), ...union('UnknownReason')]));
});

test('a trace has the requests, the kinds of their answers and the decisions, with no text of anybody', async () => {
  const clock = new ManualClock();
  const trace = new Trace(clock);
  const rig = new Rig({ trace, resolveStatus: () => Promise.resolve({ outcome: 'unknown' }) }, undefined, false, clock);
  rig.client.trace = (line) => trace.add(line);
  rig.gateway.replies.job = [answer(503, errorBody({}, 'x', 'Card 4200000000000000 is dear')), gone];
  await rig.pay(100_000);
  const lines = trace.text.split('\n').map((line) => line.slice(10));
  expect(lines.slice(0, 5)).toEqual([
    'POST /ctp/api/async/verify-p2p: new',
    'GET /ctp/api/async/jobs/job-check: done',
    'POST /ctp/api/async/p2p: new',
    'GET /ctp/api/async/jobs/job-transfer: 503 gateway_unavailable',
    'GET /ctp/api/async/jobs/job-transfer: 404 not_found',
  ]);
  const end = lines.indexOf('outcome: unknown, by the rule job_lost');
  expect(lines[end - 1]).toBe('resolveStatus: unknown');
  expect(trace.text).not.toMatch(/4200|dear|Bearer|key/);
});

test('a trace keeps its first line and the last ones', () => {
  const trace = new Trace(new ManualClock());
  for (let line = 0; line < 100; line += 1) trace.add(`line ${line}`);
  const lines = trace.text.split('\n');
  expect(lines).toHaveLength(60);
  expect([lines[0], lines[1], lines.at(-1)].map((line) => line?.slice(10))).toEqual(['line 0', 'line 41', 'line 99']);
});
