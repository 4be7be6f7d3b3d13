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
  'each form shows an attempt that ended %s without a visible form, until the payer closes its notice',
  async (status) => {
    const left = await endedUnseen(status);
    const next = new Rig({}, left, true);
    expect(await byNow(next.flow.resume(undefined, 0))).toBe(false);
    const told = { trackingId: 'own-1', outcome: status, amount: 10_000, recipient: { last4: '1006' } };
    const [notice] = await next.flow.unseen();
    expect(notice).toMatchObject(told);
    const other = new Rig({}, left);
    expect(await other.flow.unseen()).toMatchObject([told]);
    await next.flow.markSeen(notice);
    expect([...(await next.flow.unseen()), ...(await other.flow.unseen())]).toEqual([]);
    // It is no outcome of that form's own payment.
    expect(next.course).toEqual([]);
  },
);

test('after the notice of an unseen outcome was closed, a reload shows the form, as the page did', async () => {
  const left = await endedUnseen();
  const next = new Rig({}, left, true);
  await next.flow.markSeen((await next.flow.unseen())[0]);
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
  expect(await new Rig({}, rig).flow.unseen()).toEqual([]);
});

test('a form that shows something else, or whose page shows that outcome, tells of none', async () => {
  const left = await endedUnseen();
  expect(await left.flow.unseen()).toEqual([]);
  expect(await new Rig({ isTaken: (id) => id === 'own-1' }, left).flow.unseen()).toEqual([]);
  expect(await new Rig({}, left).flow.unseen()).toHaveLength(1);
});
