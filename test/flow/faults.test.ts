import { describe, expect, test } from 'vitest';
import { type Habit, HABITS } from '../../demo/gateway/issuer/habit.js';
import { createClock } from '../../demo/gateway/time/clock.js';
import { ManualClock } from '../clock/manual-clock.js';
import { Sandbox, START } from '../gateway/sandbox.js';
import { HABITS_OF_GATEWAYS, habitText } from './rig/habits.js';
import { MemoryStorage } from './rig/rig.js';
import { pair, SandboxPayer } from './rig/sandbox-payer.js';

// The real flow against the real sandbox with its faults switched on. An outcome may be successful or failed only when
// the gateway's own books agree, and the money moves at most once.

const PAYS = '4200000000000000';
const DECLINED = '4005550000000019';
const CHALLENGED = '4012000000001097';

interface Fault {
  readonly kind: string;
  readonly endpoint?: string;
  readonly requests?: number;
  readonly [setting: string]: unknown;
}

/** A payer whose gateway waits by the payer's own clock when an answer is slow. */
const payerWith = (number: string, ...faults: Fault[]): Promise<SandboxPayer> => payerAt(HABITS.refused, number, ...faults);

/** The same at a gateway with this habit. */
async function payerAt(habit: Habit, number: string, ...faults: Fault[]): Promise<SandboxPayer> {
  const clock = new ManualClock(START);
  const gatewayClock = createClock({ frozenAt: START });
  const real = createClock();
  Object.assign(gatewayClock, {
    alarm(milliseconds: number, ring: () => void) {
      if (milliseconds === 0) return real.alarm(0, ring);
      payer.stalled += 1;
      let waiting = true;
      const over = (): void => {
        if (waiting) payer.stalled -= 1;
        waiting = false;
      };
      const cancel = clock.after(milliseconds, () => {
        over();
        ring();
      });
      return () => {
        over();
        cancel();
      };
    },
  });
  const payer = new SandboxPayer({
    sandbox: new Sandbox({ clock: gatewayClock, habit }),
    local: new MemoryStorage(),
    tab: new MemoryStorage(),
    clock,
  });
  await payer.open(pair(number));
  for (const fault of faults) await switchOn(payer, fault);
  return payer;
}

async function switchOn(payer: SandboxPayer, fault: Fault): Promise<void> {
  const { status } = await payer.sandbox.console('/sandbox/faults', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(fault),
  });
  expect(status).toBe(201);
}

/** Waits until the payer sees the price. */
async function quoted(payer: SandboxPayer): Promise<void> {
  payer.flow.changed();
  await payer.pass(2);
  expect(payer.flow.state).toMatchObject({ step: 'details', quote: { status: 'given' } });
}

interface Booked {
  readonly status: string;
  readonly tracking_id: string;
}

/** All transactions in the gateway's books, by any payer. */
async function books(payer: SandboxPayer): Promise<readonly Booked[]> {
  const { body } = await payer.sandbox.console('/sandbox/transactions');
  return (body as unknown as { transaction: Booked }[]).map(({ transaction }) => transaction);
}

/** The invariants that no fault may break. */
async function judge(payer: SandboxPayer): Promise<void> {
  const booked = await books(payer);
  const moved = booked.filter(({ status }) => status === 'successful');
  expect(moved.length).toBeLessThanOrEqual(1);
  const { state } = payer.flow;
  const ours = booked.filter(({ tracking_id }) => tracking_id === payer.trackingId).map(({ status }) => status);
  // A refused copy may be a failed transaction beside the first one.
  if (payer.outcome?.outcome === 'successful') expect(ours.filter((status) => status !== 'failed')).toEqual(['successful']);
  if (payer.outcome?.outcome === 'failed') expect(ours.filter((status) => status !== 'failed')).toEqual([]);
  // At the form the payer may pay again, so nothing may be in flight.
  if (state.step === 'details') expect(booked.filter(({ status }) => status !== 'failed')).toEqual([]);
  // An earlier outcome is never changed.
  const final = payer.words.filter((word) => word === 'successful' || word === 'failed');
  expect(new Set(final).size).toBeLessThanOrEqual(1);
}

const POST = '/ctp/api/async/p2p';
const POLL = '/ctp/api/async/jobs/{job_id}';
const CHECK = '/ctp/api/async/verify-p2p';

// By the rules for outcomes: a lost POST is repeated with the same bytes; a repeat of one that the gateway already has is a
// duplicate, which proves nothing; an answer off the contract is not repeated; a failed or lost job proves nothing.
const ONCE: readonly (readonly [fault: Fault, shown: string, booked: readonly string[]])[] = [
  [{ kind: 'server_error' }, 'successful', ['successful']],
  [{ kind: 'server_error', committed: true }, 'unknown', ['successful']],
  [{ kind: 'rate_limited', retry_after: 2 }, 'successful', ['successful']],
  [{ kind: 'rate_limited', retry_after: 60 }, 'unknown', []],
  [{ kind: 'closed_before' }, 'successful', ['successful']],
  [{ kind: 'closed_after' }, 'unknown', ['successful']],
  [{ kind: 'truncated' }, 'unknown', ['successful']],
  [{ kind: 'invalid_json' }, 'unknown', ['successful']],
  [{ kind: 'wrong_schema' }, 'unknown', ['successful']],
  [{ kind: 'html' }, 'unknown', ['successful']],
  [{ kind: 'slow', delay_ms: 2_000 }, 'successful', ['successful']],
  [{ kind: 'slow', delay_ms: 300_000 }, 'unknown', ['successful']],
  [{ kind: 'job_slow', delay_ms: 10_000 }, 'successful', ['successful']],
  [{ kind: 'job_failed' }, 'unknown', ['successful']],
  [{ kind: 'job_lost' }, 'unknown', ['successful']],
];

const statuses = async (payer: SandboxPayer) => (await books(payer)).map(({ status }) => status);

describe('a transfer whose POST meets', () => {
  test.each(ONCE)('%j ends as %s, and the gateway has %j', async (fault, shown, booked) => {
    const payer = await payerWith(PAYS, { ...fault, endpoint: POST, requests: 1 });
    // A lost job is polled for another minute.
    await payer.pay(fault['delay_ms'] === 300_000 || fault.kind === 'job_lost' ? 80 : 12);
    expect([payer.outcome?.outcome, await statuses(payer)]).toEqual([shown, booked]);
    await judge(payer);
  });

  test.each<Fault>([
    { kind: 'server_error', committed: true },
    { kind: 'closed_after' },
    { kind: 'html' },
    { kind: 'job_failed' },
    { kind: 'job_lost' },
  ])('%j is never shown as failed, although the card was declined', async (fault) => {
    const payer = await payerWith(DECLINED, { ...fault, endpoint: POST, requests: 1 });
    await payer.pay(fault.kind === 'job_lost' ? 80 : 6);
    expect(payer.outcome?.outcome).toBe('unknown');
    await judge(payer);
  });
});

describe('a transfer that is sent again, because its answer was lost, at a gateway of this habit', () => {
  // Each form once, each time in other words.
  const habits = HABITS_OF_GATEWAYS.filter((_, index) => index % 31 === 0);

  test.each(habits.map((habit) => [habitText(habit), habit] as const))('%s: is unknown, and paid once', async (_, habit) => {
    const payer = await payerAt(habit, PAYS, { kind: 'closed_after', endpoint: POST, requests: 1 });
    await payer.pay(12);
    expect(payer.outcome?.outcome).toBe('unknown');
    expect((await statuses(payer)).filter((status) => status !== 'failed')).toEqual(['successful']);
    await judge(payer);
  });

  test.each(habits.map((habit) => [habitText(habit), habit] as const))(
    '%s: is asked about by its tracking id, never by the copy’s uid',
    async (_, habit) => {
      const payer = await payerAt(habit, PAYS, { kind: 'closed_after', endpoint: POST, requests: 1 });
      const asked: unknown[] = [];
      await payer.open(pair(PAYS), {
        resolveStatus: async ({ trackingId, uid }) => {
          asked.push(uid);
          const found = await payer.truth(trackingId);
          return { outcome: found.some(({ status }) => status === 'successful') ? 'successful' : 'unknown' };
        },
      });
      await payer.pay(12);
      expect(payer.outcome?.outcome).toBe('successful');
      expect(new Set(asked)).toEqual(new Set([undefined]));
    },
  );
});

describe('a transfer that succeeds while every poll meets', () => {
  test.each<Fault>([
    { kind: 'server_error' },
    { kind: 'rate_limited', retry_after: 1 },
    { kind: 'closed_before' },
    { kind: 'closed_after' },
    { kind: 'truncated' },
    { kind: 'html' },
    { kind: 'invalid_json' },
    { kind: 'wrong_schema' },
  ])('%j shows no false outcome, and success once the fault is gone', async (fault) => {
    const payer = await payerWith(PAYS);
    await quoted(payer);
    await switchOn(payer, { ...fault, endpoint: POLL });
    void payer.flow.submit();
    await payer.pass(5);
    expect([undefined, 'unknown']).toContain(payer.outcome?.outcome);
    await payer.sandbox.console('/sandbox/faults', { method: 'DELETE' });
    await payer.pass(12);
    expect([payer.outcome?.outcome, await statuses(payer)]).toEqual([
      payer.words.includes('unknown') ? 'unknown' : 'successful',
      ['successful'],
    ]);
    await judge(payer);
  });
});

describe('a check that meets', () => {
  test.each<Fault>([
    { kind: 'server_error' },
    { kind: 'rate_limited' },
    { kind: 'closed_before' },
    { kind: 'truncated' },
    { kind: 'wrong_schema' },
    { kind: 'html' },
    { kind: 'job_failed' },
    { kind: 'job_lost' },
    { kind: 'slow', delay_ms: 300_000 },
  ])('%j moves no money and leaves the form usable', async (fault) => {
    const payer = await payerWith(PAYS, { ...fault, endpoint: CHECK });
    await payer.pay(2);
    expect(await statuses(payer)).toEqual([]);
    expect(payer.flow.state.step).toBe('details');
    await payer.sandbox.console('/sandbox/faults', { method: 'DELETE' });
    await payer.pass(fault.kind === 'slow' ? 60 : 5);
    // The first press shows the price that could not be fetched before; the second one pays it.
    await payer.pay(2);
    await payer.pay(5);
    expect([payer.outcome?.outcome, await statuses(payer)]).toEqual(['successful', ['successful']]);
  });
});

describe('with random faults', () => {
  const KINDS = [
    { kind: 'server_error' },
    { kind: 'server_error', committed: true },
    { kind: 'rate_limited', retry_after: 1 },
    { kind: 'closed_before' },
    { kind: 'closed_after' },
    { kind: 'truncated' },
    { kind: 'wrong_schema' },
    { kind: 'html' },
    { kind: 'slow', delay_ms: 4_000 },
    { kind: 'job_slow', delay_ms: 6_000 },
    { kind: 'job_failed' },
    { kind: 'job_lost' },
  ];

  test.each([
    [1, PAYS],
    [2, PAYS],
    [3, PAYS],
    [4, DECLINED],
    [5, CHALLENGED],
    [6, PAYS],
    [7, PAYS],
    [8, PAYS],
  ])('by seed %i, the card %s pays at most once and no false outcome shows', async (seed, number) => {
    const payer = await payerAt(HABITS_OF_GATEWAYS[(seed * 37) % HABITS_OF_GATEWAYS.length]!, number);
    await quoted(payer);
    for (const [index, fault] of KINDS.entries())
      await switchOn(payer, { ...fault, probability: 0.12, seed: seed * 100 + index });
    void payer.flow.submit();
    await payer.pass(15);
    expect(payer.words).toContain('transferring');
    await judge(payer);
    // The faults are over.
    await payer.sandbox.console('/sandbox/faults', { method: 'DELETE' });
    await payer.pass(8);
    await judge(payer);
  });
});
