import { expect, test, vi } from 'vitest';
import { Rig } from './rig/rig.js';
import { accepted, answer, errorBody } from '../../demo/scripted/script.js';

// A lost connection is the connection's fault, not the shop's.

/** What browsers and Node throw when a fetch reaches no server, and how a shop's own time limit looks. */
const LOST: readonly (readonly [string, Error])[] = [
  ['Chrome', new TypeError('Failed to fetch')],
  ['Firefox', new TypeError('NetworkError when attempting to fetch resource.')],
  ['Safari', new TypeError('Load failed')],
  ['Safari offline', new TypeError('The Internet connection appears to be offline.')],
  ['Node', new TypeError('fetch failed')],
  ['a time limit', new DOMException('signal timed out', 'TimeoutError')],
];

test.each(LOST)(
  '%s: a fetch in prepare that reaches no server blames the connection, and the known fee stays',
  async (_, cause) => {
    const prepare = vi.fn<() => Promise<undefined>>(() => Promise.reject(cause));
    const rig = new Rig({ prepare });
    await rig.pay();
    expect(rig.flow.state).toMatchObject({
      step: 'details',
      trouble: { code: 'prepare_failed', party: 'network', cause },
      quote: { status: 'given', price: { amount: 10_000 } },
    });
    expect(rig.gateway.of('transfer')).toEqual([]);
    const checks = rig.gateway.of('check').length;
    prepare.mockResolvedValue(undefined);
    await rig.press(2000);
    expect(rig.outcome?.outcome).toBe('successful');
    expect(rig.gateway.of('check')).toHaveLength(checks);
  },
);

test.each([
  ['a mistake in it', new TypeError("Cannot read properties of undefined (reading 'ok')")],
  ['its own error', new Error('The order could not be opened: 500')],
])('%s stays the merchant’s', async (_, cause) => {
  const rig = new Rig({ prepare: () => Promise.reject(cause) });
  await rig.pay();
  expect(rig.flow.state).toMatchObject({ trouble: { party: 'merchant', cause }, quote: { status: 'given' } });
});

test('a prepare that never answers is as one that can’t be reached', async () => {
  const rig = new Rig({ prepare: () => new Promise<never>(() => {}) });
  await rig.pay(31_000);
  expect(rig.flow.state).toMatchObject({ trouble: { code: 'prepare_failed', party: 'network' }, quote: { status: 'given' } });
});

test('in resolveStatus, a lost connection changes no outcome; the developer gets the cause, once', async () => {
  const cause = new TypeError('Failed to fetch');
  const rig = new Rig({ resolveStatus: () => Promise.reject(cause) });
  rig.gateway.replies.job = [answer(404, errorBody({}, 'not_found'))];
  await rig.pay(120_000);
  expect(rig.outcome).toEqual({ outcome: 'unknown', reason: 'job_lost' });
  expect(rig.reports).toMatchObject([{ code: 'resolve_status_failed', cause }]);
});

test.each(['online', 'in view'])('a fee check that lost the connection goes on by itself once the page is %s again', async () => {
  const rig = new Rig();
  rig.gateway.replies.check = [new TypeError('Failed to fetch')];
  await rig.quote();
  expect(rig.flow.state).toMatchObject({ quote: { status: 'unavailable', error: { code: 'network_unreachable' } } });
  rig.presence.away = true;
  rig.gateway.replies.check = [accepted('job-check')];
  const asked = rig.gateway.of('check').length;
  await rig.clock.advance(60_000);
  expect(rig.gateway.of('check')).toHaveLength(asked);
  rig.presence.away = false;
  await rig.clock.advance(2000);
  expect(rig.gateway.of('check')).toHaveLength(asked + 1);
  expect(rig.flow.state).toMatchObject({ quote: { status: 'given' } });
  expect(rig.presence.listeners).toBe(0);
});

test('a check that the gateway answered is not repeated by a return; neither is one whose form has gone', async () => {
  const refused = new Rig();
  refused.gateway.replies.check = [answer(500, '')];
  await refused.quote();
  const gone = new Rig();
  gone.gateway.replies.check = [new TypeError('Failed to fetch')];
  await gone.quote();
  gone.flow.detach();
  await gone.clock.advance(0);
  for (const rig of [refused, gone]) {
    const asked = rig.gateway.of('check').length;
    rig.presence.away = true;
    rig.presence.away = false;
    await rig.clock.advance(5000);
    expect(rig.gateway.of('check')).toHaveLength(asked);
    expect(rig.presence.listeners).toBe(0);
  }
});
