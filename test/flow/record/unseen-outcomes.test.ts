import { expect, test } from 'vitest';
import { byNow } from '../../clock/manual-clock.js';
import { Rig } from '../rig/rig.js';
import { done, transaction } from '../../../demo/scripted/script.js';

const successful = done(transaction('successful'));

/** A payment that ends while its form is out of the page. */
async function endedUnseen(status: 'successful' | 'failed' = 'successful'): Promise<Rig> {
  let isShown = true;
  const rig = new Rig({ isShown: () => isShown });
  rig.gateway.replies.job = [done(transaction(status))];
  await rig.quote();
  const pressed = rig.flow.submit();
  isShown = false;
  await rig.clock.advance(5000);
  await pressed;
  expect(rig.outcome?.outcome).toBe(status);
  return rig;
}

test.each(['successful', 'failed'] as const)(
  'an attempt that ends %s without a visible form is given to the next form, once',
  async (status) => {
    const left = await endedUnseen(status);
    const next = new Rig({}, left, true);
    expect(await byNow(next.flow.resume(undefined, 0))).toBe(false);
    expect(await next.flow.unseen.claim()).toMatchObject([
      { tracking_id: 'own-1', outcome: status, amount: 10_000, recipient_last_4: '1006' },
    ]);
    expect(await next.flow.unseen.claim()).toEqual([]);
    const other = new Rig({}, left);
    expect(await other.flow.unseen.claim()).toEqual([]);
    // It is no outcome of that form's own payment.
    expect(next.course).toEqual([]);
  },
);

test('after an unseen outcome was given out, a reload shows the form, as the page did', async () => {
  const left = await endedUnseen();
  const next = new Rig({}, left, true);
  await next.flow.unseen.claim();
  const reloaded = new Rig({}, left, true);
  expect(await byNow(reloaded.flow.resume(undefined, left.clock.now() + 1))).toBe(false);
});

test('a form with the same fixed tracking id takes it as its own outcome, and it counts as seen', async () => {
  let isShown = true;
  const rig = new Rig({ isShown: () => isShown });
  rig.settings = { ...rig.settings, trackingId: 'order-1' };
  rig.gateway.replies.job = [successful];
  await rig.quote();
  const pressed = rig.flow.submit();
  isShown = false;
  await rig.clock.advance(5000);
  await pressed;
  const next = new Rig({}, rig, true);
  next.settings = { ...next.settings, trackingId: 'order-1' };
  const resumed = next.flow.resume(undefined, 0);
  await rig.clock.advance(5000);
  expect(await byNow(resumed)).toBe(true);
  expect(next.course).toEqual(['settling', 'successful']);
  expect(await new Rig({}, rig).flow.unseen.claim()).toEqual([]);
});

test('a hidden form, or one that shows something else, takes no unseen outcome', async () => {
  const left = await endedUnseen();
  expect(await new Rig({ isShown: () => false }, left).flow.unseen.claim()).toEqual([]);
  expect(await left.flow.unseen.claim()).toEqual([]);
  expect(await new Rig({ isTaken: (id) => id === 'own-1' }, left).flow.unseen.claim()).toEqual([]);
  expect(await new Rig({}, left).flow.unseen.claim()).toHaveLength(1);
});
