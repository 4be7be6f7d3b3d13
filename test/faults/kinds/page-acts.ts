import type { Dice } from '../dice.js';
import { late, lateFieldRefusal, lateRequest, silenceCommitted } from '../injection/fault-list.js';
import type { Fault, PlannedFault } from '../injection/fault.js';
import type { Kind, Scene } from '../kind.js';
import type { Page } from '../browser/page.js';

/** When something happens to a payment, from before its request leaves to after its end. */
const MOMENTS = ['at once', 'while it is sent', 'while it is sent', 'soon', 'while it settles', 'later'] as const;

/** Faults that keep a request from being answered for a while. */
const SLOW: readonly Fault[] = [late, lateRequest, silenceCommitted];

const slowly = (dice: Dice): readonly PlannedFault[] => (dice.chance(0.6) ? [{ role: 'transfer', fault: dice.pick(SLOW) }] : []);

/** The payer presses, and time passes until the given moment. */
async function pressAnd({ world, payer, dice }: Scene, moments: readonly (typeof MOMENTS)[number][] = MOMENTS): Promise<Page> {
  const page = world.browser.open();
  await payer.seePrice(page);
  const moment = dice.pick(moments);
  void payer.press(page);
  const { time } = world;
  if (moment === 'while it is sent' || moment === 'later') {
    await time.until(() => world.witness.sent.length > 0, 60_000);
    await time.pass(moment === 'later' ? dice.whole(2000, 20_000) : dice.whole(0, 90));
  } else {
    await time.pass(moment === 'at once' ? 0 : dice.whole(50, 1500));
  }
  return page;
}

const act = (name: string, does: (scene: Scene, page: Page) => Promise<void>, more: Partial<Kind> = {}): Kind => ({
  name: `page: ${name}`,
  group: 'page',
  faults: slowly,
  async act(scene) {
    const page = await pressAnd(scene);
    scene.happened();
    await does(scene, page);
  },
  ...more,
});

/** What payers, browsers and frameworks do to a page in the middle of a payment. */
export const PAGE_KINDS: readonly Kind[] = [
  act(
    'reload',
    async ({ world, payer }) => {
      const [tab] = world.browser.tabs;
      const next = world.browser.open({ ...(tab && { tab }), opened: 'reload' });
      await payer.follow(next);
    },
    { naive: 'is left' },
  ),
  act(
    'crash, and another visit',
    async ({ world, payer, dice }, page) => {
      page.end('crash');
      await world.time.pass(dice.whole(500, 60_000));
      const next = world.browser.open();
      await payer.follow(next);
      if (next.form.state.step === 'details' && next.form.unfinished.length === 0) {
        await payer.seePrice(next);
        await payer.press(next);
      }
    },
    { naive: 'is left' },
  ),
  act(
    'closed, and open again in another tab',
    async ({ world, payer, dice }, page) => {
      page.end('closed');
      await world.time.pass(dice.whole(200, 40_000));
      const next = world.browser.open();
      await world.time.until(() => next.form.rests, 20_000);
      await payer.seePrice(next);
      await payer.press(next);
      await payer.follow(next);
    },
    { naive: 'is left' },
  ),
  act(
    'away to another address, and back',
    async ({ world, payer, dice }, page) => {
      page.end('another address');
      await world.time.pass(dice.whole(200, 90_000));
      const [tab] = world.browser.tabs;
      const next = world.browser.open({ ...(tab && { tab }), opened: 'back' });
      await payer.follow(next);
    },
    { naive: 'is left' },
  ),
  act(
    'the form is replaced',
    async ({ world, payer }, page) => {
      page.addForm();
      await payer.follow(page, 120_000);
      await world.time.pass(31_000);
    },
    { naive: 'is left' },
  ),
  {
    name: 'page: the form is replaced before its request is refused for a field',
    group: 'page',
    naive: 'is left',
    faults: () => [{ role: 'transfer', fault: lateFieldRefusal }],
    async act(scene) {
      const { world, payer, dice, happened } = scene;
      const page = await pressAnd(scene, ['while it is sent']);
      await world.time.pass(dice.whole(0, 400));
      page.addForm();
      happened();
      await payer.follow(page);
    },
  },
  act(
    'the form is taken away and put back later',
    async ({ world, payer, dice }, page) => {
      page.form.detach();
      await world.time.pass(dice.whole(100, 60_000));
      page.addForm();
      await payer.follow(page);
    },
    { naive: 'is left' },
  ),
  act(
    'kept whole by the browser, and back',
    async ({ world, payer, dice }, page) => {
      // In the back/forward cache: nothing runs meanwhile, and the fields are empty afterwards.
      page.presence.hidden = true;
      page.clock.freeze();
      page.form.cards.clear('all');
      await world.time.pass(dice.pick([500, 5000, 60_000, 20 * 60_000]));
      if (dice.chance(0.4)) await payer.follow(world.browser.open());
      page.clock.thaw();
      page.presence.hidden = false;
      await payer.follow(page);
      if (page.form.state.step !== 'details') return;
      page.form.type();
      await payer.seePrice(page);
      await payer.press(page);
      await payer.follow(page);
    },
    { naive: 'is left' },
  ),
  act('offline for a while', async ({ world, payer, dice }, page) => {
    world.browser.goOffline(true);
    await world.time.pass(dice.pick([500, 5000, 60_000, 20 * 60_000]));
    world.browser.goOffline(false);
    await payer.follow(page);
  }),
  act(
    'hidden for a while',
    async ({ world, payer, dice }, page) => {
      page.presence.hidden = true;
      await world.time.pass(dice.pick([500, 5000, 60_000, 20 * 60_000]));
      page.presence.hidden = false;
      await payer.follow(page);
    },
    { naive: 'is left' },
  ),
  act('frozen for a while', async ({ world, payer, dice }, page) => {
    page.clock.freeze();
    await world.time.pass(dice.pick([500, 5000, 60_000, 20 * 60_000]));
    page.clock.thaw();
    await payer.follow(page);
  }),
  act('canceled', async ({ world, payer, dice }, page) => {
    page.form.flow.cancel();
    world.trace.add('payer', 'cancels');
    await world.time.pass(dice.whole(0, 3000));
    await payer.follow(page);
  }),
  act('80 presses', async ({ world, payer, dice }, page) => {
    for (let presses = 0; presses < 80; presses += 1) {
      world.unattended(page.form.flow.submit(), page.form.name);
      if (dice.chance(0.2)) await world.time.pass(dice.whole(1, 40));
    }
    await payer.follow(page);
  }),
];

/** A gateway that is out of reach, or killed, while a payment is on its way. */
export const OUTAGE_KINDS: readonly Kind[] = [
  act(
    'killed and started again',
    async ({ world, payer }, page) => {
      await world.activity.during(() => world.testBed.sandbox.restart());
      world.trace.add('gateway', 'is killed and started again');
      await payer.follow(page);
    },
    { name: 'outage: the gateway is killed and started again', group: 'outage' },
  ),
  ...[1, 15].map((minutes) =>
    act(
      `${minutes} min`,
      async ({ world, payer }, page) => {
        await world.testBed.proxy.shut();
        world.trace.add('proxy', 'refuses every connection');
        await world.time.pass(minutes * 60_000);
        await world.testBed.proxy.open();
        world.trace.add('proxy', 'is back');
        await payer.follow(page);
      },
      { name: `outage: ${minutes} min out of reach`, group: 'outage' },
    ),
  ),
];
