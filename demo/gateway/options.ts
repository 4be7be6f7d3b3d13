import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type Habit, HABITS } from './issuer/habit.js';
import { readRegistered, type Registered } from './shop/registered-addresses.js';
import { isTimeZone } from './time/calendar.js';

/** The flags with their arguments and effects, for `--help`. The documentation's table has the same flags. */
export const FLAGS: readonly (readonly [flag: string, text: string])[] = [
  ['--port N', 'API on N, console on N + 1 (default 4010); 0 picks free ports'],
  ['--host ADDRESS', 'address to listen on (default 127.0.0.1)'],
  [
    '--data FOLDER|memory|postgres://…',
    'where the state is kept between runs: in a folder (delete it to start again), in memory until the process ends, or on a ' +
      'PostgreSQL server, which several sandboxes may share. Default: the variable CHECKOUT_SANDBOX_DATA, else memory; ' +
      'npm run gateway uses the folder .sandbox',
  ],
  ['--milliseconds', 'times have milliseconds, as gateways of the family send them; the specification has whole seconds'],
  ['--wallets-without-code', 'the card in a wallet’s token pays without a security code; no gateway has confirmed that yet'],
  ['--notify-anywhere', 'lets notifications leave this machine'],
  ['--duplicates pan|token', 'what the duplicate check compares: the card’s PAN (default), or the token as sent'],
  [
    '--copies HABIT',
    'what becomes of a copy of a payment: refused (default), failed-job, failed-transaction, or paid, as at gateways without a ' +
      'duplicate check',
  ],
  [
    '--notification-url [SHOP=]URL',
    'receives notifications of payments without a notification_url, such as those on payment links and plan pages; repeatable, ' +
      '1001=URL is for shop 1001 only',
  ],
  [
    '--notification-origin URL',
    'an origin that may receive notifications; repeatable. Others receive them too, but the console warns: each notification ' +
      'carries the shop’s secret key',
  ],
  [
    '--shop-url [SHOP=]URL',
    'where payers go after paying for a plan, or for a product without a return_url; repeatable, 1001=URL is for shop 1001 only',
  ],
  [
    '--time-zone ZONE',
    'decides when it is night and which day it is, for subscriptions: a name like Europe/Berlin (default UTC, on every machine)',
  ],
  ['--tls-cert FILE', 'PEM file: serves https, with --tls-key. To trust merchants’ own certificates, set NODE_EXTRA_CA_CERTS'],
  ['--tls-key FILE', 'PEM file with the key of --tls-cert'],
  ['--json', 'prints the addresses as one line of JSON, and a log of JSON lines, as wherever the output is no terminal'],
  ['--help', 'shows this text'],
];

/** The flags as the command line is read. */
export const OPTIONS = {
  port: { type: 'string', default: '4010' },
  host: { type: 'string', default: '127.0.0.1' },
  data: { type: 'string' },
  milliseconds: { type: 'boolean', default: false },
  'wallets-without-code': { type: 'boolean', default: false },
  'notify-anywhere': { type: 'boolean', default: false },
  duplicates: { type: 'string', default: 'pan' },
  copies: { type: 'string', default: 'refused' },
  'notification-url': { type: 'string', multiple: true, default: [] as string[] },
  'notification-origin': { type: 'string', multiple: true, default: [] as string[] },
  'shop-url': { type: 'string', multiple: true, default: [] as string[] },
  'time-zone': { type: 'string', default: 'UTC' },
  'tls-cert': { type: 'string' },
  'tls-key': { type: 'string' },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const satisfies NonNullable<Parameters<typeof parseArgs>[0]>['options'];

const COLUMN = 38;

/** A flag with its text, wrapped beside it. */
function flagLines([flag, text]: (typeof FLAGS)[number]): string {
  const lines = text.match(/.{1,72}(?: |$)/g) ?? [];
  return lines.map((line, index) => `${(index === 0 ? `  ${flag}` : '').padEnd(COLUMN)}${line.trimEnd()}\n`).join('');
}

/** How this program was started: as a command of the package checkout-elements-sandbox, or in a clone of its repository. */
const COMMAND = process.argv[1]?.endsWith('gateway.js') ? 'npm run gateway --' : 'checkout-elements-sandbox';

const USAGE = `Usage: ${COMMAND} [options]
${FLAGS.map(flagLines).join('')}${COMMAND.startsWith('checkout') ? '\ncheckout-elements-sandbox listen                            prints notifications as they are sent.\ncheckout-elements-sandbox starter express|next|vite FOLDER  copies a small project to begin with.\n' : ''}`;

function fail(text: string): never {
  process.stderr.write(`${text}\n${USAGE}`);
  process.exit(2);
}

function readTls(certificate: string | undefined, key: string | undefined) {
  if (certificate === undefined && key === undefined) return undefined;
  if (certificate === undefined || key === undefined) return fail('--tls-cert and --tls-key must be given together.');
  return { cert: readFileSync(certificate), key: readFileSync(key) };
}

/** Where the state is kept. Not the shell's DATABASE_URL, which is the merchant's own database. */
function readPlace(flag: string | undefined): { readonly url?: string; readonly folder?: string } {
  const data = flag ?? process.env['CHECKOUT_SANDBOX_DATA'] ?? 'memory';
  if (data === 'memory') return {};
  if (/^postgres(ql)?:/.test(data)) return { url: data };
  // Only the scheme is shown: an address can contain a password.
  const [, scheme] = /^([a-z][a-z\d+.-]+:)\/\//i.exec(data) ?? [];
  const wrong = scheme ? `one that begins with ${scheme}` : data === '' && 'an empty text';
  const name = flag === undefined ? 'CHECKOUT_SANDBOX_DATA' : '--data';
  if (wrong) fail(`${name} takes a folder, memory, or the address of a PostgreSQL server (postgres://…), not ${wrong}.`);
  return { folder: data };
}

/** The options from command line and environment. An invalid one prints the usage and ends the process. */
export function readOptions() {
  try {
    const { values } = parseArgs({ options: OPTIONS });
    if (values.help) {
      process.stdout.write(USAGE);
      process.exit(0);
    }
    const port = Number(values.port);
    if (!Number.isInteger(port) || port < 0 || port > 65_534) fail(`--port takes a number from 0 to 65534, not ${values.port}.`);
    const duplicates = (['pan', 'token'] as const).find((name) => name === values.duplicates);
    if (!duplicates) return fail(`--duplicates takes pan or token, not ${values.duplicates}.`);
    const habit: Habit | undefined = new Map<string, Habit>(Object.entries(HABITS)).get(values.copies);
    if (!habit) return fail(`--copies takes ${Object.keys(HABITS).join(', ')}, not ${values.copies}.`);
    const registered = (flag: 'notification-url' | 'shop-url'): Registered[] =>
      values[flag].map(
        (text) =>
          readRegistered(text) ??
          fail(`--${flag} takes an address like https://shop.example/ or 1001=https://shop.example/, not ${text}.`),
      );
    const [notificationUrls, shopUrls] = [registered('notification-url'), registered('shop-url')];
    for (const origin of values['notification-origin']) {
      if (!URL.canParse(origin)) fail(`--notification-origin takes an address like https://shop.example, not ${origin}.`);
    }
    const timeZone = values['time-zone'];
    if (!isTimeZone(timeZone)) fail(`--time-zone takes a name like Europe/Berlin, not ${timeZone}.`);
    return {
      ...values,
      notificationUrls,
      shopUrls,
      port,
      duplicates,
      habit,
      timeZone,
      ...readPlace(values.data),
      tls: readTls(values['tls-cert'], values['tls-key']),
    };
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error));
  }
}
