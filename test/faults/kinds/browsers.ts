import type { Kind } from '../kind.js';
import type { MerchantTrouble } from '../world/merchant.js';

/** One order in two browsers: the payer of the first one is at the bank while the second one opens the page and presses. */
const inTwo = (what: 'transfer' | 'order', trouble: Extract<MerchantTrouble, 'none' | 'slow' | 'fails' | 'silent'>): Kind => ({
  name: `browsers: one ${what} in two, one at the bank${trouble === 'none' ? '' : `, and resolveStatus ${trouble}`}`,
  group: 'browsers',
  naive: 'is open twice',
  terms: () => ({ what, card: 'challenged', trackingId: 'order-7', prepare: 'none', resolveStatus: true }),
  async act({ world, payer, dice, happened }) {
    const { time, merchant } = world;
    payer.atTheBank = 'passes';
    const first = world.browser.open();
    await payer.seePrice(first);
    await payer.press(first);
    await time.until(() => first.challenge !== undefined, 60_000);
    // Beyond the gateway's own check, and while the challenge is open.
    await time.pass(dice.whole(31_000, 10 * 60_000));
    merchant.trouble = trouble;
    const second = world.anotherBrowser().open();
    happened();
    await time.pass(dice.pick([0, 500, 5000, 40_000]));
    await payer.seePrice(second);
    await payer.press(second);
    await time.until(() => second.challenge !== undefined || second.form.rests, 30_000);
    merchant.trouble = 'none';
    const [earlier, later] = dice.chance(0.5) ? [first, second] : [second, first];
    await payer.follow(earlier);
    await payer.follow(later);
  },
});

/** One order in two browsers of a payer. The gateway compares payments for 30 s; after that only the shop knows that it is one. */
export const BROWSER_KINDS: readonly Kind[] = (['transfer', 'order'] as const).flatMap((what) =>
  (['none', 'slow', 'fails', 'silent'] as const).map((trouble) => inTwo(what, trouble)),
);
