import { diesCommitted, empty, late, lostCommitted, silenceCommitted } from '../injection/fault-list.js';
import type { Kind, Scene } from '../kind.js';
import type { Page } from '../browser/page.js';

/** Several tabs with the same form and cards, each pressed once; the gaps between the presses are in milliseconds. */
async function pressInEach({ world, payer, dice, happened }: Scene, count: number, gaps: readonly number[]): Promise<void> {
  const pages: Page[] = [];
  for (let tab = 0; tab < count; tab += 1) pages.push(world.browser.open());
  for (const page of pages) await payer.seePrice(page);
  const gap = dice.pick(gaps);
  const order = pages
    .map((page) => [dice.fraction(), page] as const)
    .sort(([one], [other]) => one - other)
    .map(([, page]) => page);
  let over = 0;
  for (const page of order) {
    void payer.press(page).finally(() => void (over += 1));
    await world.time.pass(dice.whole(0, gap));
  }
  happened();
  await world.time.until(() => over === count, 3 * 60_000);
  for (const page of pages) await payer.follow(page);
}

const tabs = (name: string, more: Partial<Kind>): Kind => ({
  name: `tabs: ${name}`,
  group: 'tabs',
  naive: 'is open twice',
  terms: () => ({ card: 'pays', trackingId: undefined, prepare: 'none' }),
  ...more,
});

/** Two or three tabs in one browser. */
export const TAB_KINDS: readonly Kind[] = [
  tabs('two at once', { act: (scene) => pressInEach(scene, 2, [0, 3, 20]) }),
  tabs('two, one after the other', { act: (scene) => pressInEach(scene, 2, [100, 1000, 5000]) }),
  tabs('three at once', { act: (scene) => pressInEach(scene, 3, [0, 3, 20, 500]) }),
  tabs('three, one after the other', { act: (scene) => pressInEach(scene, 3, [100, 1000, 5000, 40_000]) }),
  tabs('two, one at the bank', {
    terms: () => ({ card: 'challenged', challenge: 'window', trackingId: undefined, prepare: 'none' }),
    act: (scene) => pressInEach(scene, 2, [0, 1000, 10_000]),
  }),
  tabs('two, and one goes away as it sends', {
    faults: (dice) => (dice.chance(0.5) ? [{ role: 'transfer', fault: dice.pick([late, silenceCommitted, diesCommitted]) }] : []),
    async act({ world, payer, dice, happened }) {
      const [one, other] = [world.browser.open(), world.browser.open()];
      for (const page of [one, other]) await payer.seePrice(page);
      void payer.press(one);
      await world.time.pass(dice.whole(0, 60));
      void payer.press(other);
      await world.time.pass(dice.whole(0, 400));
      happened();
      const [tab] = world.browser.tabs;
      if (dice.chance(0.5)) one.end('crash');
      else world.browser.open({ ...(tab && { tab }), opened: 'reload' });
      await world.time.pass(5000);
      await payer.follow(other);
    },
  }),
  tabs('two, with a fixed id', {
    terms: (dice) => ({ card: 'pays', trackingId: 'order-7', prepare: 'none', resolveStatus: dice.chance(0.5) }),
    act: (scene) => pressInEach(scene, 2, [0, 10, 1000]),
  }),
  tabs('two, with the id of one cart', {
    terms: (dice) => ({ card: 'pays', trackingId: undefined, prepare: 'cart', resolveStatus: dice.chance(0.5) }),
    act: (scene) => pressInEach(scene, 2, [0, 10, 1000, 40_000]),
  }),
  tabs('three, with the id of one cart, and a fault', {
    terms: (dice) => ({
      card: dice.pick(['pays', 'pays slowly', 'declined'] as const),
      trackingId: undefined,
      prepare: 'cart',
      resolveStatus: dice.chance(0.7),
    }),
    faults: (dice) => [{ role: 'transfer', fault: dice.pick([late, silenceCommitted, diesCommitted, lostCommitted, empty]) }],
    act: (scene) => pressInEach(scene, 3, [10, 1000, 40_000]),
  }),
  tabs('two, with the id of one cart: one pays with another card before the other learns of its failure', {
    terms: (dice) => ({ card: 'declined', trackingId: undefined, prepare: 'cart', resolveStatus: dice.chance(0.3) }),
    async act({ world, payer, dice, happened }) {
      const first = world.browser.open();
      await payer.seePrice(first);
      await payer.press(first);
      const { time } = world;
      await time.until(() => world.witness.shown.some(({ hasJob }) => hasJob), 10_000);
      // After its lock, which browsers don't leave to a page that they freeze, and before its first poll.
      await time.pass(350);
      first.clock.freeze();
      const second = world.browser.open();
      // It asks how the first one's attempt has ended.
      await time.pass(dice.whole(3000, 8000));
      second.form.type('pays');
      await payer.seePrice(second);
      await payer.press(second);
      await payer.follow(second);
      happened();
      await time.pass(dice.whole(0, 20_000));
      first.clock.thaw();
      await payer.follow(first);
    },
  }),
  tabs('two, while prepare is slow', {
    terms: () => ({ card: 'pays', trackingId: undefined, prepare: 'slow' }),
    act: (scene) => pressInEach(scene, 2, [0, 500, 5000]),
  }),
  tabs('two, an order', {
    terms: () => ({ what: 'order', card: 'pays', trackingId: undefined }),
    act: (scene) => pressInEach(scene, 2, [0, 10, 1000]),
  }),
  tabs('two, and the answer is late', {
    faults: () => [{ role: 'transfer', fault: late }],
    act: (scene) => pressInEach(scene, 2, [0, 1000, 20_000]),
  }),
  tabs('the second follows the first', {
    terms: (dice) => ({ card: 'pays', trackingId: 'order-7', prepare: 'none', resolveStatus: dice.chance(0.3) }),
    faults: (dice) => [{ role: 'transfer', fault: dice.pick([late, silenceCommitted, diesCommitted]) }],
    async act({ world, payer, dice, happened }) {
      const first = world.browser.open();
      await payer.seePrice(first);
      void payer.press(first);
      await world.time.until(() => world.witness.sent.length > 0, 60_000);
      await world.time.pass(dice.whole(0, 3000));
      const second = world.browser.open();
      happened();
      await payer.follow(second);
      await payer.follow(first);
    },
  }),
  tabs('a second press after 30 s, though the first is paid', {
    terms: (dice) => ({ card: 'pays', trackingId: undefined, prepare: dice.pick(['none', 'names']) }),
    async act({ world, payer, dice, happened }) {
      const pages = [world.browser.open(), world.browser.open()] as const;
      for (const page of pages) await payer.seePrice(page);
      await payer.press(pages[0]);
      await payer.follow(pages[0]);
      await world.time.pass(dice.whole(31_000, 9 * 60_000));
      happened();
      await payer.press(pages[1]);
      await payer.follow(pages[1]);
    },
  }),
];
