// `node demo/start/ready.mjs && …`: installs what is missing, for commands that are no programs of ours. So `npm run build` and
// `npm pack` work in a fresh clone.
import { giveUp } from './ending.mjs';
import { installWhenStale } from './install.mjs';

await installWhenStale().catch(giveUp);
