import { describe, expect, test, vi } from 'vitest';
import { RecordStore } from '../../../src/flow/record/record-store.js';
import { type Attempt, paymentOf } from '../../../src/flow/state.js';
import { accepted, answer, done, errorBody, transaction } from '../../../demo/scripted/script.js';
import { answering, SUM } from '../rig/merchant-answers.js';
import { Rig } from '../rig/rig.js';

// Words about an attempt that come when its page no longer waits for them, or that other tabs have recorded before.

/** What another tab knows. */
const recordsOf = ({ local, tab, clock }: Rig): RecordStore => new RecordStore('p2p', { local, tab, clock });
const attemptIn = ({ flow }: Rig): Attempt => paymentOf(flow.state) as Attempt;
const namesIn = ({ local }: Rig): string[] => [...local.entries.keys()].map((name) => name.split(':').at(-1)!);

/** A payment whose request is on its way, and whose payer has stopped waiting. */
async function canceled(
  first: readonly TypeError[] = [],
): Promise<{ readonly rig: Rig; readonly give: (reply: Response) => void }> {
  const rig = new Rig();
  let give!: (reply: Response) => void;
  rig.gateway.replies.transfer = [...first, new Promise<Response>((resolve) => (give = resolve))];
  await rig.pay(first.length > 0 ? 3000 : 500);
  rig.flow.cancel();
  await rig.clock.advance(0);
  expect(rig.outcome).toEqual({ outcome: 'unknown', reason: 'canceled' });
  return { rig, give };
}

const wrongYear = (): Response => answer(422, errorBody({ credit_card: { exp_year: ['is invalid'] } }));

describe('a refusal that comes after the payer stopped waiting', () => {
  test('proves nothing by words that may be about another copy', async () => {
    const { rig, give } = await canceled();
    give(answer(422, errorBody({ base: ['the limit of today is used up'] })));
    await rig.clock.advance(5000);
    expect(rig.course).toEqual(['details', 'transferring', 'unknown']);
  });

  test('proves nothing of a request that was sent twice', async () => {
    const { rig, give } = await canceled([new TypeError('lost')]);
    expect(rig.gateway.of('transfer')).toHaveLength(2);
    give(wrongYear());
    await rig.clock.advance(5000);
    expect(rig.course).toEqual(['details', 'transferring', 'unknown']);
  });

  test('proves a failure of one that was sent once', async () => {
    const { rig, give } = await canceled();
    give(wrongYear());
    await rig.clock.advance(100);
    expect(rig.outcome?.outcome).toBe('failed');
    expect(rig.flow.state).toMatchObject({ rule: expect.stringMatching(/refused|refusal/) as unknown });
  });
});

test('an answer that proves nothing changes nothing when it comes late, and breaks nothing', async () => {
  const complaint = vi.spyOn(console, 'error');
  const { rig, give } = await canceled();
  give(answer(200, 'accepted'));
  await rig.clock.advance(5000);
  expect(rig.course).toEqual(['details', 'transferring', 'unknown']);
  expect(complaint).not.toHaveBeenCalled();
  complaint.mockRestore();
});

test('a refusal counts at whichever moment the payer stops waiting for it, and the shop is not asked about what it proves', async () => {
  // The answer is read in fewer turns than that: so the payer stops before it is read, in between, and after it counted.
  for (let moment = 0; moment < 40; moment += 1) {
    const resolveStatus = answering({ outcome: 'successful', ...SUM });
    const rig = new Rig({ resolveStatus });
    let give!: (reply: Response) => void;
    rig.gateway.replies.transfer = [new Promise<Response>((resolve) => (give = resolve))];
    await rig.pay(500);
    give(answer(422, errorBody({ recipient_billing_address: { zip: ['is invalid'] } })));
    for (let turn = 0; turn < moment; turn += 1) await Promise.resolve();
    rig.flow.cancel();
    await rig.clock.advance(60_000);
    expect(rig.outcome?.outcome).toBe('failed');
    expect(resolveStatus).not.toHaveBeenCalled();
  }
});

describe('the answer of a request', () => {
  test('is on record when it was not accepted: the seconds to wait count from it', async () => {
    const rig = new Rig();
    rig.gateway.replies.transfer = [answer(422, errorBody({ base: ['the limit of today is used up'] }))];
    await rig.pay(2000);
    expect(namesIn(rig)).toEqual(expect.arrayContaining(['sent', 'answered']));
  });

  test('is that of its job when it was', async () => {
    const rig = new Rig();
    rig.gateway.replies.transfer = [accepted()];
    rig.gateway.replies.job = [{ status: 'new', job_id: 'job-transfer' }];
    await rig.pay(2000);
    expect(namesIn(rig)).toEqual(['sent', 'accepted']);
  });
});

test('a success that another tab recorded stands, though the shop says later that it failed', async () => {
  const rig = new Rig({ resolveStatus: answering({ outcome: 'unknown' }) });
  rig.gateway.replies.transfer = [new TypeError('lost')];
  await rig.pay(120_000);
  expect(rig.outcome?.outcome).toBe('unknown');
  const { cards } = rig;
  recordsOf(rig).write(await cards.thumbprint(), attemptIn(rig), 'ended', { outcome: 'successful' });
  void rig.flow.resume();
  await rig.clock.advance(60_000);
  expect(rig.outcome).toEqual({ outcome: 'successful', transaction: undefined });
  expect(rig.flow.state).toMatchObject({ rule: expect.stringMatching(/record/) as unknown });
});

test('a failure that another tab recorded stands where the gateway knows nothing any more', async () => {
  const payer = new Rig();
  payer.gateway.replies.job = [{ status: 'new', job_id: 'job-transfer' }];
  await payer.pay(2000);
  recordsOf(payer).write(await payer.cards.thumbprint(), attemptIn(payer), 'ended', { outcome: 'failed' });
  const other = new Rig({}, payer);
  other.gateway.replies.job = [answer(404, {})];
  const [found] = [recordsOf(payer).find(await payer.cards.thumbprint(), 'own-1')];
  void other.flow.resume(found);
  await other.clock.advance(120_000);
  expect(other.outcome).toEqual({ outcome: 'failed', transaction: undefined });
  expect(other.flow.state).toMatchObject({ rule: expect.stringMatching(/record/) as unknown });
});

test('a success on record stands against a failed transaction of the same attempt, and the shop is not asked', async () => {
  const resolveStatus = answering({ outcome: 'failed', ...SUM });
  const payer = new Rig({ resolveStatus });
  payer.gateway.replies.job = [{ status: 'new', job_id: 'job-transfer' }];
  await payer.pay(2000);
  recordsOf(payer).write(await payer.cards.thumbprint(), attemptIn(payer), 'ended', { outcome: 'successful' });
  payer.gateway.replies.job = [done(transaction('failed'))];
  await payer.clock.advance(10_000);
  expect(payer.outcome).toEqual({ outcome: 'successful', transaction: undefined });
  expect(payer.flow.state).toMatchObject({ rule: expect.stringMatching(/record/) as unknown });
  expect(resolveStatus).not.toHaveBeenCalled();
});

test('the uid is on record as soon as an answer names it, and once: other tabs ask about that transaction', async () => {
  const payer = new Rig();
  payer.gateway.replies.job = [{ status: 'new', job_id: 'job-transfer' }];
  await payer.pay(2000);
  expect(recordsOf(payer).find(await payer.cards.thumbprint(), 'own-1')).toMatchObject({ phase: 'accepted', uid: undefined });
  payer.gateway.replies.job = [done(transaction('pending', { uid: 'uid-7' }))];
  await payer.clock.advance(5000);
  expect(recordsOf(payer).find(await payer.cards.thumbprint(), 'own-1')).toMatchObject({ phase: 'accepted', uid: 'uid-7' });
  const write = vi.spyOn(payer.local, 'setItem');
  await payer.clock.advance(10_000);
  expect(payer.gateway.of('job').length).toBeGreaterThan(5);
  expect(write).not.toHaveBeenCalled();
});

test('a failure that another tab recorded is shown with the transaction that the gateway names', async () => {
  const payer = new Rig();
  payer.gateway.replies.job = [{ status: 'new', job_id: 'job-transfer' }];
  await payer.pay(2000);
  recordsOf(payer).write(await payer.cards.thumbprint(), attemptIn(payer), 'ended', { outcome: 'failed' });
  payer.gateway.replies.job = [done(transaction('failed', { message: 'Declined' }))];
  await payer.clock.advance(10_000);
  expect(payer.outcome).toMatchObject({ outcome: 'failed', transaction: { message: 'Declined' } });
});

test('a tab that waits for the sender goes on when the storage is emptied meanwhile', async () => {
  const payer = new Rig();
  payer.settings = { ...payer.settings, trackingId: 'order-1' };
  payer.gateway.replies.transfer = ['silence'];
  await payer.pay(500);
  const other = new Rig({}, payer);
  other.settings = payer.settings;
  void other.flow.resume();
  await other.clock.advance(500);
  expect(other.course).toEqual(['settling']);
  payer.local.entries.clear();
  await other.clock.advance(1000);
  expect(other.outcome).toEqual({ outcome: 'unknown', reason: 'no_answer' });
});

test('an emptied storage does not stop a page that polls', async () => {
  const rig = new Rig();
  rig.gateway.replies.job = [{ status: 'new', job_id: 'job-transfer' }];
  await rig.pay(2000);
  rig.local.entries.clear();
  rig.tab.entries.clear();
  rig.gateway.replies.job = [done(transaction('successful'))];
  await rig.clock.advance(5000);
  expect(rig.outcome?.outcome).toBe('successful');
});

test('a success is shown, though a newer attempt with its tracking id has paid as well', async () => {
  const payer = new Rig();
  payer.gateway.replies.job = [{ status: 'new', job_id: 'job-transfer' }];
  await payer.pay(2000);
  const { id } = attemptIn(payer);
  const newer = { ...attemptIn(payer), id: 'newer', uid: 'uid-9' };
  const key = await payer.cards.thumbprint();
  recordsOf(payer).begin(key, newer);
  recordsOf(payer).write(key, newer, 'ended', { outcome: 'successful' });
  payer.gateway.replies.job = [done(transaction('successful', { uid: 'uid-1' }))];
  await payer.clock.advance(5000);
  expect(payer.course).toEqual(['details', 'transferring', 'successful']);
  expect(attemptIn(payer)).toMatchObject({ id, uid: 'uid-1' });
});
