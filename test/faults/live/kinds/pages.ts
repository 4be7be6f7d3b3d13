import type { Dice } from '../../dice.js';
import type { PlannedFault } from '../../injection/fault.js';
import { late, lostCommitted, silenceCommitted } from '../../injection/fault-list.js';
import type { LivePage } from '../live-browser.js';
import type { LiveKind, LiveScene } from '../live-kind.js';

const slowly = (dice: Dice): readonly PlannedFault[] =>
  dice.chance(0.6) ? [{ role: 'transfer', fault: dice.pick([late, silenceCommitted, lostCommitted]) }] : [];

/** The payer presses, and time passes until the given moment of the payment. */
export async function pressAnd({ world, payer, dice }: LiveScene): Promise<LivePage> {
  const page = await payer.ready();
  const pressing = payer.press(page);
  const { time, witness } = world;
  const moment = dice.pick(['at once', 'sent', 'sent', 'soon', 'later'] as const);
  if (moment === 'sent' || moment === 'later') await time.until(() => witness.sent.length > 0, 20_000);
  await time.wait(moment === 'at once' ? 0 : moment === 'later' ? dice.whole(2000, 15_000) : dice.whole(0, 800));
  // What happens to the page may keep the payer from pressing the button.
  pressing.catch(() => undefined);
  return page;
}

/** What happens to a page in the middle of a payment. */
export const act = (
  name: string,
  does: (scene: LiveScene, page: LivePage) => Promise<void>,
  more: Partial<LiveKind> = {},
): LiveKind => ({
  name: `page: ${name}`,
  group: 'page',
  terms: () => ({ what: 'transfer' }),
  faults: slowly,
  naive: 'is left',
  async act(scene) {
    const page = await pressAnd(scene);
    scene.happened();
    await does(scene, page);
  },
  ...more,
});

/** Another page of the shop, on which the payer presses again if it shows a form. */
export async function visitAgain({ payer }: LiveScene, page: LivePage): Promise<void> {
  await payer.follow(page, 20_000);
  const view = await payer.view(page);
  if (view?.step !== 'details' || view.offers.length > 0 || payer.knowsPaid) return;
  await payer.fill(page);
  await payer.press(page);
  await payer.follow(page);
}

/** How long something lasts (ms). */
export const PAUSES = [500, 5000, 60_000] as const;

/** What payers, browsers and frameworks do to a page in the middle of a payment. */
export const PAGE_KINDS: readonly LiveKind[] = [
  act('reload', async ({ payer, world }, page) => {
    await world.gather(page);
    await page.reload();
    await payer.follow(page);
  }),
  act(
    'crash, and another visit',
    async (scene, page) => {
      await page.crash?.();
      await visitAgain(scene, await scene.payer.open());
    },
    { engines: ['chromium'] },
  ),
  act('closed, and open again in another tab', async (scene, page) => {
    const { payer, world, dice } = scene;
    const next = await world.profile.open();
    await world.gather(page);
    await page.close();
    await world.time.wait(dice.whole(200, 30_000));
    await visitAgain(scene, await payer.open(next));
  }),
  act('away to another address, and back', async ({ world, payer, dice }, page) => {
    await world.gather(page);
    await page.goTo(`${world.testBed.shop.address}/elsewhere`);
    await world.time.wait(dice.whole(200, 30_000));
    await page.back();
    await payer.follow(page);
  }),
  act('the form is replaced', async ({ payer }, page) => {
    await page.run('globalThis.acts?.putForm()');
    await payer.follow(page);
  }),
  act('the form is taken away, and another comes later', async ({ world, payer, dice }, page) => {
    await page.run('globalThis.acts?.removeForm()');
    await world.time.wait(dice.whole(100, 60_000));
    await page.run('globalThis.acts?.putForm()');
    await payer.follow(page);
  }),
  act('the form is taken away, and put back later', async ({ world, payer, dice }, page) => {
    await page.run('globalThis.acts?.removeForm()');
    await world.time.wait(dice.whole(100, 60_000));
    await page.run('globalThis.acts?.returnForm()');
    await payer.follow(page);
  }),
  act(
    'offline for a while',
    async ({ world, payer, dice }, page) => {
      await world.profile.goOffline?.(true);
      await world.time.wait(dice.pick(PAUSES));
      await world.profile.goOffline?.(false);
      await payer.follow(page);
    },
    { engines: ['chromium'] },
  ),
  act('hidden for a while', async ({ world, payer, dice }, page) => {
    await page.run('globalThis.acts?.hide(true)');
    await world.time.wait(dice.pick(PAUSES));
    await page.run('globalThis.acts?.hide(false)');
    await payer.follow(page);
  }),
  act(
    'frozen for a while',
    async ({ world, payer, dice }, page) => {
      await page.freeze?.(true);
      await world.time.wait(dice.pick(PAUSES));
      await page.freeze?.(false);
      await payer.follow(page);
    },
    { engines: ['chromium'] },
  ),
  act('canceled', async ({ world, payer, dice }, page) => {
    await page.run('globalThis.acts?.cancel()');
    await world.time.wait(dice.whole(0, 3000));
    await payer.follow(page);
  }),
  act('80 presses', async ({ payer }, page) => {
    await page.run('globalThis.acts?.pressOften(80)');
    await payer.follow(page);
  }),
  act('the clock is set', async ({ payer, dice }, page) => {
    await page.run('globalThis.acts?.setClock(given[0])', dice.pick([-86_400_000, -31_000, -700, 31_000, 960_000]));
    await payer.follow(page);
  }),
  act(
    'the gateway is killed and started again',
    async ({ world, payer }, page) => {
      await world.testBed.network.sandbox.restart();
      await payer.follow(page);
    },
    { naive: 'stays' },
  ),
  act(
    'the gateway is out of reach for a minute',
    async ({ world, payer }, page) => {
      const { proxy } = world.testBed.network;
      await proxy.shut();
      await world.time.wait(60_000);
      await proxy.open();
      await payer.follow(page);
    },
    { naive: 'stays' },
  ),
];
