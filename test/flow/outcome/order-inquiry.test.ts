import { describe, expect, test, vi } from 'vitest';
import type { TransferFlowOptions } from '../../../src/flow/transfer-flow.js';
import { byNow } from '../../clock/manual-clock.js';
import { type Answer, answering, onDemand, PAID, SUM } from '../rig/merchant-answers.js';
import { OrderRig } from '../rig/order-rig.js';
import { Rig } from '../rig/rig.js';
import { fixed, ABOUT_ORDER } from '../rig/fixed-order.js';
import { accepted, done, transaction } from '../../../demo/scripted/script.js';

describe('a fixed tracking id is one order', () => {
  test('checked at set-up: a paid order shows as paid, and nothing is sent', async () => {
    const resolveStatus = answering(PAID);
    const rig = fixed(new Rig({ resolveStatus }));
    expect(await byNow(rig.flow.resume())).toBe(false);
    await rig.clock.advance(0);
    expect(resolveStatus.mock.calls).toEqual([[ABOUT_ORDER]]);
    expect(rig.flow.state).toEqual({
      step: 'outcome',
      attempt: { trackingId: 'order-1', ...SUM },
      result: { outcome: 'successful', transaction: undefined },
      rule: 'shop_successful',
    });
    expect(rig.flow.mayFollow).toBe(false);
    expect(rig.cards.cleared).toEqual(['all']);
    expect(rig.clock.waits).toEqual([]);
  });

  test('a paid order is not paid again by a second visit, even with the browser’s storage cleared', async () => {
    const first = fixed(new Rig({}));
    await first.pay(3000);
    expect(first.outcome).toMatchObject({ outcome: 'successful' });
    first.local.entries.clear();
    const second = fixed(new Rig({ resolveStatus: answering(PAID) }, first));
    await byNow(second.flow.resume());
    await second.pay(3000);
    expect(second.outcome).toMatchObject({ outcome: 'successful' });
    expect(first.gateway.of('transfer')).toHaveLength(1);
  });

  test('a paid order is still not sent after it was shown and reset', async () => {
    const rig = fixed(new Rig({ resolveStatus: answering(PAID) }));
    await byNow(rig.flow.resume());
    await rig.clock.advance(0);
    rig.flow.reset();
    await rig.pay(3000);
    expect(rig.flow.state).toEqual({
      step: 'outcome',
      attempt: { trackingId: 'order-1', ...SUM },
      result: { outcome: 'successful', transaction: undefined },
      rule: 'shop_successful',
    });
    expect(rig.gateway.of('transfer')).toEqual([]);
  });

  test('an order that is known to be paid, with another sum than the page asks for by then, is paid only after a question', async () => {
    const { resolveStatus, answer } = onDemand();
    const rig = fixed(new Rig({ resolveStatus }));
    await byNow(rig.flow.resume());
    rig.settings = { ...rig.settings, trackingId: undefined };
    rig.flow.changed();
    answer(PAID);
    await rig.clock.advance(0);
    expect(rig.flow.state.step).toBe('details');
    rig.settings = { ...rig.settings, trackingId: 'order-1', amount: 20_000 };
    await rig.pay(2000);
    expect(rig.flow.state).toMatchObject({ step: 'details', quote: { confirm: 'unanswered' } });
    expect(rig.gateway.of('transfer')).toEqual([]);
  });

  test('nothing is asked before the form is set up: this browser’s own record may decide', () => {
    const resolveStatus = answering(PAID);
    const rig = fixed(new Rig({ resolveStatus }));
    rig.flow.changed();
    expect(resolveStatus).not.toHaveBeenCalled();
  });

  test.each<[string, Answer]>([
    ['has failed', { outcome: 'failed', ...SUM }],
    ['has failed, with no or another sum', { outcome: 'failed', amount: 1 }],
    ['is not known', { outcome: 'unknown' }],
  ])('an order that %s by the server’s answer can be paid', async (_, answer) => {
    const rig = fixed(new Rig({ resolveStatus: answering(answer) }));
    await byNow(rig.flow.resume());
    await rig.clock.advance(0);
    expect(rig.states.some((state) => 'elsewhere' in state && state.elsewhere)).toBe(false);
    await rig.pay(3000);
    expect(rig.reports).toEqual([]);
    expect(rig.gateway.of('transfer')).toHaveLength(1);
    expect(rig.outcome).toMatchObject({ outcome: 'successful' });
  });

  test('an order that is being paid elsewhere says so at once, names the bank’s page, and is paid only after a question', async () => {
    const redirectUrl = 'https://bank.example/3ds';
    const rig = fixed(new Rig({ resolveStatus: answering({ outcome: 'pending', redirectUrl }) }));
    await byNow(rig.flow.resume());
    await rig.clock.advance(0);
    expect(rig.flow.state).toMatchObject({ step: 'details', elsewhere: { redirectUrl } });
    await rig.pay(1000);
    expect(rig.gateway.of('transfer')).toEqual([]);
    expect(rig.flow.state).toMatchObject({ quote: { confirm: 'pending', isUnread: true }, elsewhere: { redirectUrl } });
    await rig.press(1000);
    expect(rig.gateway.of('transfer')).toEqual([]);
    await rig.press(1000);
    expect(rig.gateway.of('transfer')).toHaveLength(1);
  });

  test.each(['left', 'ended'])('an answer that comes when the payment has %s changes nothing', async (when) => {
    const slow = onDemand();
    const resolveStatus = answering({ outcome: 'failed' }).mockImplementationOnce(slow.resolveStatus);
    const rig = fixed(new Rig({ resolveStatus }));
    await byNow(rig.flow.resume());
    await rig.clock.advance(3000);
    rig.gateway.replies.job = [accepted(), done(transaction('failed', { message: 'Declined' }))];
    await rig.pay(2000);
    await rig.press(550);
    expect(rig.flow.state.step).toBe('transferring');
    if (when === 'ended') await rig.clock.advance(2000);
    const { cleared } = rig.cards;
    const before = [...cleared];
    slow.answer(PAID);
    await rig.clock.advance(0);
    expect(cleared).toEqual(before);
    await rig.clock.advance(2000);
    expect(rig.outcome).toMatchObject({ outcome: 'failed' });
    expect(rig.cards.cleared).toEqual(['verification_value']);
  });

  test('an order that this browser has seen fail is shown, and not asked about as if nothing were known', async () => {
    const one = fixed(new Rig());
    one.gateway.replies.job = [done(transaction('failed', { message: 'Declined' }))];
    await one.pay(2000);
    const resolveStatus = answering({ outcome: 'unknown' });
    const two = fixed(new Rig({ resolveStatus }, one));
    void two.flow.resume();
    await two.clock.advance(3000);
    expect(two.outcome).toMatchObject({ outcome: 'failed' });
    two.flow.changed();
    expect(resolveStatus).not.toHaveBeenCalledWith(ABOUT_ORDER);
  });

  test('an address that the payer may not be sent to is not shown', async () => {
    const rig = fixed(new Rig({ resolveStatus: answering({ outcome: 'pending', redirectUrl: 'javascript:alert(1)' }) }));
    await byNow(rig.flow.resume());
    await rig.clock.advance(0);
    expect(rig.flow.state).toMatchObject({ elsewhere: { redirectUrl: undefined } });
  });

  test.each<[string, Answer, string[], string]>([
    ['was paid with another amount', { ...PAID, amount: 9_999 }, ['resolve_status_mismatch'], 'unanswered'],
    [
      'was paid with an amount that can’t be read',
      { ...PAID, amount: '100.00' as never },
      ['resolve_status_mismatch'],
      'unanswered',
    ],
    ['was paid in another currency', { ...PAID, currency: 'EUR' }, ['resolve_status_mismatch'], 'unanswered'],
    [
      'was paid in another currency, without an amount',
      { outcome: 'successful', currency: 'EUR' },
      ['resolve_status_mismatch'],
      'unanswered',
    ],
    ['was paid, without a sum', { outcome: 'successful' }, ['resolve_status_mismatch'], 'reported_paid'],
    [
      'was paid, without an amount',
      { outcome: 'successful', amount: null as never, currency: 'USD' },
      ['resolve_status_mismatch'],
      'reported_paid',
    ],
    ['was paid, without a currency', { outcome: 'successful', amount: 10_000 }, ['resolve_status_mismatch'], 'reported_paid'],
    ['has an invalid outcome', { outcome: 'paid' } as unknown as Answer, ['resolve_status_failed'], 'unanswered'],
  ])('an order that %s by the server’s answer is paid only after a question', async (_, answer, codes, confirm) => {
    const rig = fixed(new Rig({ resolveStatus: answering(answer) }));
    await byNow(rig.flow.resume());
    await rig.clock.advance(0);
    expect(rig.flow.state.step).toBe('details');
    expect(rig.reports.map(({ code }) => code)).toEqual(codes);
    await rig.pay(2000);
    expect(rig.gateway.of('transfer')).toEqual([]);
    expect(rig.flow.state).toMatchObject({ quote: { confirm } });
    await rig.press(3000);
    expect(rig.gateway.of('transfer')).toHaveLength(1);
    expect(rig.outcome).toMatchObject({ outcome: 'successful' });
  });

  test.each<[string, TransferFlowOptions['resolveStatus']]>([
    ['rejects', () => Promise.reject(new Error('500'))],
    [
      'throws',
      () => {
        throw new Error('bug');
      },
    ],
  ])('where resolveStatus %s the payer is asked, and the error is reported each time', async (_, resolveStatus) => {
    const rig = fixed(new Rig({ resolveStatus }));
    await byNow(rig.flow.resume());
    await rig.pay(2000);
    expect(rig.gateway.of('transfer')).toEqual([]);
    await rig.press(3000);
    expect(rig.gateway.of('transfer')).toHaveLength(1);
    const error = { code: 'resolve_status_failed', party: 'merchant' };
    expect(rig.reports).toMatchObject([error, error, error]);
  });

  test('an order that is known to be paid is not checked again', async () => {
    const resolveStatus = answering(PAID);
    const rig = fixed(new Rig({ resolveStatus }));
    await byNow(rig.flow.resume());
    await rig.clock.advance(0);
    rig.flow.reset();
    await rig.clock.advance(600_000);
    await rig.pay(3000);
    expect(resolveStatus).toHaveBeenCalledTimes(1);
    expect(rig.gateway.of('transfer')).toEqual([]);
  });

  test('this browser’s own record decides without a check', async () => {
    const first = fixed(new Rig({}));
    await first.pay(3000);
    const resolveStatus = answering({ outcome: 'unknown' });
    const second = fixed(new Rig({ resolveStatus }, first));
    void second.flow.resume();
    await second.clock.advance(3000);
    expect(second.outcome).toMatchObject({ outcome: 'successful' });
    second.flow.reset();
    second.flow.changed();
    expect(resolveStatus).not.toHaveBeenCalled();
  });

  test('an id that is set later is checked once, as is one set before resolveStatus', async () => {
    const late: { resolveStatus?: TransferFlowOptions['resolveStatus'] } = {};
    const rig = fixed(
      new Rig({
        get resolveStatus() {
          return late.resolveStatus;
        },
      }),
    );
    await byNow(rig.flow.resume());
    const resolveStatus = answering({ outcome: 'unknown' });
    late.resolveStatus = resolveStatus;
    rig.flow.changed();
    rig.flow.changed();
    rig.settings = { ...rig.settings, trackingId: 'order-2' };
    rig.flow.changed();
    // Frameworks set another function at each render.
    late.resolveStatus = (question) => resolveStatus(question);
    rig.flow.changed();
    rig.settings = { ...rig.settings, trackingId: 'order-1' };
    rig.flow.changed();
    await rig.clock.advance(0);
    expect(resolveStatus.mock.calls).toEqual([[ABOUT_ORDER], [{ ...ABOUT_ORDER, trackingId: 'order-2' }]]);
  });

  test('an answer about the previous id does not end the form of the next', async () => {
    const { resolveStatus, answer } = onDemand();
    const rig = fixed(new Rig({ resolveStatus }));
    await byNow(rig.flow.resume());
    const first = answer;
    rig.settings = { ...rig.settings, trackingId: undefined };
    rig.flow.changed();
    first(PAID);
    await rig.clock.advance(0);
    expect(rig.flow.state.step).toBe('details');
  });

  test('an id that prepare supplies is another order', async () => {
    const resolveStatus = answering(PAID);
    const rig = fixed(new Rig({ resolveStatus, prepare: () => Promise.resolve({ trackingId: 'attempt-2' }) }));
    await byNow(rig.flow.resume());
    await rig.clock.advance(0);
    expect(rig.outcome).toMatchObject({ outcome: 'successful' });
    expect(rig.flow.mayFollow).toBe(true);
    rig.flow.reset();
    await rig.pay(3000);
    expect(rig.gateway.of('transfer')).toHaveLength(1);
    expect(rig.trackingId).toBe('attempt-2');
  });

  test('without a fixed id there is no check at set-up', async () => {
    const resolveStatus = answering(PAID);
    const rig = new Rig({ resolveStatus });
    await byNow(rig.flow.resume());
    await rig.pay(3000);
    expect(resolveStatus).not.toHaveBeenCalled();
  });

  test('a product’s order is checked once its price is known', async () => {
    const resolveStatus = answering({ outcome: 'successful', amount: 1999, currency: 'USD' });
    const rig = new OrderRig({ resolveStatus });
    const known = { ...rig.settings, trackingId: 'order-1' };
    rig.settings = { ...known, amount: undefined, currency: '' };
    await byNow(rig.flow.resume());
    expect(resolveStatus).not.toHaveBeenCalled();
    rig.settings = known;
    rig.flow.changed();
    await rig.clock.advance(0);
    expect(resolveStatus.mock.calls).toEqual([[ABOUT_ORDER]]);
    expect(rig.outcome).toMatchObject({ outcome: 'successful' });
    await rig.pay(3000);
    expect(rig.gateway.of('transfer')).toEqual([]);
  });
});

describe('a form that was replaced while its question was open', () => {
  test.each<[about: string, ask: (rig: Rig) => Promise<unknown>]>([
    ['its order', (rig) => rig.flow.resume()],
    ['the uid in the address', (rig) => rig.flow.resumeElsewhere('uid-9')],
  ])('shows the answer about %s, and leaves the cards to the form that has them now', async (_, ask) => {
    const { resolveStatus, answer } = onDemand();
    const old = fixed(new Rig({ resolveStatus }));
    void ask(old);
    await old.clock.advance(0);
    expect(resolveStatus).toHaveBeenCalledTimes(1);
    old.flow.detach();
    const next = new Rig({ cards: old.cards }, old, true);
    await next.quote();
    answer(PAID);
    await old.clock.advance(0);
    expect(old.outcome).toMatchObject({ outcome: 'successful' });
    expect(old.cards.cleared).toEqual([]);
    await next.press(3000);
    expect(next.outcome).toMatchObject({ outcome: 'successful' });
    expect(old.cards.cleared).toEqual(['all']);
  });
});

describe('a uid in the address, and a fixed tracking id', () => {
  test('the order is checked first, without the uid: a made-up uid does not hide that it is paid', async () => {
    const resolveStatus = vi.fn(({ uid }: { uid: string | undefined }): Promise<Answer> =>
      Promise.resolve(uid === undefined ? PAID : { outcome: 'unknown' }),
    );
    const rig = fixed(new Rig({ resolveStatus }));
    await byNow(rig.flow.resume());
    await byNow(rig.flow.resumeElsewhere('uid-9'));
    await rig.clock.advance(0);
    expect(resolveStatus.mock.calls).toEqual([[ABOUT_ORDER]]);
    expect(rig.flow.state).toMatchObject({ step: 'outcome', attempt: { trackingId: 'order-1' } });
  });

  test('an order that is known to be paid is shown at once, and the uid is not asked about', async () => {
    const resolveStatus = answering(PAID);
    const rig = fixed(new Rig({ resolveStatus }));
    await byNow(rig.flow.resume());
    await rig.clock.advance(0);
    rig.flow.reset();
    await byNow(rig.flow.resumeElsewhere('uid-9'));
    await rig.clock.advance(0);
    expect(resolveStatus.mock.calls).toEqual([[ABOUT_ORDER]]);
    expect(rig.flow.state).toMatchObject({ step: 'outcome', attempt: { trackingId: 'order-1', ...SUM } });
  });

  test('then the uid is checked too; if it stays unconfirmed, there is a way to the form', async () => {
    const resolveStatus = answering({ outcome: 'unknown' });
    const rig = fixed(new Rig({ resolveStatus }));
    await byNow(rig.flow.resume());
    await byNow(rig.flow.resumeElsewhere('uid-9'));
    expect(resolveStatus.mock.calls).toEqual([[ABOUT_ORDER], [{ ...ABOUT_ORDER, uid: 'uid-9' }]]);
    expect(rig.flow.state).toEqual({ step: 'unrecognized', uid: 'uid-9' });
    rig.flow.reset();
    await rig.pay(3000);
    expect(rig.gateway.of('transfer')).toHaveLength(1);
  });

  test('a failure that the server reports for the order’s id alone is shown, and the form is offered again', async () => {
    const rig = fixed(new Rig({ resolveStatus: answering({ outcome: 'failed', ...SUM }) }));
    await byNow(rig.flow.resume());
    await byNow(rig.flow.resumeElsewhere('CALL-1-217-555-0100'));
    expect(rig.flow.state).toEqual({
      step: 'outcome',
      attempt: { trackingId: 'order-1', ...SUM },
      result: { outcome: 'failed', transaction: undefined },
      rule: 'shop_failed',
    });
    expect(rig.flow.mayTryAgain).toBe(true);
  });
});
