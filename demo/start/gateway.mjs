// `npm run gateway -- --port N --data memory`: only the sandbox, for tests and scripts. Standard output has the gateway's
// JSON line and nothing else.
import { bundle } from '../../build/bundle.mjs';
import { giveUp, onExit } from '../../build/on-exit.mjs';
import { withData } from './data-folder.mjs';
import { installWhenStale } from '../../build/install.mjs';
import { spawnFollower, stopChild, whenEnded } from './process/server.mjs';

/** @type {import('node:child_process').ChildProcess | undefined} */
let child;
let asked = false;

onExit(() => {
  asked = true;
  // Before the gateway runs, there is only an installation or a build, which ends with this process.
  if (!child) process.exit(0);
  void stopChild(child);
});

try {
  await installWhenStale();
  const program = await bundle('gateway');
  child = spawnFollower(program, withData(process.argv.slice(2)), ['ignore', 'inherit', 'inherit']);
} catch (error) {
  giveUp(error);
}
const { code, words } = await whenEnded(child);
if (!asked && code !== 0) console.error(`The gateway ${words}.`);
process.exit(asked ? 0 : code);
