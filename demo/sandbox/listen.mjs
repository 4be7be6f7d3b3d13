// `checkout-elements-sandbox listen`: prints each notification of a running sandbox as it is sent.
import process from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { connect } from './start.js';

const USAGE = `Usage: checkout-elements-sandbox listen [options]

  --console URL        default http://127.0.0.1:4011
`;
const OPTIONS = /** @type {const} */ ({
  console: { type: 'string', default: 'http://127.0.0.1:4011' },
  help: { type: 'boolean', short: 'h', default: false },
});
const PAUSE_MS = 300;

/** @param {readonly string[]} words */
function read(words) {
  try {
    return parseArgs({ args: [...words], options: OPTIONS }).values;
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
    process.exit(2);
  }
}

/**
 * The lines about attempts that were not printed yet, oldest first.
 *
 * @param {readonly import('./console.js').SandboxNotification[]} notifications newest first.
 * @param {Map<string, number>} printed how many attempts of each were printed; this adds to it.
 */
export function newLines(notifications, printed) {
  return notifications.toReversed().flatMap(({ id, uid, url, body, attempts }) => {
    const known = printed.get(id) ?? 0;
    printed.set(id, attempts.length);
    const { transaction, state } = body;
    const what = transaction
      ? `${transaction.status} ${transaction.type} ${transaction.amount} ${transaction.currency} ${transaction.tracking_id ?? ''}`.trim()
      : `subscription ${String(state)}`;
    return attempts.slice(known).map(({ at, result }) => `${at.slice(11, 19)}  ${what}  ${uid}  → ${url}  ${result}`);
  });
}

/** @param {readonly string[]} words the command's arguments. */
export async function listen(words) {
  const { console: consoleUrl, help } = read(words);
  if (help) return console.log(USAGE);
  const { notifications } = await connect(consoleUrl).catch(() => {
    console.error(`No sandbox's console answers at ${consoleUrl}. Start it, or name its address with --console.`);
    process.exit(1);
  });
  /** @type {Map<string, number>} */
  const printed = new Map();
  newLines(await notifications.list(), printed);
  console.error(`Notifications of the sandbox at ${consoleUrl} follow, amounts in minor units. Ctrl-C ends it.`);
  for (;;) {
    for (const line of newLines(await notifications.list(), printed)) console.log(line);
    await wait(PAUSE_MS);
  }
}
