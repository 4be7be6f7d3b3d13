// `node build/install-packages.mjs && …`: installs missing packages, so that `npm run build` and `npm pack` work in a fresh clone.
import { giveUp } from './on-exit.mjs';
import { installWhenStale } from './install.mjs';

await installWhenStale().catch(giveUp);
