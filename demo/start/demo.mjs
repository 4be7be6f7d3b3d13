// `npm run demo`: from a fresh clone to a running shop and sandbox gateway.
// `npm run dev` (--watch): the same, rebuilt and restarted whenever a source changes.
// `npm run demo -- --data memory`: starts empty and keeps nothing.
// `npm run demo -- --host --https`: for a phone on the same network.
import process from 'node:process';
import { parseArgs } from 'node:util';
import { giveUp, printError, onExit } from '../../build/on-exit.mjs';
import { lanAddresses } from './network/network.mjs';
import { watchSources } from '../../build/source-changes.mjs';
import { startSite } from '../../build/docs-site.mjs';
import { printRunningCards, restartDemo, startDemo } from './start-demo.mjs';

const USAGE = `npm run demo -- [options]
  --gateway-port PORT   default 4010; the console is on the next port
  --shop-port PORT      default 4020
  --docs-port PORT      4030 without it
  --data FOLDER|memory  where the sandbox keeps its state; default .sandbox
  --host [ADDRESS]      for other devices on the network; default 127.0.0.1
  --https               with a certificate of its own
  --cards               lists all test cards
  --logs                shows the requests of both servers`;

/** The command's options. An unknown option ends the command and lists the known ones. */
function readOptions() {
  try {
    return parseArgs({
      // Without a value, `--host` means the machine's address on its network.
      args: process.argv
        .slice(2)
        .map((flag, index, all) => (flag === '--host' && /^(-|$)/.test(all[index + 1] ?? '') ? '--host=' : flag)),
      options: {
        host: { type: 'string', default: '127.0.0.1' },
        data: { type: 'string' },
        https: { type: 'boolean', default: false },
        'gateway-port': { type: 'string', default: '4010' },
        'shop-port': { type: 'string', default: '4020' },
        'docs-port': { type: 'string', default: '4030' },
        logs: { type: 'boolean', default: false },
        cards: { type: 'boolean', default: false },
        watch: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    }).values;
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    console.error(USAGE);
    return process.exit(2);
  }
}

const values = readOptions();
if (values.help) {
  console.log(USAGE);
  process.exit(0);
}

/** @type {Awaited<ReturnType<typeof startDemo>> | undefined} */
let demo;
/** @type {Awaited<ReturnType<typeof startSite>> | undefined} */
let site;
let asked = false;

onExit(() => {
  asked = true;
  console.log('\nStopping …');
  // An install, a build or a starting server ends with this process.
  if (!demo) process.exit(0);
  void Promise.all([demo.stop(), site?.stop()]).then(() => process.exit(0));
});

async function run() {
  const host = values.host || lanAddresses()[0];
  if (!host)
    throw new Error('This machine is on no network that a phone could use. Join one, or set an address: --host=ADDRESS.');
  const gatewayPort = Number(values['gateway-port']);
  if (values.cards && (await printRunningCards({ gatewayPort, host, https: values.https }))) process.exit(0);
  console.log('Starting the sandbox gateway, a shop that uses it, and the documentation, all on this machine.');
  console.log('The first start installs and builds them, which takes one to three minutes; later ones take seconds.');
  const began = performance.now();
  demo = await startDemo({
    host,
    cards: values.cards,
    https: values.https,
    ...(values.data !== undefined && { data: values.data }),
    gatewayPort,
    shopPort: Number(values['shop-port']),
    showLogs: values.logs,
  });
  site = await startSite(host, Number(values['docs-port']));
  const { shop_url, gateway_url, console_url } = demo.addresses;
  console.log(
    `\nReady after ${((performance.now() - began) / 1000).toFixed(1)} s. Pay with 4200 0000 0000 0000 (12/30, any security code); --cards lists all cards.`,
  );
  console.log(`\n  Gateway   ${gateway_url}\n  Shop      ${shop_url}\n  Console   ${console_url}\n  Docs      ${site.url}`);
  console.log(`\n${values.watch ? 'Watching the sources. ' : ''}Ctrl-C stops everything.`);
  const changes = values.watch ? watchSources() : undefined;
  for (;;) {
    const end = await Promise.race([demo.firstEnd, ...(changes ? [changes()] : [])]);
    if (asked) return;
    if (end) {
      const last = `The ${end.server.name} ${end.words}.\n${end.server.lastLines()}`;
      await demo.stop();
      if (!changes) throw new Error(last);
      console.error(`\n${last}\nWaiting for a change …`);
      await changes();
    }
    try {
      demo = await restartDemo(demo);
    } catch (error) {
      printError(error);
    }
  }
}

run().catch(giveUp);
