import { jobNew } from '../job-faults.js';
import { cut, late, refused, silenceCommitted } from '../fault-list.js';
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

/** Clocks that jump during each wait. */
export const CLOCK_KINDS: readonly Kind[] = [
  jumps('jumps while the request is on its way', (dice) => [{ role: 'transfer', fault: dice.pick([late, silenceCommitted]) }], [0, 3000]),
  jumps('jumps between repeats of the request', (dice) => [{ role: 'transfer', fault: dice.pick([refused, cut]), times: dice.whole(2, 4) }], [100, 8000]),
  jumps('jumps while the job runs', () => [{ role: 'job', fault: jobNew, times: 20 }], [300, 8000]),
  jumps('jumps while polls fail', (dice) => [{ role: 'job', fault: dice.pick([refused, cut]), times: 6 }], [300, 12_000]),
  jumps('jumps while a poll is on its way', () => [{ role: 'job', fault: late, times: 3 }], [300, 9000]),
  jumps('jumps at the press', undefined, [0, 60]),
  {
    name: 'clock: set back before a second press', group: 'clock',
    terms: () => ({ card: 'declined', trackingId: undefined }),
    async act({ world, payer, dice, happened }) {
      const page = await payer.payOnce();
      world.browser.clock.offset += dice.pick(JUMPS);
      happened();
      await payer.tryAgain(page);
    },
  },
];
