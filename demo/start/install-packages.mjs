// `node demo/start/install-packages.mjs && …`: installs missing packages, so that `npm run build` and `npm pack` work in a fresh clone.
import { giveUp } from './process/on-exit.mjs';
import { installWhenStale } from './build/install.mjs';

await installWhenStale().catch(giveUp);
