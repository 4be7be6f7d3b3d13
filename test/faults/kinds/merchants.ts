import { lateByMinutes, lostCommitted, empty, silence, silenceCommitted } from '../injection/fault-list.js';
import type { Fault } from '../injection/fault.js';
import type { Kind } from '../kind.js';
import type { MerchantTrouble } from '../world/merchant.js';
import type { Terms } from '../world/terms.js';
import type { StorageMode } from '../browser/web-storage.js';

const LOST = [empty, silenceCommitted, lostCommitted];

/** The browser stores nothing, or loses what it stored. */
const storage = (name: string, local: StorageMode, session: StorageMode, more: Partial<Kind> = {}): Kind => ({
  name: `storage: ${name}`,
  group: 'storage',
  naive: 'is left',
  terms: () => ({ card: 'pays' }),
  faults: (dice) => (dice.chance(0.6) ? [{ role: 'transfer', fault: dice.pick(LOST) }] : []),
  async act({ world, payer, dice, happened }) {
    const { browser } = world;
    browser.local.mode = local;
    browser.tabStorage = session;
    const page = browser.open();
    await payer.seePrice(page);
    await payer.press(page);
    happened();
    await world.time.pass(dice.pick([0, 400, 3000]));
    // In the same tab, so that the tab's own storage is there.
    const [tab] = browser.tabs;
    const next = dice.chance(0.7) ? browser.open({ ...(tab && { tab }), opened: dice.pick(['reload', 'fresh']) }) : page;
    await payer.follow(next, 120_000);
    await world.time.pass(31_000);
    if (next.form.state.step !== 'details' || payer.knowsPaid) return;
    await payer.seePrice(next);
    await payer.press(next);
    await payer.follow(next);
  },
  ...more,
});

const emptied = (name: string, terms: Kind['terms'] & {}, isExcused: boolean): Kind => ({
  name: `storage: ${name}`,
  group: 'storage',
  naive: 'is left',
  terms,
  async act({ world, payer, happened }) {
    const first = await payer.payOnce();
    await world.time.pass(31_000);
    first.end('closed');
    world.browser.clear();
    world.browser.forgot = isExcused;
    happened();
    const next = world.browser.open();
    await world.time.until(() => next.form.rests, 20_000);
    await world.time.pass(4000);
    if (next.form.state.step !== 'details') return;
    await payer.seePrice(next);
    await payer.press(next);
    await payer.follow(next);
  },
});

/** resolveStatus itself goes wrong, when it is needed. */
const trouble = (how: Exclude<MerchantTrouble, 'none'>): Kind => ({
  name: `merchant: resolveStatus ${how}`,
  group: 'merchant',
  terms: () => ({ resolveStatus: true, card: 'pays' }),
  faults: (dice) => [{ role: 'transfer', fault: dice.pick(LOST) }],
  async act({ world, payer, happened }) {
    world.merchant.trouble = how;
    happened();
    await payer.payOnce();
  },
});

const prepared = (prepare: 'slow' | 'rejects once'): Kind => ({
  name: `merchant: prepare ${prepare}`,
  group: 'merchant',
  terms: () => ({ prepare, trackingId: undefined }),
  faults: (dice) => (dice.chance(0.5) ? [{ role: 'transfer', fault: dice.pick(LOST) }] : []),
  async act({ payer, happened }) {
    happened();
    await payer.payOnce();
  },
});

/** The merchant's server finds no transaction, but the request may still arrive, late: nothing is proved. */
const missing = (name: string, fault: Fault, terms: Partial<Terms> = {}): Kind => ({
  name: `merchant: nothing is listed, and the request ${name}`,
  group: 'merchant',
  terms: () => ({ resolveStatus: true, card: 'pays', ...terms }),
  faults: () => [{ role: terms.what === 'order' ? 'order' : 'transfer', fault, times: 4 }],
  async act({ world, payer, happened }) {
    const page = await payer.payOnce();
    happened();
    await world.time.pass(45 * 60_000);
    await payer.tryAgain(page);
  },
});

/** Faults of merchants, and of their payers' storage. */
export const MERCHANT_KINDS: readonly Kind[] = [
  storage('refused everywhere', 'refused', 'refused'),
  storage('full', 'full', 'full'),
  storage('localStorage alone is refused', 'refused', 'works'),
  storage('localStorage alone is full', 'full', 'works'),
  emptied('emptied, with ids of our own', () => ({ card: 'pays', trackingId: undefined, prepare: 'none' }), true),
  emptied(
    'emptied, one order, no resolveStatus',
    () => ({ card: 'pays', trackingId: 'order-7', prepare: 'none', resolveStatus: false }),
    true,
  ),
  emptied(
    'emptied, one order, and resolveStatus',
    () => ({ card: 'pays', trackingId: 'order-7', prepare: 'none', resolveStatus: true }),
    false,
  ),
  ...(['lies failed', 'lies successful', 'fails', 'silent', 'nonsense'] as const).map(trouble),
  missing('never comes', silence),
  missing('comes many minutes later', lateByMinutes),
  missing('of an order comes many minutes later', lateByMinutes, { what: 'order' }),
  prepared('slow'),
  prepared('rejects once'),
];
