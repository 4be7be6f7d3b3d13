import { byNow } from '../../clock/manual-clock.js';
import { Rig } from '../rig/rig.js';
import { describe, expect, test, vi } from 'vitest';
import { type Answer, answering, never, onDemand, PAID, SUM } from '../rig/merchant-answers.js';
import { done, transaction } from '../../../demo/scripted/script.js';
import { fixed, ABOUT_ORDER } from '../rig/fixed-order.js';

describe('a fixed tracking id is one order', () => {
  test('a press waits for the answer; a paid order is not sent', async () => {
    const { resolveStatus, answer } = onDemand();
    const rig = fixed(new Rig({ resolveStatus }));
    await byNow(rig.flow.resume());
    await rig.pay(1000);
    expect(rig.flow.state.step).toBe('transferring');
    answer(PAID);
    await rig.clock.advance(5000);
    expect(rig.outcome).toMatchObject({ outcome: 'successful' });
    expect(rig.gateway.of('transfer')).toEqual([]);
    expect(rig.local.records).toEqual([]);
  });

  test('a press waits for 3 s from the start of the check, then the payer is asked', async () => {
    const rig = fixed(new Rig({ resolveStatus: never() }));
    await byNow(rig.flow.resume());
    await rig.quote();
    const waited = 600;
    await rig.press(2999 - waited);
    expect(rig.gateway.of('transfer')).toEqual([]);
    expect(rig.flow.state.step).toBe('transferring');
    await rig.clock.advance(1);
    expect(rig.gateway.of('transfer')).toEqual([]);
    expect(rig.flow.state).toMatchObject({ step: 'details', quote: { confirm: 'unanswered', isUnread: true } });
    await rig.clock.advance(1500);
    await rig.press(0);
    expect(rig.gateway.of('transfer')).toHaveLength(1);
  });

  test('the answer to a question about one order does not count for another', async () => {
    let stops = false;
    const rig = fixed(new Rig({ resolveStatus: () => Promise.reject(new Error('500')), confirm: () => !stops }));
    await byNow(rig.flow.resume());
    await rig.pay(2000);
    expect(rig.flow.state).toMatchObject({ quote: { confirm: 'unanswered' } });
    stops = true;
    await rig.press(2000);
    stops = false;
    rig.settings = { ...rig.settings, trackingId: 'order-2' };
    rig.flow.changed();
    await rig.press(2000);
    expect(rig.gateway.of('transfer')).toEqual([]);
    expect(rig.flow.state).toMatchObject({ quote: { confirm: 'unanswered' } });
    await rig.press(2000);
    expect(rig.gateway.of('transfer')).toHaveLength(1);
  });

  test('a press after 3 s does not wait', async () => {
    const rig = fixed(new Rig({ resolveStatus: never() }));
    await byNow(rig.flow.resume());
    await rig.clock.advance(3000);
    await rig.quote();
    await rig.press(0);
    expect(rig.flow.state).toMatchObject({ quote: { confirm: 'unanswered' } });
  });

  test('cancel() ends a press that waits: back to the form, nothing sent', async () => {
    const rig = fixed(new Rig({ resolveStatus: never() }));
    await byNow(rig.flow.resume());
    await rig.pay(100);
    rig.flow.cancel();
    await rig.clock.advance(60_000);
    expect(rig.flow.state.step).toBe('details');
    expect(rig.gateway.of('transfer')).toEqual([]);
  });

  test('an answer after 3 s is shown while the payer still types, and changes nothing once the payment has left', async () => {
    const slow = onDemand();
    const typing = fixed(new Rig({ resolveStatus: slow.resolveStatus }));
    await byNow(typing.flow.resume());
    await typing.clock.advance(5000);
    slow.answer(PAID);
    await typing.clock.advance(0);
    expect(typing.outcome).toMatchObject({ outcome: 'successful' });

    const late = onDemand();
    const gone = fixed(new Rig({ resolveStatus: late.resolveStatus }));
    gone.gateway.replies.job = [done(transaction('failed', { tracking_id: 'order-1' }))];
    await byNow(gone.flow.resume());
    await gone.clock.advance(5000);
    await gone.quote();
    await gone.press(2000);
    void gone.flow.submit();
    await gone.clock.advance(0);
    expect(gone.gateway.of('transfer')).toHaveLength(1);
    late.answer(PAID);
    await gone.clock.advance(0);
    expect(gone.flow.state.step).toBe('transferring');
  });

  test('a press checks the order if set-up did not', async () => {
    const resolveStatus = answering(PAID);
    const rig = fixed(new Rig({ resolveStatus }));
    await rig.pay(3000);
    expect(resolveStatus.mock.calls).toEqual([[ABOUT_ORDER]]);
    expect(rig.gateway.of('transfer')).toEqual([]);
  });

  test('a press 30 s after an answer checks again: the order was paid elsewhere meanwhile', async () => {
    let known: Answer = { outcome: 'unknown' };
    const resolveStatus = vi.fn(() => Promise.resolve(known));
    const rig = fixed(new Rig({ resolveStatus }));
    await byNow(rig.flow.resume());
    await rig.clock.advance(29_000);
    await rig.quote();
    known = PAID;
    await rig.clock.advance(30_000 - 29_600);
    rig.flow.changed();
    expect(resolveStatus).toHaveBeenCalledTimes(1);
    await rig.press(0);
    expect(resolveStatus.mock.calls).toEqual([[ABOUT_ORDER], [ABOUT_ORDER]]);
    expect(rig.outcome).toMatchObject({ outcome: 'successful' });
    expect(rig.gateway.of('transfer')).toEqual([]);
  });

  test('a press up to 30 s after an answer, and any press while one is awaited, does not check again', async () => {
    const resolveStatus = answering({ outcome: 'failed', ...SUM });
    const rig = fixed(new Rig({ resolveStatus }));
    await byNow(rig.flow.resume());
    await rig.clock.advance(29_000);
    await rig.pay(0);
    expect(resolveStatus).toHaveBeenCalledTimes(1);
    expect(rig.gateway.of('transfer')).toHaveLength(1);

    const pending = never();
    const slow = fixed(new Rig({ resolveStatus: pending }));
    await byNow(slow.flow.resume());
    await slow.clock.advance(14_000);
    await slow.pay(0);
    expect(pending).toHaveBeenCalledTimes(1);
    expect(slow.flow.state).toMatchObject({ quote: { confirm: 'unanswered' } });
  });
});
