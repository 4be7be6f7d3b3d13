// `npm run demo`: from a fresh clone to a running shop and sandbox gateway.
import { parseArgs } from 'node:util';
import { giveUp, whenAskedToEnd } from './ending.mjs';
import { startDemo } from './start-demo.mjs';

const { values } = parseArgs({
  options: {
    'gateway-port': { type: 'string', default: '4010' },
    'shop-port': { type: 'string', default: '4020' },
    logs: { type: 'boolean', default: false },
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

try {
  demo = await startDemo({
    gatewayPort: Number(values['gateway-port']),
    shopPort: Number(values['shop-port']),
    showLogs: values.logs,
  });
  console.log('\nCtrl-C ends both.');
} catch (error) {
  giveUp(error);
}
const { server, words } = await demo.firstEnd;
if (!asked) {
  await demo.stop();
  giveUp(new Error(`The ${server.name} ${words}.\n${server.lastWords()}`));
}
