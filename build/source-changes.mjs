// Detects changed sources, for `npm run dev`.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { filesBelow } from './bundle.mjs';
import { root } from './install.mjs';

const LOOK_MS = 250;

// Polls, because Node's recursive watching on Linux loses a file once an editor has replaced it.
function snapshot() {
  return [...filesBelow('src'), ...filesBelow('demo'), 'vite.config.ts']
    .map((file) => {
      const stat = statSync(join(root, file), { throwIfNoEntry: false });
      return `${file} ${stat?.mtimeMs} ${stat?.size}`;
    })
    .join('\n');
}

/**
 * Starts to watch the sources.
 *
 * @returns {() => Promise<undefined>} resolves when a source has changed since the last call resolved, and no more changes
 * follow for a moment: an editor that saves ten files causes one rebuild.
 */
export function watchSources() {
  let known = snapshot();
  /** @type {Promise<undefined> | undefined} */
  let pending;
  const look = async () => {
    for (let last = known; ;) {
      await sleep(LOOK_MS);
      const now = snapshot();
      if (now !== known && now === last) {
        known = now;
        pending = undefined;
        return undefined;
      }
      last = now;
    }
  };
  // One promise for all calls before a change, so that a race in a loop starts no second watch.
  return () => (pending ??= look());
}
