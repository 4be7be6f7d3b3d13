// `npm run demo`: from a fresh clone to a running shop and sandbox gateway.
// `npm run dev` (--watch): the same, built and started anew whenever a source changes.
import { parseArgs } from 'node:util';
import { giveUp, sayError, whenAskedToEnd } from './ending.mjs';
import { watchSources } from './source-changes.mjs';
import { restartDemo, startDemo } from './start-demo.mjs';

const { values } = parseArgs({
  options: {
    'gateway-port': { type: 'string', default: '4010' },
    'shop-port': { type: 'string', default: '4020' },
    logs: { type: 'boolean', default: false },
    watch: { type: 'boolean', default: false },
  },
});

/** @type {Awaited<ReturnType<typeof startDemo>> | undefined} */
let demo;
let asked = false;

whenAskedToEnd(() => {
  asked = true;
  console.log('\nEnding …');
  // An install, a build or a server that is still starting ends with this process.
  if (!demo) process.exit(0);
  void demo.stop().then(() => process.exit(0));
});

async function run() {
  demo = await startDemo({
    gatewayPort: Number(values['gateway-port']),
    shopPort: Number(values['shop-port']),
    showLogs: values.logs,
  });
  console.log(`\n${values.watch ? 'Watching the sources. ' : ''}Ctrl-C ends everything.`);
  const changes = values.watch ? watchSources() : undefined;
  for (;;) {
    const end = await Promise.race([demo.firstEnd, ...(changes ? [changes()] : [])]);
    if (asked) return;
    if (end) {
      const last = `The ${end.server.name} ${end.words}.\n${end.server.lastWords()}`;
      await demo.stop();
      if (!changes) throw new Error(last);
      console.error(`\n${last}\nWaiting for a change …`);
      await changes();
    }
    try {
      demo = await restartDemo(demo);
    } catch (error) {
      sayError(error);
    }
  }
}

run().catch(giveUp);
