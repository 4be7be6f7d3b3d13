import { diesCommitted, late, silenceCommitted } from '../../injection/fault-list.js';
import type { LivePage } from '../live-browser.js';
import type { LiveKind, LiveScene } from '../live-kind.js';
import { pressAnd, visitAgain } from './pages.js';

/** Several tabs with the same form and cards, each pressed once; the gaps between the presses are in milliseconds. */
async function pressInEach({ world, payer, dice, happened }: LiveScene, count: number, gap: number): Promise<void> {
  const pages: LivePage[] = [];
  for (let tab = 0; tab < count; tab += 1) pages.push(await payer.ready());
  happened();
  const order = pages.toSorted(() => dice.fraction() - 0.5);
  const presses = order.map(async (page, index) => {
    await world.time.wait(index * dice.whole(0, gap));
    await payer.press(page).catch(() => false);
  });
  await Promise.all(presses);
  for (const page of pages) await payer.follow(page);
}

const tabs = (name: string, more: Partial<LiveKind>): LiveKind => ({
  name: `tabs: ${name}`,
  group: 'tabs',
  naive: 'is open twice',
  terms: () => ({ what: 'transfer', card: 'pays', trackingId: undefined, prepare: 'none' }),
  ...more,
});

/** Two or three tabs in one browser. */
export const TAB_KINDS: readonly LiveKind[] = [
  tabs('two at once', { act: (scene) => pressInEach(scene, 2, 20) }),
  tabs('two, one after the other', { act: (scene) => pressInEach(scene, 2, 5000) }),
  tabs('three at once', { act: (scene) => pressInEach(scene, 3, 500) }),
  tabs('two, while prepare is slow', {
    terms: () => ({ what: 'transfer', card: 'pays', trackingId: undefined, prepare: 'slow' }),
    act: (scene) => pressInEach(scene, 2, 3000),
  }),
  tabs('two, with a fixed id', {
    terms: () => ({ what: 'transfer', card: 'pays', trackingId: 'order-7', prepare: 'none' }),
    act: (scene) => pressInEach(scene, 2, 1000),
  }),
  tabs('two, and the answer is late', {
    faults: () => [{ role: 'transfer', fault: late }],
    act: (scene) => pressInEach(scene, 2, 10_000),
  }),
  tabs('the second follows the first', {
    terms: () => ({ what: 'transfer', card: 'pays', trackingId: 'order-7', prepare: 'none' }),
    faults: (dice) => [{ role: 'transfer', fault: dice.pick([late, silenceCommitted, diesCommitted]) }],
    async act(scene) {
      const first = await pressAnd(scene);
      scene.happened();
      await visitAgain(scene, await scene.payer.open());
      await scene.payer.follow(first);
    },
  }),
  tabs('a second press after 30 s, though the first is paid', {
    async act({ world, payer, happened }) {
      const [one, other] = [await payer.ready(), await payer.ready()];
      await payer.press(one);
      await payer.follow(one);
      await world.time.wait(32_000);
      happened();
      await payer.press(other);
      await payer.follow(other);
    },
  }),
];
