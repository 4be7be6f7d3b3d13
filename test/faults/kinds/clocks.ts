import { HABITS } from '../../../demo/gateway/issuer/habit.js';
import { HABITS_OF_GATEWAYS } from '../../flow/rig/habits.js';
import { jobNew } from '../injection/job-faults.js';
import {
  cut,
  diesCommitted,
  late,
  lostCommitted,
  refused,
  silenceCommitted,
  tokenRefusal,
  tokenRefusalCommitted,
} from '../injection/fault-list.js';
import type { Kind } from '../kind.js';

const JUMPS = [-86_400_000, -3_600_000, -31_000, -5000, -700, 700, 5000, 31_000, 960_000, 3_600_000] as const;

/** The device's clock is set, forward or back, while a payment waits for something. */
const jumps = (name: string, faults: Kind['faults'], when: readonly [from: number, to: number]): Kind => ({
  name: `clock: ${name}`,
  group: 'clock',
  terms: (dice) => ({ card: dice.pick(['pays', 'pays slowly', 'challenged'] as const) }),
  ...(faults && { faults }),
  async act({ world, payer, dice, happened }) {
    const { browser, time, trace } = world;
    const page = browser.open();
    await payer.seePrice(page);
    void payer.press(page);
    await time.pass(dice.whole(...when));
    for (let times = dice.pick([1, 1, 1, 3]); times > 0; times -= 1) {
      const by = dice.pick(JUMPS);
      browser.clock.offset += by;
      trace.add('clock', `is set ${by > 0 ? 'forward' : 'back'} by ${Math.abs(by) / 1000} s`);
      happened();
      await time.pass(dice.whole(10, 4000));
    }
    await payer.follow(page);
  },
});

/** The same before the press, or after the payment has come to rest. */
const jumpsAround = (
  name: string,
  terms: Kind['terms'] & {},
  faults: Kind['faults'],
  when: 'price' | 'bank' | 'unknown' | 'visits',
): Kind => ({
  name: `clock: ${name}`,
  group: 'clock',
  terms,
  ...(faults && { faults }),
  async act({ world, payer, dice, happened }) {
    const { browser, time, trace } = world;
    const jump = (): void => {
      const by = dice.pick(JUMPS);
      browser.clock.offset += by;
      trace.add('clock', `is set ${by > 0 ? 'forward' : 'back'} by ${Math.abs(by) / 1000} s`);
      happened();
    };
    const page = browser.open();
    if (when === 'price') {
      page.form.flow.changed();
      await time.pass(dice.whole(0, 1500));
      jump();
    }
    await payer.seePrice(page);
    await payer.press(page);
    if (when === 'bank') {
      await time.until(() => page.challenge !== undefined || page.form.rests, 60_000);
      jump();
    }
    await payer.follow(page);
    if (when === 'unknown' || when === 'visits') jump();
    await time.pass(dice.whole(0, 40_000));
    if (when !== 'visits') return;
    page.end('closed');
    const next = browser.open();
    await time.until(() => next.form.rests, 20_000);
    await payer.follow(next);
    if (next.form.state.step !== 'details' || payer.knowsPaid) return;
    await payer.seePrice(next);
    await payer.press(next);
    await payer.follow(next);
  },
});

const lostAtFirst: Kind['faults'] = (dice) => [{ role: 'transfer', fault: dice.pick([silenceCommitted, lostCommitted]) }];

/** Clocks that jump during each wait. */
export const CLOCK_KINDS: readonly Kind[] = [
  jumps(
    'jumps while the request is on its way',
    (dice) => [{ role: 'transfer', fault: dice.pick([late, silenceCommitted]) }],
    [0, 3000],
  ),
  jumps(
    'jumps between repeats of the request',
    (dice) => [{ role: 'transfer', fault: dice.pick([refused, cut]), times: dice.whole(2, 4) }],
    [100, 8000],
  ),
  jumps('jumps while the job runs', () => [{ role: 'job', fault: jobNew, times: 20 }], [300, 8000]),
  jumps('jumps while polls fail', (dice) => [{ role: 'job', fault: dice.pick([refused, cut]), times: 6 }], [300, 12_000]),
  jumps('jumps while a poll is on its way', () => [{ role: 'job', fault: late, times: 3 }], [300, 9000]),
  jumps('jumps at the press', undefined, [0, 60]),
  jumpsAround('jumps while the price is asked', () => ({ card: 'pays' }), undefined, 'price'),
  jumpsAround('jumps while the payer is at the bank', () => ({ card: 'challenged' }), undefined, 'bank'),
  jumpsAround(
    'jumps while what is unknown is asked about',
    () => ({ card: 'pays', resolveStatus: true }),
    lostAtFirst,
    'unknown',
  ),
  jumpsAround('jumps between two visits', () => ({ card: 'pays' }), lostAtFirst, 'visits'),
  {
    // The refusal is about the seals, and the gateway's time differs from what the page took it for: it looks as if the seals were
    // too old. But it answers a second copy.
    name: 'clock: jumps before the press, and a copy is refused for its token',
    group: 'clock',
    // A gateway that compares nothing pays what is sealed anew, too.
    terms: (dice) => ({ card: 'pays', duplicatesBy: 'token', habit: dice.pick([HABITS.refused, ...HABITS_OF_GATEWAYS]) }),
    faults: (dice) =>
      dice.chance(0.5)
        ? [
            { role: 'transfer', fault: diesCommitted, from: 1 },
            { role: 'transfer', fault: tokenRefusal, from: 2 },
          ]
        : [{ role: 'transfer', fault: tokenRefusalCommitted }],
    async act({ world, payer, dice, happened }) {
      const page = world.browser.open();
      await payer.seePrice(page);
      world.browser.clock.offset += dice.pick([-600_000, -60_000, 60_000, 600_000]);
      happened();
      await payer.press(page);
      await payer.follow(page);
    },
  },
  {
    name: 'clock: set back before a second press',
    group: 'clock',
    terms: () => ({ card: 'declined', trackingId: undefined }),
    async act({ world, payer, dice, happened }) {
      const page = await payer.payOnce();
      world.browser.clock.offset += dice.pick(JUMPS);
      happened();
      await payer.tryAgain(page);
    },
  },
];
