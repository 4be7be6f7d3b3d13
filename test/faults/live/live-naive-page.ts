import type { LiveTestBed } from './live-test-bed.js';
import type { LiveKind } from './live-kind.js';
import type { LivePage } from './live-browser.js';
import { type LiveSettings, LiveWorld } from './live-world.js';

interface NaiveState {
  readonly over: boolean;
  readonly paid: boolean;
}

/** Puts the naive page through what the real one went through, in the same engine. @returns whether money moved twice. */
export async function payNaivelyLive(
  testBed: LiveTestBed,
  { naive = 'stays' }: LiveKind,
  settings: LiveSettings,
): Promise<boolean> {
  const world = await LiveWorld.begin(testBed, settings);
  const { time, profile } = world;
  const open = async (tab?: LivePage): Promise<LivePage> => {
    const page = tab ?? (await profile.open());
    await page.goTo(`${testBed.shop.address}/naive`);
    return page;
  };
  const stateOf = (page: LivePage): Promise<NaiveState> => page.run<NaiveState>('return acts.state()');
  try {
    const page = await open();
    const second = naive === 'is open twice' ? await open() : undefined;
    if (naive === 'is left') {
      await time.wait(900);
      await open(page);
    }
    const isOver = async (): Promise<boolean> => (await stateOf(page)).over && (!second || (await stateOf(second)).over);
    await time.until(isOver, 60_000);
    // It shows that the payment failed, so the payer presses once more.
    if (!(await stateOf(page)).paid) {
      await time.wait(31_000);
      await page.run('acts.pay()');
      await time.until(isOver, 60_000);
    }
    await time.wait(5000);
    return (await world.books()).filter(({ status }) => status === 'successful').length > 1;
  } finally {
    await world.close();
  }
}
