import { empty, lostCommitted, silenceCommitted } from '../../injection/fault-list.js';
import type { LiveKind, LiveScene } from '../live-kind.js';
import { PAUSES } from './pages.js';

const paysWhere = (
  name: string,
  terms: LiveKind['terms'] & {},
  does: (scene: LiveScene) => Promise<void>,
  more: Partial<LiveKind> = {},
): LiveKind => ({
  name: `payer: ${name}`,
  group: 'payer',
  terms: (dice) => ({ what: 'transfer', ...terms(dice) }),
  async act(scene) {
    scene.happened();
    await does(scene);
  },
  ...more,
});

/** What payers do at the bank, after failures, and while an outcome is unknown. */
export const PAYER_KINDS: readonly LiveKind[] = [
  paysWhere(
    'nothing goes wrong',
    () => ({}),
    async ({ payer }) => void (await payer.payOnce()),
  ),
  paysWhere(
    'confirms at the bank',
    () => ({ card: 'challenged', challenge: 'redirect' }),
    async ({ payer }) => void (await payer.payOnce()),
  ),
  paysWhere(
    'confirms in the bank’s window',
    () => ({ card: 'challenged', challenge: 'window' }),
    async ({ payer }) => void (await payer.payOnce()),
    { engines: ['chromium'] },
  ),
  paysWhere(
    'leaves the bank’s page',
    () => ({ card: 'challenged', challenge: 'redirect' }),
    async ({ world, payer, dice }) => {
      const way = payer.atTheBank;
      payer.atTheBank = 'abandons';
      const page = await payer.payOnce();
      await world.time.wait(dice.pick(PAUSES));
      await page.back();
      if (dice.chance(0.5)) payer.atTheBank = way;
      await payer.until(page, ({ ways }) => ways.includes('Continue to your bank'), 20_000);
      if (payer.atTheBank === 'abandons') return;
      await payer.choose(page, 'Continue to your bank');
      await payer.follow(page);
    },
  ),
  paysWhere(
    'the bank’s window is blocked',
    () => ({ card: 'challenged', challenge: 'window' }),
    async ({ world, payer, dice }) => {
      const page = await payer.ready();
      await page.run('const open = window.open.bind(window); window.open = () => (window.open = open, null)');
      await payer.press(page);
      await payer.until(page, ({ ways }) => ways.includes('Continue to your bank'), 20_000);
      await world.time.wait(dice.pick(PAUSES));
      await payer.choose(page, 'Continue to your bank');
      await payer.follow(page);
    },
    { engines: ['chromium'] },
  ),
  paysWhere(
    'tries again after failures',
    () => ({ card: 'declined', trackingId: undefined }),
    async ({ payer }) => {
      const page = await payer.payOnce();
      for (let times = 0; times < 2; times += 1) await payer.tryAgain(page);
    },
  ),
  paysWhere(
    'goes back to the form after 30 s of unknown',
    () => ({ card: 'pays', resolveStatus: false }),
    async ({ world, payer }) => {
      const page = await payer.payOnce();
      await world.time.wait(35_000);
      if (!(await payer.choose(page, 'Back to the form'))) return;
      await payer.fill(page);
      await payer.press(page);
      await payer.follow(page);
    },
    { faults: (dice) => [{ role: 'transfer', fault: dice.pick([empty, lostCommitted, silenceCommitted]), times: 4 }] },
  ),
  paysWhere(
    'waits for a slow prepare',
    () => ({ prepare: 'slow', trackingId: undefined }),
    async ({ payer }) => void (await payer.payOnce()),
  ),
  paysWhere(
    'prepare rejects once',
    () => ({ prepare: 'rejects once', trackingId: undefined }),
    async ({ payer }) => {
      const page = await payer.payOnce();
      await payer.press(page);
      await payer.follow(page);
    },
  ),
  paysWhere(
    'leaves while prepare works, and comes back',
    () => ({ prepare: 'slow', trackingId: undefined }),
    async ({ world, payer }) => {
      const page = await payer.ready();
      void payer.press(page).catch(() => undefined);
      await world.time.wait(600);
      await page.goTo(`${world.testBed.shop.address}/elsewhere`);
      await world.time.wait(2000);
      await page.back();
      await payer.follow(page, 30_000);
    },
  ),
];
