import { expect, test } from 'vitest';
import { Rig } from '../rig/rig.js';
import { accepted, answer, done, errorBody, type Reply, transaction } from '../../../demo/scripted/script.js';

// What the first and only answer to the transfer's POST proves. The expectations are the outcome rules, by hand.

const plain = errorBody({}, 'refused', 'Not for this shop.');
const dead = new TypeError('fetch failed');

test.each<[string, Reply, string, string | undefined]>([
  ['401, an error body', answer(401, plain), 'unknown', 'refused'],
  ['403, an error body', answer(403, plain), 'unknown', 'refused'],
  ['404, an error body', answer(404, plain), 'unknown', 'refused'],
  ['405, an error body', answer(405, plain), 'unknown', 'refused'],
  ['413, an error body', answer(413, plain), 'unknown', 'refused'],
  ['415, an error body', answer(415, plain), 'unknown', 'refused'],
  ['400, an error body that names no field', answer(400, plain), 'unknown', 'refused'],
  [
    '400 about a field whose value is wrong by itself',
    answer(400, errorBody({ currency: ['is unknown ISO 4217 Alpha-3 code'] })),
    'failed',
    undefined,
  ],
  [
    '422, wrapped',
    answer(422, { response: { message: 'No.', errors: { currency: ['is unknown ISO 4217 Alpha-3 code'] } } }),
    'failed',
    undefined,
  ],
  [
    '422 about a sealed section',
    answer(422, errorBody({ credit_card: { token: ['can’t be decrypted'] } })),
    'unknown',
    'refused',
  ],
  [
    '422 about an editable field and another one',
    answer(422, errorBody({ amount: ['is invalid'], description: ["can't be blank"] })),
    'failed',
    undefined,
  ],
  ['409, an error body', answer(409, plain), 'unknown', 'refused'],
  ['403, a page of a proxy', answer(403, '<h1>Forbidden</h1>'), 'unknown', 'refused'],
  ['404, no body', answer(404, ''), 'unknown', 'refused'],
  ['422, JSON that is no error body', answer(422, { ok: false }), 'unknown', 'refused'],
  ...['customer.first_name', 'sender_billing_address.zip', 'recipient_card.holder'].map(
    (path): [string, Reply, string, undefined] => [
      `422 about ${path} and another`,
      answer(422, errorBody({ [path]: ['is wrong'], expired_at: ['x'] })),
      'failed',
      undefined,
    ],
  ),
  // An earlier copy of the request may have caused these, so they prove nothing about it.
  ...['token', 'tracking_id', 'base', 'expired_at', 'credit_card.token', 'limits.daily'].map(
    (path): [string, Reply, string, string] => [
      `422 about ${path}`,
      answer(422, errorBody({ [path]: ['is wrong'] })),
      'unknown',
      'refused',
    ],
  ),
  // Whatever the words say, unless they are known ones of validation.
  ...['currency', 'description', 'amount'].map((path): [string, Reply, string, string] => [
    `422 about ${path} and a limit`,
    answer(422, errorBody({ [path]: ['the daily limit is used up'] })),
    'unknown',
    'refused',
  ]),
  ['200, no JSON', answer(200, 'accepted'), 'unknown', 'off_contract'],
  ['200, another object', answer(200, { hello: 'world' }), 'unknown', 'off_contract'],
  ['200, an error body', answer(200, plain), 'unknown', 'off_contract'],
  ['200, a job without an id', answer(200, { status: 'new' }), 'unknown', 'off_contract'],
  ['200, a job with an empty id', answer(200, { status: 'new', job_id: '' }), 'unknown', 'off_contract'],
  ['200, a job whose id is ".."', answer(200, { status: 'new', job_id: '..' }), 'unknown', 'off_contract'],
  ['200, a job whose id is "."', answer(200, { status: 'new', job_id: '.' }), 'unknown', 'off_contract'],
  ['200, a job whose id has a lone surrogate', answer(200, { status: 'new', job_id: 'a\ud800' }), 'unknown', 'off_contract'],
  ['200, a job whose id has a line end', answer(200, { status: 'new', job_id: 'a\r\nb' }), 'unknown', 'off_contract'],
  ['200, a job whose id is too long', answer(200, { status: 'new', job_id: 'x'.repeat(10_000) }), 'unknown', 'off_contract'],
  ['200, a job that claims to be done, without an id', answer(200, { status: 'done' }), 'unknown', 'off_contract'],
  ['200, a list', answer(200, []), 'unknown', 'off_contract'],
  ['204', new Response(null, { status: 204 }), 'unknown', 'off_contract'],
  ['a body that is too long', answer(200, { status: 'new', job_id: 'x'.repeat(300_000) }), 'unknown', 'no_answer'],
  ['429 with a wait longer than repeats may last', answer(429, plain, { 'retry-after': '21' }), 'unknown', 'no_answer'],
  ['503 with a wait longer than repeats may last', answer(503, plain, { 'retry-after': '3600' }), 'unknown', 'no_answer'],
])('%s: one request and no other', async (_, reply, outcome, reason) => {
  const rig = new Rig();
  rig.gateway.replies.transfer = [reply];
  await rig.pay();
  expect(rig.outcome).toMatchObject({ outcome, ...(reason && { reason }) });
  expect(rig.gateway.of('transfer')).toHaveLength(1);
  await rig.clock.advance(60_000);
  expect(rig.gateway.of('transfer')).toHaveLength(1);
  expect(rig.clock.waits).toEqual([]);
});

test.each([
  ['Duplicate transaction', {}, 'duplicate_transaction'],
  ['duplicated request', {}, ''],
  ['Refused.', {}, 'p2p.duplicate'],
  ['Refused.', { base: ['is a duplicate of another'] }, 'invalid_params'],
  ['Refused.', { tracking_id: ['has already been taken'] }, 'invalid_params'],
  ['Refused.', { credit_card: { number: ['was used twice'] } }, 'invalid_params'],
  ['The transaction was already processed', {}, 'invalid_params'],
  ['Repeated payment', {}, 'x'],
  ['Same amount and card within 30 seconds', {}, 'x'],
  ['tracking_id must be unique', {}, 'x'],
  ['Transacción duplicada', {}, 'x'],
  ['Doppelte Zahlung', {}, 'x'],
  ['Transaction en double', {}, 'x'],
  ['Дублирующая операция', {}, 'x'],
  ['Повторный платёж', {}, 'x'],
  ['重复交易', {}, 'x'],
])('a duplicate rejection is unknown, however it is worded: %s %j %s', async (message, errors, code) => {
  const rig = new Rig();
  rig.gateway.replies.transfer = [answer(422, errorBody(errors, code, message))];
  await rig.pay();
  expect(rig.outcome).toEqual({ outcome: 'unknown', reason: 'duplicate' });
  expect(rig.local.records).toMatchObject([{ phase: 'sent', trackingId: 'own-1' }]);
});

test.each<[string, Record<string, unknown>]>([
  ['amount', { amount: ['must be greater than 0'] }],
  ['credit_card.number', { credit_card: { number: ['is not a card number'] } }],
  ['credit_card.date', { 'credit_card.date': ['has expired'] }],
  ['recipient_card.holder', { recipient_card: { holder: ["can't be blank"] } }],
])('a 422 about %s leads back to the form at that field, and is no outcome', async (path, errors) => {
  const rig = new Rig();
  rig.gateway.replies.transfer = [answer(422, errorBody(errors))];
  await rig.pay();
  expect(rig.flow.state).toMatchObject({ step: 'details', problems: [{ path: path.split('.') }] });
  expect(rig.cards.errors).toMatchObject([[{ path: path.split('.') }]]);
  expect(rig.course).not.toContain('failed');
  expect([rig.local.records, rig.local.withdrawn]).toEqual([[], 1]);
  // Nothing delays the corrected form, not even the 30 s.
  rig.gateway.replies.transfer = [accepted()];
  await rig.pay(2000);
  expect(rig.outcome?.outcome).toBe('successful');
});

test.each<[string, Reply]>([
  ['a dead line', dead],
  ['500', answer(500, 'oops')],
  ['502 with an error body', answer(502, plain)],
  ['408', answer(408, plain)],
  ['425', answer(425, plain)],
  ['429', answer(429, plain)],
  ['500 with a job in it', answer(500, accepted())],
])('after %s the very same bytes are sent again, three times at most, and then the outcome is unknown', async (_, reply) => {
  const rig = new Rig();
  rig.gateway.replies.transfer = [reply];
  await rig.pay(0);
  const start = rig.gateway.of('transfer')[0]!.at;
  await rig.clock.advance(60_000);
  const posts = rig.gateway.of('transfer');
  // 1 s, 2 s and 4 s between them.
  expect(posts.map(({ at }) => at - start)).toEqual([0, 1000, 3000, 7000]);
  expect(new Set(posts.map(({ text }) => text)).size).toBe(1);
  expect(JSON.parse(posts[0]!.text)).toMatchObject({ request: { duplicate_check: true, tracking_id: 'own-1' } });
  expect(rig.outcome).toEqual({ outcome: 'unknown', reason: 'no_answer' });
  expect(rig.cards.seals.filter(({ operation }) => operation === 'transfer')).toHaveLength(1);
});

test('a wait that the gateway asks for is kept before a repeat', async () => {
  const rig = new Rig();
  rig.gateway.replies.transfer = [answer(503, '', { 'retry-after': '12' }), accepted()];
  await rig.pay(11_000);
  expect(rig.gateway.of('transfer')).toHaveLength(1);
  await rig.clock.advance(2000);
  expect(rig.gateway.of('transfer')).toHaveLength(2);
  await rig.clock.advance(1000);
  expect(rig.outcome?.outcome).toBe('successful');
});

test.each<[string, Reply]>([
  ['422 about an editable field', answer(422, errorBody({ amount: ['is too small'] }))],
  ['422', answer(422, plain)],
  ['401', answer(401, plain)],
  ['404', answer(404, plain)],
  ['a duplicate rejection', answer(422, errorBody({}, 'duplicate_transaction'))],
])('after a repeat, %s proves nothing', async (_, reply) => {
  const rig = new Rig();
  rig.gateway.replies.transfer = [dead, reply];
  await rig.pay(5000);
  expect(rig.gateway.of('transfer')).toHaveLength(2);
  expect(rig.outcome?.outcome).toBe('unknown');
  expect(rig.course).not.toContain('failed');
});

test('a machine that slept through the wait does not repeat the request when it wakes', async () => {
  const rig = new Rig();
  rig.gateway.replies.transfer = [dead];
  await rig.pay(0);
  expect(rig.gateway.of('transfer')).toHaveLength(1);
  await rig.clock.oversleep(10 * 60_000);
  await rig.clock.advance(60_000);
  expect(rig.gateway.of('transfer')).toHaveLength(1);
  expect(rig.outcome).toEqual({ outcome: 'unknown', reason: 'no_answer' });
});

test('an answer that takes longer than 30 seconds leaves the outcome unknown, without a repeat after 20 seconds', async () => {
  const rig = new Rig();
  rig.gateway.replies.transfer = ['silence'];
  await rig.pay(29_000);
  expect(rig.flow.state.step).toBe('transferring');
  await rig.clock.advance(60_000);
  expect(rig.gateway.of('transfer')).toHaveLength(1);
  expect(rig.outcome).toEqual({ outcome: 'unknown', reason: 'no_answer' });
});

test('the second try after a failure waits until 30 seconds after the last request, repeats included', async () => {
  const rig = new Rig();
  rig.gateway.replies.transfer = [dead, dead, accepted()];
  rig.gateway.replies.job = [done(transaction('failed'))];
  await rig.pay(4000);
  const last = rig.gateway.of('transfer').at(-1)!.at;
  // The job may be a copy's, so its failure proves nothing.
  expect(rig.outcome?.outcome).toBe('unknown');
  rig.flow.reset();
  expect(rig.flow.state.step).toBe('details');
  await rig.quote();
  expect(rig.flow.waitFor).toBe(last + 30_000 - rig.clock.now());
  await rig.press(1000);
  expect(rig.gateway.of('transfer')).toHaveLength(3);
});

test('a refusal that is an outcome gives the developer the gateway’s reason', async () => {
  const rig = new Rig();
  rig.gateway.replies.transfer = [answer(401, plain)];
  await rig.pay();
  expect(rig.reports).toMatchObject([{ code: 'credentials_refused', party: 'merchant', status: 401 }]);
});
