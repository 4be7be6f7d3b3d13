import { lostCommitted, empty, html, lateRequest, silenceCommitted } from '../injection/fault-list.js';
import type { Kind } from '../kind.js';

/** What payers do at the bank, after failures, and while an outcome is unknown. */
export const PAYER_KINDS: readonly Kind[] = [
  {
    name: 'payer: nothing goes wrong',
    group: 'payer',
    async act({ payer, happened }) {
      happened();
      await payer.payOnce();
    },
  },
  {
    name: 'payer: leaves the bank’s page',
    group: 'payer',
    terms: () => ({ card: 'challenged' }),
    async act({ world, payer, dice, happened }) {
      payer.atTheBank = 'abandons';
      const page = await payer.payOnce();
      happened();
      await world.time.pass(dice.pick([5000, 120_000, 31 * 60_000]));
      if (page.alive) return;
      const [tab] = world.browser.tabs;
      await payer.follow(world.browser.open({ ...(tab && { tab }), opened: 'back' }));
    },
  },
  {
    name: 'payer: the bank’s window is blocked, and opened later',
    group: 'payer',
    terms: () => ({ card: 'challenged', challenge: 'window' }),
    async act({ world, payer, dice, happened }) {
      const way = payer.atTheBank;
      payer.atTheBank = 'abandons';
      const page = await payer.payOnce();
      happened();
      await world.time.pass(dice.pick([5000, 120_000, 31 * 60_000]));
      payer.atTheBank = way;
      await payer.follow(page);
    },
  },
  {
    name: 'payer: comes back from the bank in another browser',
    group: 'payer',
    terms: (dice) => ({ card: 'challenged', challenge: 'redirect', resolveStatus: dice.chance(0.7) }),
    async act({ world, payer, happened }) {
      const page = world.browser.open();
      await payer.seePrice(page);
      await payer.press(page);
      await world.time.until(() => page.challenge !== undefined, 60_000);
      world.browser.clear();
      world.browser.forgot = true;
      happened();
      await payer.follow(page);
    },
  },
  {
    name: 'payer: tries again after failures',
    group: 'payer',
    terms: () => ({ card: 'declined', trackingId: undefined }),
    async act({ payer, happened }) {
      let page = await payer.payOnce();
      happened();
      for (let times = 0; times < 3; times += 1) page = await payer.tryAgain(page);
    },
  },
  {
    name: 'payer: tries again after failures, with the id of the cart',
    group: 'payer',
    terms: () => ({ card: 'declined', trackingId: undefined, prepare: 'cart' }),
    async act({ world, payer, dice, happened }) {
      let page = await payer.payOnce();
      happened();
      for (let times = 0; times < 3; times += 1) {
        if (dice.chance(0.5)) page = world.browser.open();
        page = await payer.tryAgain(page);
      }
    },
  },
  {
    name: 'payer: presses when the price of the order has just risen',
    group: 'payer',
    terms: () => ({ what: 'order', card: 'pays', resolveStatus: true }),
    async act({ world, payer, dice, happened }) {
      const page = world.browser.open();
      await payer.seePrice(page);
      await world.merchant.reprice(world.testBed.sandbox, 12_000);
      happened();
      // The page has the new price in its settings, and may not have told the element yet.
      if (dice.chance(0.3)) page.form.flow.changed();
      await payer.press(page);
      await payer.follow(page);
    },
  },
  {
    name: 'payer: presses again after 30 s of unknown',
    group: 'payer',
    terms: () => ({ card: 'pays' }),
    faults: (dice) => [{ role: 'transfer', fault: dice.pick([empty, html, silenceCommitted, lateRequest, lostCommitted]) }],
    async act({ world, payer, dice, happened }) {
      const page = await payer.payOnce();
      happened();
      await world.time.pass(dice.whole(31_000, 300_000));
      if (page.form.outcome !== 'unknown' || !page.form.flow.mayFollow) return;
      world.trace.add('payer', 'begins a different payment');
      page.form.flow.reset();
      page.form.type();
      await payer.seePrice(page);
      await payer.press(page);
      await payer.follow(page);
    },
  },
];
