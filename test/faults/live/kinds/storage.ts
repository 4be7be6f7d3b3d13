import type { LiveKind } from '../live-kind.js';
import { act, visitAgain } from './pages.js';

const storage = (name: string, kept: LiveKind['storage'] & {}, more: Partial<LiveKind> = {}): LiveKind =>
  act(
    name,
    async (scene, page) => {
      await scene.world.gather(page);
      await page.reload();
      await visitAgain(scene, page);
    },
    { name: `storage: ${name}`, group: 'storage', storage: kept, terms: () => ({ what: 'transfer', card: 'pays' }), ...more },
  );

const emptied = (name: string, terms: LiveKind['terms'] & {}, isExcused: boolean): LiveKind => ({
  name: `storage: ${name}`,
  group: 'storage',
  naive: 'is left',
  terms,
  async act(scene) {
    const { world, payer, happened } = scene;
    const page = await payer.payOnce();
    await page.run('globalThis.acts?.forget()');
    world.forgot = isExcused;
    happened();
    await payer.open(page);
    await world.time.wait(4000);
    await visitAgain(scene, page);
  },
});

/** Browsers that store nothing, or lose what they stored. */
export const STORAGE_KINDS: readonly LiveKind[] = [
  storage('refused everywhere', { local: 'refused', session: 'refused' }),
  storage('full', { local: 'full', session: 'full' }),
  storage('localStorage alone is refused', { local: 'refused', session: 'works' }),
  storage('localStorage alone is full', { local: 'full', session: 'works' }),
  emptied(
    'emptied, with ids of our own',
    () => ({ what: 'transfer', card: 'pays', trackingId: undefined, prepare: 'none' }),
    true,
  ),
  emptied(
    'emptied, one order, and resolveStatus',
    () => ({ what: 'transfer', card: 'pays', trackingId: 'order-7', prepare: 'none', resolveStatus: true }),
    false,
  ),
];
