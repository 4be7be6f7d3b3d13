// Black-box test of a gateway, and of a shop's page, written against the specification alone.
// node run.mjs --gateway-url U --checkout-url U --base-url U --console-url U [--shop-url U] [--only gateway|page]
import { parseArgs } from 'node:util';
import { startListener } from './listener.mjs';
import { finish, runSection } from './report.mjs';
import { openWorld } from './world.mjs';
import { badCredentials, badRequests, lookup } from './sections/access.mjs';
import { abandoned, challenge, withoutReturn } from './sections/challenge.mjs';
import { checks, requiredFields } from './sections/checks.mjs';
import { cors, keysAndConsole } from './sections/cors.mjs';
import { duplicates, replays } from './sections/duplicates.mjs';
import { everyProblem, fieldErrors } from './sections/errors.mjs';
import { jobs, slowJobs } from './sections/jobs.mjs';
import { leaks, notifications, retries } from './sections/notifications.mjs';
import { betweenCheckAndTransfer, hostile, markup } from './sections/robustness.mjs';
import { honest, plainRefused, tampering } from './sections/tampering.mjs';
import { details, response, savedCards, testCards } from './sections/transfers.mjs';

async function driveGateway(world, listener) {
  const run = (name, body) => runSection(name, (t) => body(t, world, listener));
  await run('5 Keys, shops and console', keysAndConsole);
  // These mostly wait (30 s of the duplicate check, a 20 s job, notification retries), so they wait together.
  const waiting = [
    run('8 Duplicate check', duplicates), run('8 Replayed sections', replays), run('2.4 Slow, failing and lost jobs', slowJobs),
    run('6.1 Notification retries', retries), run('3 Abandoned challenge', abandoned),
  ];
  await run('2.3 Capability check', checks);
  await run('2.3 required_fields', requiredFields);
  await run('2.4 Jobs', jobs);
  await run('2.5 Test cards', testCards);
  await run('2.6 Transfer response', response);
  await run('2.5 Language, addresses, receipt', details);
  await run('2.5 Card tokens', savedCards);
  await run('3 3-D Secure', challenge);
  await run('6.2 Return addresses', withoutReturn);
  await run('5 Encrypted sections, honest', honest);
  await run('5 Encrypted sections, tampered', tampering);
  await run('5 Plain cards without certificate', plainRefused);
  await run('6.1 Notifications', notifications);
  await run('7.1 One wrong field', fieldErrors);
  await run('7.1 Every problem at once', everyProblem);
  await run('5 Credentials', badCredentials);
  await run('7, 9 Requests that are none', badRequests);
  await run('7 Hostile bodies and ids', hostile);
  await run('3 Markup and addresses of a merchant', markup);
  await run('2.3, 2.6 From check to transfer', betweenCheckAndTransfer);
  await run('8 Status by uid and tracking_id', lookup);
  await run('5 CORS', cors);
  await Promise.all(waiting);
  await run('No card data in any answer', leaks);
}

async function main() {
  const text = { type: 'string' };
  const { values } = parseArgs({ options: { 'gateway-url': text, 'checkout-url': text, 'base-url': text, 'console-url': text, 'shop-url': text, only: text } });
  const { only } = values;
  if (only !== undefined && only !== 'gateway' && only !== 'page') throw new Error(`--only takes gateway or page, not ${String(only)}`);
  const needed = only === 'page' ? ['shop-url'] : ['gateway-url', 'checkout-url', 'base-url', 'console-url'];
  const missing = needed.filter((name) => !values[name]);
  if (missing.length > 0) throw new Error(`missing: ${missing.map((name) => `--${name}`).join(' ')}`);
  const urls = { gateway: values['gateway-url'], checkout: values['checkout-url'], base: values['base-url'], console: values['console-url'], shop: values['shop-url'] };
  if (only !== 'page') {
    const world = await openWorld(urls);
    const listener = await startListener();
    try {
      await driveGateway(world, listener);
    } finally {
      await listener.close();
    }
  }
  if (only !== 'gateway' && urls.shop) {
    const { drivePage } = await import('./journeys.mjs');
    await drivePage(urls);
  }
  return finish();
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(error.message ?? error);
  console.log('\n0 passed, 1 failed');
  process.exitCode = 1;
}
