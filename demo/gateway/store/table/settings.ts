import { eq } from 'drizzle-orm';
import type { ClockState, Store } from '../store.js';
import type { Session } from './session.js';
import type { Tables } from './tables.js';

/** The settings that all processes on one database share. */
export function settingsIn(session: Session, { settings }: Tables): Store['settings'] {
  async function read(name: string): Promise<unknown> {
    return (await session.db.select().from(settings).where(eq(settings.name, name)))[0]?.value;
  }

  return {
    async clock() {
      return (await read('clock')) as ClockState | undefined;
    },
    async setClock(value) {
      await session.db
        .insert(settings)
        .values({ name: 'clock', value })
        .onConflictDoUpdate({ target: settings.name, set: { value } });
    },
    async vaultKey(fresh) {
      // All processes use the key of the first one.
      const value = Buffer.from(fresh).toString('base64');
      await session.db
        .insert(settings)
        .values({ name: 'vault key', value: { base64: value } })
        .onConflictDoNothing();
      const { base64 } = (await read('vault key')) as { base64: string };
      return Buffer.from(base64, 'base64');
    },
  };
}
