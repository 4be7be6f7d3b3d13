// `node demo/start/ready.mjs && …`: installs missing packages, so that `npm run build` and `npm pack` work in a fresh clone.
import { giveUp } from './process/ending.mjs';
import { installWhenStale } from './build/install.mjs';

await installWhenStale().catch(giveUp);
