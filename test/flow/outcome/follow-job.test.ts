import { expect, test } from 'vitest';
import { Rig } from '../rig/rig.js';
import { answer, done, errorBody, type Reply, transaction } from '../../../demo/scripted/script.js';

// What the answers to a poll of the transfer's job prove.

const job = (response: unknown): Reply => ({ status: 'failed', job_id: 'job-transfer', response });

test.each<[string, Reply, Record<string, unknown>]>([
  ['done, successful', done(transaction('successful')), { outcome: 'successful', transaction: { uid: 'uid-1' } }],
  [
    'done, failed',
    done(transaction('failed', { message: 'Declined' })),
    { outcome: 'failed', transaction: { message: 'Declined' } },
  ],
  [
    'successful with the redirect_url kept',
    done(transaction('successful', { redirect_url: 'https://bank.example/3ds' })),
    { outcome: 'successful' },
  ],
  [
    'failed with the redirect_url kept',
    done(transaction('failed', { redirect_url: 'https://bank.example/3ds' })),
    { outcome: 'failed' },
  ],
  [
    'a failed transaction that is a duplicate',
    done(transaction('failed', { message: 'Duplicate transaction' })),
    { outcome: 'unknown', reason: 'duplicate' },
  ],
  [
    'a failed transaction that is a duplicate, in another language',
    done(transaction('failed', { message: 'Дублирующая операция' })),
    { outcome: 'unknown', reason: 'duplicate' },
  ],
  [
    'a failed transaction that may be repeated',
    done(transaction('failed', { message: 'Повторите операцию позже' })),
    { outcome: 'failed' },
  ],
  ['done without its id', { status: 'done', response: transaction('successful') }, { outcome: 'successful' }],
  ['done, an error body', done(errorBody({ amount: ['is too small'] })), { outcome: 'unknown', reason: 'off_contract' }],
  ['done, nothing', done(null), { outcome: 'unknown', reason: 'off_contract' }],
  ['done, a text', done('ok'), { outcome: 'unknown', reason: 'off_contract' }],
  [
    'done, a transaction without uid',
    done({ transaction: { status: 'successful' } }),
    { outcome: 'unknown', reason: 'off_contract' },
  ],
  ['done, a transaction without status', done({ transaction: { uid: '1' } }), { outcome: 'unknown', reason: 'off_contract' }],
  ['done, the answer of a check', done({ status: 'failed', message: 'No' }), { outcome: 'unknown', reason: 'off_contract' }],
  [
    'failed, finished',
    job({ status: 'error', errors: ['Amount must be an integer'], message: 'Amount must be an integer.', finished: true }),
    { outcome: 'failed', message: 'Amount must be an integer.' },
  ],
  ...(
    [
      ['words of its own', ['Bank down'], 'Bank down'],
      ['a used token', ['credit_card.token is invalid'], 'Invalid'],
      ['a used token, in its message', [], 'Token is invalid'],
      ['a tracking id', ['tracking_id is invalid'], ''],
      ['a limit', ['amount exceeds the limit'], 'Amount exceeds the limit'],
      ['one known text beside another', ['amount must be an integer', 'Sin saldo'], ''],
      ['a known text under a message of its own', ['amount must be an integer'], 'Declined'],
      ['a text that names no field', ['is invalid'], 'is invalid'],
      ['no texts', [], ''],
      ['a message without words', [], '...'],
      ['a blank message', [], ' '],
    ] as const
  ).map(([name, errors, message]): [string, Reply, Record<string, unknown>] => [
    `failed, finished, with ${name}`,
    job({ status: 'error', errors, message, finished: true }),
    { outcome: 'unknown', reason: 'job_failed' },
  ]),
  [
    'failed, finished, a duplicate',
    job({ errors: ['duplicate'], message: 'x', finished: true }),
    { outcome: 'unknown', reason: 'duplicate' },
  ],
  [
    'failed, not finished',
    job({ status: 'error', errors: ['x'], message: 'x', finished: false }),
    { outcome: 'unknown', reason: 'job_failed' },
  ],
  [
    'failed, not finished, with a known text',
    job({ status: 'error', errors: ['Amount must be an integer'], message: 'Amount must be an integer.', finished: false }),
    { outcome: 'unknown', reason: 'job_failed' },
  ],
  [
    'failed, finished absent',
    job({ status: 'error', errors: ['x'], message: 'x' }),
    { outcome: 'unknown', reason: 'job_failed' },
  ],
  ['failed, finished a text', job({ finished: 'true' }), { outcome: 'unknown', reason: 'job_failed' }],
  ['failed, finished null', job({ finished: null }), { outcome: 'unknown', reason: 'job_failed' }],
  ['failed, response absent', { status: 'failed', job_id: 'job-transfer' }, { outcome: 'unknown', reason: 'job_failed' }],
  ['failed, response a text', job('error'), { outcome: 'unknown', reason: 'job_failed' }],
  ['failed, response a list', job([]), { outcome: 'unknown', reason: 'job_failed' }],
  [
    'incomplete with an address that is not safe',
    done(transaction('incomplete', { redirect_url: 'javascript:alert(1)' })),
    { outcome: 'unknown', reason: 'redirect_refused', transaction: { uid: 'uid-1' } },
  ],
])('%s', async (_, reply, outcome) => {
  const rig = new Rig();
  rig.gateway.replies.job = [reply];
  // An answer off the contract may come from one of several servers, so polling continues for a minute.
  const isOdd = 'reason' in outcome && outcome.reason === 'off_contract';
  await rig.pay(isOdd ? 90_000 : 600);
  expect(rig.outcome).toMatchObject(outcome);
  expect(rig.gateway.of('job').filter(({ jobId }) => jobId === 'job-transfer').length > 1).toBe(isOdd);
  expect(rig.left).toEqual([]);
  expect(rig.gateway.of('transfer')).toHaveLength(1);
});

// An intermediary, or a mistake in one, can answer with a payment that is not this one.
test.each<[string, Record<string, unknown>]>([
  ['tracking id', { tracking_id: 'of-another-order' }],
  ['amount', { amount: 10_001 }],
  ['currency', { currency: 'EUR' }],
])('a transaction of another %s proves nothing, and its bank page is not shown', async (_, other) => {
  for (const status of ['successful', 'failed', 'incomplete']) {
    const rig = new Rig();
    rig.gateway.replies.job = [done(transaction(status, { redirect_url: 'https://bank.example/3ds', ...other }))];
    await rig.pay(90_000);
    expect(rig.outcome).toMatchObject({ outcome: 'unknown', reason: 'off_contract' });
    expect(rig.outcome).not.toHaveProperty('transaction');
    expect(rig.left).toEqual([]);
  }
});

test.each<[string, Record<string, unknown>]>([
  ['null', { tracking_id: null, amount: null, currency: null }],
  ['absent', { tracking_id: undefined, amount: undefined, currency: undefined }],
])('a transaction whose tracking id, amount and currency are %s counts as the one that was sent', async (_, less) => {
  const rig = new Rig();
  rig.gateway.replies.job = [done(transaction('successful', less))];
  await rig.pay();
  expect(rig.outcome?.outcome).toBe('successful');
});

test.each(['pending', 'processing', 'Successful', 'SUCCESSFUL', 'declined', 'error', '', 'incomplete'])(
  'the status "%s" without a redirect is not final: polling continues, without a redirect',
  async (status) => {
    const rig = new Rig();
    rig.gateway.replies.job = [
      done(transaction(status, status === 'incomplete' ? {} : { redirect_url: 'https://bank.example/3ds' })),
    ];
    await rig.pay(5000);
    expect(rig.flow.state.step).toBe('transferring');
    expect(rig.left).toEqual([]);
    expect(rig.local.records).toMatchObject([{ jobId: 'job-transfer', uid: 'uid-1' }]);
    rig.gateway.replies.job = [done(transaction('successful'))];
    await rig.clock.advance(5000);
    expect(rig.outcome?.outcome).toBe('successful');
  },
);

test.each<[string, Reply]>([
  ['a page of a proxy', answer(200, '<html>')],
  ['a dead line', new TypeError('Failed to fetch')],
  ['502', answer(502, '')],
  ['429', answer(429, errorBody({}, 'slow_down'))],
  ['408', answer(408, '')],
  ['an unknown job status', { status: 'queued', job_id: 'job-transfer' }],
])('%s instead of the job’s state proves nothing: polling continues', async (_, reply) => {
  const rig = new Rig();
  rig.gateway.replies.job = [reply];
  await rig.pay(120_000);
  expect(rig.flow.state.step).toBe('transferring');
  rig.gateway.replies.job = [done(transaction('successful'))];
  await rig.clock.advance(20_000);
  expect(rig.outcome?.outcome).toBe('successful');
});

test('a job that the gateway no longer knows is unknown after a minute of refusals, and not before', async () => {
  const rig = new Rig();
  const gone = answer(404, errorBody({}, 'not_found'));
  rig.gateway.replies.job = [gone, gone, gone, gone, gone, done(transaction('successful'))];
  await rig.pay(50_000);
  expect(rig.outcome?.outcome).toBe('successful');

  const lost = new Rig();
  lost.gateway.replies.job = [gone];
  await lost.pay(55_000);
  expect(lost.flow.state.step).toBe('transferring');
  await lost.clock.advance(25_000);
  expect(lost.outcome).toEqual({ outcome: 'unknown', reason: 'job_lost' });
  // A firewall's page may have hidden the job.
  expect(lost.flow.mayAsk).toBe(true);
});

test('after 15 minutes without an end the outcome is unknown', async () => {
  const rig = new Rig();
  rig.gateway.replies.job = [{ status: 'new', job_id: 'job-transfer' }];
  await rig.pay(0);
  await rig.clock.advance(15 * 60_000 - 5000);
  expect(rig.flow.state.step).toBe('transferring');
  await rig.clock.advance(20_000);
  expect(rig.outcome).toEqual({ outcome: 'unknown', reason: 'overdue' });
});

test('an unknown outcome whose job ends later is checked automatically, and ends once', async () => {
  const rig = new Rig();
  rig.gateway.replies.job = [{ status: 'new', job_id: 'job-transfer' }];
  await rig.pay(15 * 60_000 + 20_000);
  expect(rig.outcome?.outcome).toBe('unknown');
  rig.gateway.replies.job = [done(transaction('successful'))];
  await rig.clock.advance(5 * 60_000);
  expect(rig.outcome?.outcome).toBe('successful');
  expect(rig.course).toEqual(['details', 'transferring', 'unknown', 'successful']);
  expect(rig.clock.waits).toEqual([]);
});

test('an endlessly nested error body is read to a limited depth', async () => {
  const rig = new Rig();
  const nested = `${'{"base":['.repeat(20_000)}"x"${']}'.repeat(20_000)}`;
  rig.gateway.replies.job = [
    answer(200, `{"status":"failed","job_id":"job-transfer","response":{"finished":true,"errors":${nested}}}`),
  ];
  await rig.pay(5000);
  expect(rig.outcome).toMatchObject({ outcome: 'unknown', reason: 'job_failed' });
});
