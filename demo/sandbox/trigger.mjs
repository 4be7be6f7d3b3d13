// `checkout-elements-sandbox trigger EVENT`: makes a payment as if a payer had paid, and prints its notification.
import process from 'node:process';
import { parseArgs } from 'node:util';
import { newLines } from './listen.mjs';
import { connect } from './start.js';

const USAGE = `Usage: checkout-elements-sandbox trigger transfer|payment|subscription [options]

  --status STATUS      successful (default), failed or incomplete
  --to URL             your server; default: the sandbox's own --notification-url
  --amount MINOR       minor units; default 10000
  --currency CODE      default USD
  --tracking-id ID     your order; default: a new one
  --shop ID            default: the first shop
  --console URL        default http://127.0.0.1:4011
`;
const TEXT = /** @type {const} */ ({ type: 'string' });
const OPTIONS = {
  status: TEXT,
  to: TEXT,
  amount: TEXT,
  currency: TEXT,
  'tracking-id': TEXT,
  shop: TEXT,
  console: /** @type {const} */ ({ type: 'string', default: 'http://127.0.0.1:4011' }),
  help: /** @type {const} */ ({ type: 'boolean', short: 'h', default: false }),
};
const NOTIFIED_WITHIN_MS = 10_000;

/** @param {unknown} error @param {string} [usage] @returns {never} */
function fail(error, usage = '') {
  console.error(`${error instanceof Error ? error.message : String(error)}${usage && `\n${usage}`}`);
  process.exit(usage ? 2 : 1);
}

/** @param {readonly string[]} words */
function read(words) {
  try {
    return parseArgs({ args: [...words], options: OPTIONS, allowPositionals: true });
  } catch (error) {
    return fail(error, USAGE);
  }
}

/** @param {readonly string[]} words the command's arguments. */
export async function trigger(words) {
  const { values, positionals } = read(words);
  if (values.help) return console.log(USAGE);
  const [event, ...more] = positionals;
  if (event === undefined || more.length > 0) return fail('Expected one event.', USAGE);
  const sandbox = await connect(values.console).catch(() =>
    fail(`No sandbox's console answers at ${values.console}. Start it, or name its address with --console.`),
  );
  const { status, to, currency } = values;
  const { tracking_id } = await sandbox
    .trigger(/** @type {import('./console.js').Trigger['event']} */ (event), {
      ...(status !== undefined && { status: /** @type {'successful'} */ (status) }),
      ...(to !== undefined && { notification_url: to }),
      ...(currency !== undefined && { currency }),
      ...(values.amount !== undefined && { amount: Number(values.amount) }),
      ...(values.shop !== undefined && { shop_id: Number(values.shop) }),
      ...(values['tracking-id'] !== undefined && { tracking_id: values['tracking-id'] }),
    })
    .catch(fail);
  console.error(`Made a ${event} with the tracking id ${tracking_id}.`);
  const idOf = (/** @type {import('./console.js').SandboxNotification} */ { body }) =>
    body.transaction ? body.transaction.tracking_id : body['tracking_id'];
  const notification = await sandbox.notifications
    .waitFor((each) => idOf(each) === tracking_id && each.attempts.length > 0, { timeout: NOTIFIED_WITHIN_MS })
    .catch(() =>
      fail(
        status === 'incomplete'
          ? 'No notification comes while the payer is at their bank.'
          : 'No server was notified: name yours with --to.',
      ),
    );
  for (const line of newLines([notification], new Map())) console.log(line);
}
