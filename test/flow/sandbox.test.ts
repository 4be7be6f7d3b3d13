import { afterEach, expect, test, vi } from 'vitest';
import type { ResolvedStatus, StatusQuestion } from '../../src/flow/options.js';
import { START } from '../gateway/sandbox.js';
import { ManualClock } from '../clock/manual-clock.js';
import { BrowserLocks } from './rig/browser-locks.js';
import { Rig } from './rig/rig.js';
import { pair, SandboxPayer } from './rig/sandbox-payer.js';

// The whole transfer without a page, against the sandbox gateway itself.

const open = (number: string, ...rest: [Parameters<typeof pair>[1]?, Parameters<typeof pair>[2]?]) =>
  new SandboxPayer().open(pair(number, ...rest));

test.each(['4200000000000000', '4012000000001055', '5204240000015003'])('%s pays without the bank’s page', async (number) => {
  const payer = await (await open(number)).pay();
  expect(payer.words).toEqual(['details', 'transferring', 'successful']);
  expect(payer.outcome?.transaction).toMatchObject({
    status: 'successful',
    amount: 10_000,
    currency: 'USD',
    tracking_id: payer.trackingId,
    description: 'Rent',
    credit_card: { last_4: number.slice(-4) },
    recipient_card: { last_4: '1006' },
  });
  expect(await payer.truth()).toMatchObject([{ status: 'successful', amount: 10_000 }]);
  expect(payer.left).toEqual([]);
  expect(payer.cards.state.complete).toBe(false);
});

test.each([
  ['123456', 'successful'],
  ['000000', 'failed'],
])('the bank’s page, answered with %s, and the record lead to the outcome: %s', async (code, status) => {
  const payer = await (await open('4012000000001097')).pay();
  expect(payer.flow.state).toMatchObject({ step: 'authentication' });
  expect(payer.local.records).toMatchObject([{ phase: 'authentication' }]);
  expect(payer.left).toHaveLength(1);
  const back = await payer.answerChallenge(code);
  expect(back).toMatch(/^https:\/\/shop\.example\/back\?order=7&uid=[^&]+&status=/);

  const returned = await new SandboxPayer(payer).open({ credit_card: {}, recipient_card: {} });
  const resumed = returned.flow.resume();
  await returned.pass(1);
  expect(await resumed).toBe(true);
  expect(returned.words).toEqual(['settling', status]);
  expect(returned.outcome?.transaction?.uid).toBe(new URL(back!).searchParams.get('uid'));
  expect(await returned.truth()).toMatchObject([{ status }]);
});

test('a page that comes back before the bank’s page was answered offers it again, then shows the outcome', async () => {
  const payer = await (await open('4012000000001097')).pay();
  const returned = await new SandboxPayer(payer).open({ credit_card: {}, recipient_card: {} });
  void returned.flow.resume();
  await returned.pass(3);
  expect(returned.flow.state).toMatchObject({ step: 'settling', redirectUrl: payer.left[0] });
  await payer.answerChallenge('123456');
  await returned.pass(5);
  expect(returned.words).toEqual(['settling', 'successful']);
});

test.each(['4005550000000019', '4012000000001022', '4000300000000022'])(
  '%s is declined, and an honest second try is no duplicate',
  async (number) => {
    const payer = await (await open(number)).pay();
    expect(payer.outcome).toMatchObject({ outcome: 'failed', transaction: { status: 'failed' } });
    const first = payer.trackingId;
    payer.flow.tryAgain();
    expect(payer.flow.state).toMatchObject({ step: 'details' });
    // The verification value was cleared, so the form is incomplete, and a press after the wait sends nothing.
    await payer.pass(30);
    await payer.pay();
    expect(payer.flow.state.step).toBe('details');
    const again = await new SandboxPayer(payer).open(pair(number));
    await again.pay();
    expect(again.outcome).toMatchObject({ outcome: 'failed', transaction: { status: 'failed' } });
    expect(again.trackingId).not.toBe(first);
  },
);

test('expiry month 10 is declined', async () => {
  const payer = await (await open('4200000000000000', { expiry: '10/30' })).pay();
  expect(payer.outcome?.outcome).toBe('failed');
});

test('an impossible transfer is reported before anything is sent', async () => {
  const payer = await (await open('4000300000000014')).pay();
  expect(payer.flow.state).toMatchObject({ step: 'details', quote: { status: 'impossible' } });
  expect(payer.bodies.some((body) => body.includes('tracking_id'))).toBe(false);
});

test.each<[string, string, Parameters<typeof pair>[1], Parameters<typeof pair>[2]]>([
  ['a holder', '4000100000000018', { holder: 'ANN PAYER' }, {}],
  ['expiry and verification value', '4000100000000067', {}, {}],
  ['everything', '4000100000000075', { holder: 'ANN PAYER' }, {}],
  ['both holders', '4000100000000083', { holder: 'ANN PAYER' }, { holder: 'BOB PAYEE' }],
  ['a holder with a successful check', '4000100000000091', { holder: 'ANN PAYER' }, {}],
])('%s asked for is sent with the next check, and the transfer succeeds', async (_, number, source, recipient) => {
  const payer = await (await open(number, source, recipient)).pay();
  expect(payer.outcome?.outcome).toBe('successful');
});

test('an empty field that the gateway requires keeps the form open', async () => {
  const payer = await (await open('4000100000000018')).pay();
  expect(payer.flow.state).toMatchObject({ step: 'details', quote: { status: 'fields' } });
  expect(payer.cards.state.complete).toBe(false);
});

test.each([
  ['4000400000000020', 'successful'],
  ['4000400000000095', 'authentication'],
])('%s takes 20 seconds, then: %s', async (number, word) => {
  const payer = await (await open(number)).pay(10);
  expect(payer.flow.state.step).toBe('transferring');
  await payer.pass(15);
  expect(payer.words.at(-1)).toBe(word);
});

test.each([
  ['4000400000000046', 'job_failed'],
  ['4000400000000053', 'job_lost'],
])('%s moves the money without reporting it: unknown (%s), until the merchant’s server reports it', async (number, reason) => {
  const payer = await (await open(number)).pay(reason === 'job_lost' ? 80 : 15);
  expect(payer.outcome).toEqual({ outcome: 'unknown', reason });
  expect(await payer.truth()).toMatchObject([{ status: 'successful' }]);

  const resolving: SandboxPayer = new SandboxPayer(payer);
  await resolving.open(pair(number), {
    resolveStatus: async ({ trackingId }) => {
      const [one] = await resolving.truth(trackingId);
      return { outcome: one?.status === 'successful' ? 'successful' : 'unknown' };
    },
  });
  void resolving.flow.resume();
  await resolving.pass(20);
  expect(resolving.words).toEqual(['settling', 'successful']);
});

test('the same card and amount within 30 seconds, from another browser, is unknown and no second payment', async () => {
  const first = await (await open('4200000000000000')).pay();
  const second = new SandboxPayer(first);
  second.local.entries.clear();
  await (await second.open(pair('4200000000000000'))).pay();
  expect(second.outcome).toEqual({ outcome: 'unknown', reason: 'duplicate' });
  expect(await second.truth()).toEqual([]);
  expect(second.trackingId).not.toBe(first.trackingId);
});

test('requests lost on their way are repeated, and make one payment', async () => {
  const payer = await open('4200000000000000');
  payer.fault = (post) => (post <= 2 ? 'lost' : undefined);
  await payer.pay(8);
  expect(payer.outcome?.outcome).toBe('successful');
  expect(await payer.truth()).toHaveLength(1);
});

test('an answer lost on the way back is unknown, not failed, and not the payer’s repeat: the first payment stands', async () => {
  const payer = await open('4200000000000000');
  payer.fault = (post) => (post === 1 ? 'answer lost' : undefined);
  await payer.pay(8);
  expect(payer.outcome).toEqual({ outcome: 'unknown', reason: 'no_answer' });
  expect(await payer.truth()).toMatchObject([{ status: 'successful' }]);
});

test('a gateway that is down throughout is unknown, and the merchant’s server can resolve it', async () => {
  const payer = await open('4200000000000000');
  payer.fault = () => 'lost';
  await payer.pay(30);
  expect(payer.outcome).toEqual({ outcome: 'unknown', reason: 'no_answer' });
  expect(await payer.truth()).toEqual([]);
});

test('a refusal that the payer cannot correct is failed, and makes no payment', async () => {
  const payer = await open('4200000000000000');
  payer.settings = { ...payer.settings, senderBillingAddress: { country: 'Nowhere' } };
  await payer.pay();
  expect(payer.outcome).toMatchObject({ outcome: 'failed', message: expect.stringContaining('country') as unknown });
  expect(await payer.truth()).toEqual([]);
});

test('a payer’s clock that is an hour slow does not matter', async () => {
  const payer = await new SandboxPayer(undefined, new ManualClock(START - 3_600_000)).open(pair('4200000000000000'));
  await payer.pay();
  expect(payer.outcome?.outcome).toBe('successful');
});

test('card data leaves only sealed, and is never stored', async () => {
  const payer = await (await open('4012000000001097', { holder: 'ANN PAYER' })).pay();
  const sent = [...payer.bodies, ...payer.local.written, ...payer.tab.written].join('\n');
  expect(payer.bodies.length).toBeGreaterThan(1);
  expect(sent).not.toContain('ANN PAYER');
  // The gateway shows the holder to those who may see the transaction, but neither number nor verification value.
  expect(sent + JSON.stringify(payer.flow.state)).not.toMatch(/4012000000001097|4012000000001006|"verification_value"|"123"/);
});

test('a gateway whose clock is moved ahead under an open page is paid once, without a message to the payer', async () => {
  const payer = await open('4200000000000000');
  payer.flow.changed();
  await payer.pass(4);
  await payer.sandbox.advance(7200);
  void payer.flow.submit();
  await payer.pass(3);
  expect(payer.words).toEqual(['details', 'transferring', 'successful']);
  expect(await payer.truth()).toMatchObject([{ status: 'successful', amount: 10_000 }]);
});

// A later visit checks what an earlier one has left open, while the form stays usable.

const ends: AbortController[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end.abort();
});

/** Checks all unfinished attempts, as an element does. @returns how many outcomes were found since. */
async function askAll({ flow }: SandboxPayer): Promise<() => number> {
  const end = new AbortController();
  ends.push(end);
  const found = vi.fn();
  void flow.askAboutEarlier(await flow.unfinished(), found, end.signal);
  return () => found.mock.calls.length;
}

const locks = new BrowserLocks();

/** Another visit of the same browser, in another tab. */
const visit = async (
  left: SandboxPayer,
  resolveStatus: (asked: StatusQuestion) => Promise<ResolvedStatus>,
): Promise<SandboxPayer> =>
  new SandboxPayer({ sandbox: left.sandbox, local: left.local, tab: new Rig().tab, clock: left.clock }).open(
    pair('4200000000000000'),
    { resolveStatus, locks },
  );

/** What a merchant's server knows of a tracking id, which asks the gateway itself. */
const server = (payer: SandboxPayer) =>
  vi.fn(async ({ trackingId }: StatusQuestion): Promise<ResolvedStatus> => {
    const [only] = await payer.truth(trackingId);
    return only?.status === 'successful' || only?.status === 'failed' ? { outcome: only.status } : { outcome: 'unknown' };
  });

test.each([['successful', '01/30']] as const)(
  'a payment whose answer was lost is found %s on a later visit, once',
  { timeout: 60_000 },
  async (outcome, expiry) => {
    const payer = await new SandboxPayer().open(pair('4200000000000000', { expiry }), { locks });
    payer.fault = () => 'answer lost';
    await payer.pay(9);
    expect(payer.outcome?.outcome).toBe('unknown');
    const { trackingId } = payer;

    const resolveStatus = server(payer);
    const next = await visit(payer, resolveStatus);
    const found = await askAll(next);
    // Nothing delays the form.
    expect(next.flow.state.step).toBe('details');
    await next.pass(5);
    expect(found()).toBe(1);
    expect(resolveStatus.mock.calls).toMatchObject([[{ trackingId, startedAt: expect.stringMatching(/Z$/) as unknown }]]);
    expect(await next.flow.unseen.claim()).toMatchObject([{ tracking_id: trackingId, outcome }]);
    expect(await next.flow.unfinished()).toEqual([]);
    await next.pass(10);
    expect(resolveStatus).toHaveBeenCalledTimes(1);
    expect(await (await visit(payer, resolveStatus)).flow.unseen.claim()).toEqual([]);
  },
);

test('while its outcome is unknown, an equal payment asks for another press', { timeout: 60_000 }, async () => {
  const payer = await new SandboxPayer().open(pair('4200000000000000'), { locks });
  payer.fault = () => 'lost';
  await payer.pay(9);
  const next = await visit(payer, server(payer));
  await askAll(next);
  // Longer than the window in which the gateway takes an equal payment for a repeat.
  await next.pass(30);
  expect(await next.flow.unfinished()).toHaveLength(1);
  await next.pay();
  expect(next.flow.state).toMatchObject({ step: 'details', quote: { confirm: 'unfinished' } });
});
