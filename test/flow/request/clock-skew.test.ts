import { expect, test } from 'vitest';
import { accepted, answer, errorBody, type Reply } from '../../../demo/scripted/script.js';
import { OrderRig } from '../rig/order-rig.js';
import { Rig } from '../rig/rig.js';

// A seal is valid for 15 minutes of the gateway's time. When the gateway's clock differs from the page's, a request refused
// for its seal alone moved no money, and is sealed once more.

const UNREADABLE = ["can't be decrypted"];
const HOUR = 3_600_000;
const MISTAKE = new TypeError('A custom card source went wrong.');

/** A refusal whose date is that far ahead of the page's clock. */
const refused = (rig: Rig | OrderRig, errors: object, ahead = HOUR): Reply =>
  answer(422, errorBody(errors), { date: new Date(rig.clock.now() + ahead).toUTCString() });

const late = { credit_card: { token: UNREADABLE }, recipient_card: { token: UNREADABLE } };

test.each([1, -1])('a transfer refused as sealed %d hour off is sealed again by the gateway’s time, and sent', async (hours) => {
  const rig = new Rig();
  await rig.quote();
  rig.gateway.replies.transfer = [refused(rig, late, hours * HOUR), accepted()];
  const before = rig.cards.seals.length;
  await rig.press();
  expect(rig.outcome?.outcome).toBe('successful');
  const [first, second, ...others] = rig.cards.seals.slice(before);
  expect(others).toEqual([]);
  expect([first?.issuedAt, second?.issuedAt]).toEqual([
    rig.clock.now() - 600,
    expect.closeTo(rig.clock.now() - 600 + hours * HOUR, -4),
  ]);
  expect(second).toMatchObject({ trackingId: first?.trackingId, amount: first?.amount });
  expect(new Set(rig.gateway.of('transfer').map(({ text }) => text)).size).toBe(2);
  expect(rig.course).not.toContain('failed');
});

test('a gateway whose other time was known when the cards were sealed refused them for another reason', async () => {
  const rig = new Rig();
  const date = new Date(rig.clock.now() + HOUR).toUTCString();
  rig.gateway.replies.check = [answer(200, accepted('job-check'), { date })];
  await rig.quote();
  rig.gateway.replies.transfer = [refused(rig, late), accepted()];
  await rig.press(2000);
  expect(rig.gateway.of('transfer')).toHaveLength(1);
  expect(rig.outcome).toMatchObject({ outcome: 'unknown' });
});

test('time that passes before the refusal is no difference between the clocks', async () => {
  const rig = new Rig();
  await rig.quote();
  rig.gateway.replies.transfer = [
    new Promise((resolve) => {
      rig.clock.after(25_000, () => resolve(refused(rig, late, 0) as Response));
    }),
    accepted(),
  ];
  await rig.press(29_000);
  expect(rig.gateway.of('transfer')).toHaveLength(1);
  expect(rig.outcome).toMatchObject({ outcome: 'unknown' });
});

test('an order refused as sealed an hour off is sealed again too', async () => {
  const rig = new OrderRig();
  rig.gateway.replies.transfer = [refused(rig, { credit_card: { token: UNREADABLE } }), accepted()];
  await rig.pay();
  expect(rig.words).toEqual(['details', 'transferring', 'successful']);
  expect(rig.gateway.of('transfer')).toHaveLength(2);
});

test.each<[string, (rig: Rig) => void, string, unknown[]]>([
  ['whose cards have changed', ({ cards }) => void (cards.revision += 1), 'canceled', []],
  ['whose cards can’t be sealed', ({ cards }) => void (cards.sealing = () => Promise.reject(MISTAKE)), 'no_answer', [MISTAKE]],
])('a refused request %s meanwhile is not sent again, and its outcome is unknown', async (_, turn, reason, rejections) => {
  const rig = new Rig();
  await rig.quote();
  rig.gateway.replies.transfer = [refused(rig, late), accepted()];
  rig.gateway.onRequest = ({ kind }) => {
    if (kind === 'transfer') turn(rig);
  };
  await rig.press(2000);
  expect(rig.gateway.of('transfer')).toHaveLength(1);
  expect(rig.outcome).toEqual({ outcome: 'unknown', reason });
  expect(rig.rejections.splice(0)).toEqual(rejections);
});

test('sealing again happens once: a second refusal proves nothing about the first copy', async () => {
  const rig = new OrderRig();
  rig.gateway.replies.transfer = [refused(rig, late), refused(rig, late, 2 * HOUR), accepted()];
  await rig.pay();
  expect(rig.outcome).toEqual({ outcome: 'unknown', reason: 'no_answer' });
  expect(rig.gateway.of('transfer')).toHaveLength(2);
});

test('a second refusal that names a wrong field proves nothing either: the first copy may have paid', async () => {
  const rig = new Rig();
  await rig.quote();
  rig.gateway.replies.transfer = [refused(rig, late), answer(422, errorBody({ currency: ['is unknown ISO 4217 Alpha-3 code'] }))];
  await rig.press(2000);
  expect(rig.gateway.of('transfer')).toHaveLength(2);
  expect(rig.outcome).toEqual({ outcome: 'unknown', reason: 'no_answer' });
});

test.each<[string, (rig: OrderRig) => Reply]>([
  ['whose clock is right', (rig) => refused(rig, late, 1000)],
  ['that also names another field', (rig) => refused(rig, { ...late, amount: ['has changed'] })],
  ['that does not name the seal', (rig) => refused(rig, { base: ['no'] })],
  [
    'that takes it for a duplicate',
    (rig) =>
      answer(422, errorBody(late, 'duplicate_transaction', 'Duplicate transaction'), {
        date: new Date(rig.clock.now() + HOUR).toUTCString(),
      }),
  ],
])('the refusal of a gateway %s does not cause another request', async (_, reply) => {
  const rig = new OrderRig();
  rig.gateway.replies.transfer = [reply(rig), accepted()];
  await rig.pay();
  expect(rig.gateway.of('transfer')).toHaveLength(1);
});

test('the refusal of a repeat proves nothing, whatever it reports about the time', async () => {
  const rig = new OrderRig();
  rig.gateway.replies.transfer = [new TypeError('lost'), refused(rig, late), accepted()];
  await rig.pay(5000);
  expect(rig.outcome?.outcome).toBe('unknown');
  expect(rig.gateway.of('transfer')).toHaveLength(2);
});
