import { describe, expect, test } from 'vitest';
import { byNow } from '../../clock/manual-clock.js';
import { fixed } from '../rig/fixed-order.js';
import { onDemand } from '../rig/merchant-answers.js';
import { OrderRig } from '../rig/order-rig.js';
import { countingRandom, PaperCards, Rig } from '../rig/rig.js';
import { done, possible, transaction } from '../../../demo/scripted/script.js';

/** The questions to the payer, from the state. */
const asked = (rig: Rig): string | undefined => {
  const { state } = rig.flow;
  return state.step === 'details' && state.quote.status === 'given' ? state.quote.confirm : undefined;
};
const sent = (rig: Rig): number => rig.gateway.of('transfer').length;

/** A rig whose two cards are the same. */
function sameCards(...rest: ConstructorParameters<typeof Rig>): Rig {
  const rig = new Rig(...rest);
  rig.cards.sameCard = true;
  return rig;
}

/** Edits a card as the payer does. */
async function edit(rig: Rig, change: Partial<Pick<PaperCards, 'sameCard'>> = {}): Promise<void> {
  Object.assign(rig.cards, { revision: rig.cards.revision + 1, ...change });
  rig.flow.changed();
  await rig.clock.advance(2000);
}

describe('the same card on both sides', () => {
  test('is asked about once, and sent with the second press', async () => {
    const rig = sameCards();
    await rig.pay(2000);
    expect([asked(rig), sent(rig)]).toEqual(['same_card', 0]);
    await rig.press(2000);
    expect(rig.outcome?.outcome).toBe('successful');
    expect(sent(rig)).toBe(1);
  });

  test('the second click of a double click is no confirmation', async () => {
    const rig = sameCards();
    await rig.pay(1499);
    await rig.press(0);
    expect([asked(rig), sent(rig)]).toEqual(['same_card', 0]);
    await rig.clock.advance(1);
    await rig.press(2000);
    expect(sent(rig)).toBe(1);
  });

  test('a clock that is set back between the two presses does not delay the confirmation', async () => {
    const rig = sameCards();
    await rig.pay(2000);
    expect(asked(rig)).toBe('same_card');
    rig.clock.setWall(-3_600_000);
    await rig.press(2000);
    expect(sent(rig)).toBe(1);
  });

  test('two presses at once are one question', async () => {
    const rig = sameCards();
    await rig.quote();
    void rig.flow.submit();
    await rig.press(2000);
    expect([asked(rig), sent(rig)]).toEqual(['same_card', 0]);
  });

  test('an edit of either card drops the question, and the next press asks about the new cards', async () => {
    const rig = sameCards();
    await rig.pay(2000);
    await edit(rig);
    expect(asked(rig)).toBeUndefined();
    await rig.press(2000);
    expect([asked(rig), sent(rig)]).toEqual(['same_card', 0]);
    await edit(rig, { sameCard: false });
    await rig.press(2000);
    expect(sent(rig)).toBe(1);
  });

  test('another amount drops the question as well', async () => {
    const rig = sameCards();
    await rig.pay(2000);
    rig.settings = { ...rig.settings, amount: 20_000 };
    rig.flow.changed();
    await rig.clock.advance(2000);
    await rig.press(2000);
    expect([asked(rig), sent(rig)]).toEqual(['same_card', 0]);
  });

  test('another try after a decline needs another confirmation', async () => {
    const rig = sameCards();
    rig.gateway.replies.job = [done(transaction('failed'))];
    await rig.pay(2000);
    await rig.press(2000);
    expect(rig.outcome?.outcome).toBe('failed');
    await rig.clock.advance(30_000);
    rig.flow.tryAgain();
    await rig.clock.advance(2000);
    await rig.press(2000);
    expect([asked(rig), sent(rig)]).toEqual(['same_card', 1]);
  });

  test('an attempt that the merchant stops after the confirmation is not asked about again', async () => {
    let stops = true;
    const rig = sameCards({ confirm: () => !stops });
    await rig.pay(2000);
    expect(asked(rig)).toBe('same_card');
    await rig.press(2000);
    expect(sent(rig)).toBe(0);
    stops = false;
    await rig.press(2000);
    expect(sent(rig)).toBe(1);
  });
});

describe('several questions', () => {
  const risen = possible({ bank_fee: 9, currency: 'USD' });

  test('an unseen price and the same card: one after the other, a press for each', async () => {
    const rig = sameCards();
    await rig.press(2000);
    expect(asked(rig)).toBe('first_seen');
    await rig.press(2000);
    expect([asked(rig), sent(rig)]).toEqual(['same_card', 0]);
    await rig.press(2000);
    expect(sent(rig)).toBe(1);
  });

  test('a press at the moment when the price arrives does not confirm it', async () => {
    const rig = new Rig();
    await rig.press(600);
    expect(asked(rig)).toBe('first_seen');
    await rig.press(1000);
    expect([asked(rig), sent(rig)]).toEqual(['first_seen', 0]);
    await rig.clock.advance(500);
    await rig.press(2000);
    expect(sent(rig)).toBe(1);
  });

  test('a confirmation for one price does not count for a higher one', async () => {
    const rig = sameCards();
    await rig.pay(2000);
    rig.gateway.replies.checkJob = [{ status: 'done', job_id: 'job-check', response: risen }];
    await rig.clock.advance(5 * 60_000);
    await rig.press(2000);
    expect([asked(rig), sent(rig)]).toEqual(['risen', 0]);
    await rig.press(2000);
    expect([asked(rig), sent(rig)]).toEqual(['same_card', 0]);
    await rig.press(2000);
    expect(sent(rig)).toBe(1);
  });

  test('the same card and an attempt in doubt: neither press confirms both', async () => {
    const rig = new Rig();
    rig.gateway.replies.job = [{ status: 'new', job_id: 'job-transfer' }];
    await rig.pay(40_000);
    const other = sameCards({ random: countingRandom('other') }, rig);
    await byNow(other.flow.resume());
    await other.press(2000);
    expect(asked(other)).toBe('first_seen');
    await other.press(2000);
    expect(asked(other)).toBe('same_card');
    await other.press(1000);
    expect([asked(other), sent(rig)]).toEqual(['unfinished', 1]);
    await other.press(1000);
    expect([asked(other), sent(rig)]).toEqual(['unfinished', 1]);
    await other.press(2000);
    expect(sent(rig)).toBe(2);
  });

  test('a confirmation that was not used does not count for the next price', async () => {
    let stops = true;
    const rig = sameCards({ confirm: () => !stops });
    await rig.pay(2000);
    await rig.press(2000);
    expect(sent(rig)).toBe(0);
    stops = false;
    rig.gateway.replies.checkJob = [{ status: 'done', job_id: 'job-check', response: risen }];
    await rig.clock.advance(5 * 60_000);
    await rig.press(2000);
    expect(asked(rig)).toBe('risen');
    await rig.press(2000);
    expect([asked(rig), sent(rig)]).toEqual(['same_card', 0]);
  });

  test('a confirmation of an order’s repetition does not count once its price has changed, there and back', async () => {
    const first = new OrderRig();
    await first.pay();
    await first.clock.advance(31_000);
    let stops = true;
    const second = new OrderRig({ confirm: () => !stops }, first);
    const confirms = (): unknown => second.flow.state.step === 'details' && second.flow.state.quote;
    await second.pay(2000);
    expect(confirms()).toMatchObject({ confirm: 'repeated', isUnread: false });
    await second.pay(2000);
    stops = false;
    for (const amount of [5, 1999]) {
      second.settings = { ...second.settings, amount };
      second.flow.changed();
    }
    await second.clock.advance(2000);
    expect(confirms()).toMatchObject({ confirm: 'risen', isUnread: false });
    await second.pay(2000);
    expect(confirms()).toMatchObject({ confirm: 'repeated', isUnread: false });
    expect(first.gateway.of('transfer')).toHaveLength(1);
  });

  test('news about the order do not prolong the time to read the question', async () => {
    const { resolveStatus, answer: say } = onDemand();
    const rig = fixed(new Rig({ resolveStatus }));
    await byNow(rig.flow.resume());
    await rig.press(600);
    expect(rig.flow.state).toMatchObject({ quote: { confirm: 'first_seen', isUnread: true } });
    await rig.clock.advance(1000);
    say({ outcome: 'pending' });
    await rig.clock.advance(500);
    expect(rig.flow.state).toMatchObject({ elsewhere: {}, quote: { confirm: 'first_seen', isUnread: false } });
  });

  test('one payment that ended and one whose outcome is unknown: the question is about the unknown one', async () => {
    const rig = new Rig();
    rig.gateway.replies.job = [done(transaction('successful'))];
    await rig.pay(31_000);
    expect(rig.outcome?.outcome).toBe('successful');
    rig.gateway.replies.job = [{ status: 'new', job_id: 'job-transfer' }];
    const second = new Rig({ random: countingRandom('second') }, rig);
    await second.pay(2000);
    await second.press(40_000);
    expect(sent(rig)).toBe(2);
    const third = new Rig({ random: countingRandom('third') }, rig);
    await third.pay(2000);
    expect([asked(third), sent(rig)]).toEqual(['unfinished', 2]);
  });

  test('the payer is asked about a last-moment doubt alone: the earlier confirmation stays valid', async () => {
    class OtherSource extends PaperCards {
      override sameCard = true;

      override get state() {
        return { ...super.state, source: { last4: '4242' } };
      }
    }
    let go = (): void => undefined;
    const sentElsewhere = new Promise<void>((resolve) => (go = resolve));
    const rig = new Rig();
    rig.gateway.replies.job = [{ status: 'new', job_id: 'job-transfer' }];
    const other = new Rig({ cards: new OtherSource(), random: countingRandom('other'), prepare: () => sentElsewhere }, rig);
    await other.pay(2000);
    expect(asked(other)).toBe('same_card');
    await other.press(100);
    await rig.pay(2000);
    go();
    await rig.clock.advance(2000);
    expect([asked(other), sent(rig)]).toEqual(['unfinished', 1]);
    await other.press(2000);
    expect(sent(rig)).toBe(2);
  });
});
