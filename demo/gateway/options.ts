import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { readRegistered, type Registered } from './shop/registered-addresses.js';
import { isTimeZone } from './time/calendar.js';

const USAGE = `Usage: gateway [--port N] [--host ADDRESS] [--data FOLDER|memory] [--notify-anywhere]
               [--duplicates pan|token] [--notification-url [SHOP=]URL]... [--notification-origin URL]...
               [--shop-url [SHOP=]URL]... [--time-zone ZONE]
               [--tls-cert FILE --tls-key FILE]
  --port N             API on N, console on N + 1 (default 4010); 0 picks free ports
  --host ADDRESS       address to listen on (default 127.0.0.1)
  --data FOLDER        keeps the state between runs; delete the folder to start again. With memory
                       (default) the state ends with the process
  --notify-anywhere    lets notifications leave this machine
  --duplicates pan     what the duplicate check compares: the card's PAN, or the token as sent
  --notification-url URL  receives notifications of payments without a notification_url, such as those on
                       payment links and plan pages; 1001=URL is for shop 1001 only
  --notification-origin URL  an origin that may receive notifications; repeatable. Others receive them too, but
                       the console warns: each notification carries the shop's secret key
  --shop-url URL       where payers go after paying for a plan, or for a product without a return_url; 1001=URL
                       is for shop 1001 only
  --time-zone ZONE     decides when it is night and which day it is, for subscriptions: a name like
                       Europe/Berlin (default UTC, on every machine)
  --tls-cert, --tls-key  PEM files: serves https. To trust merchants' own certificates, set
                       NODE_EXTRA_CA_CERTS
Without --data, the variable DATABASE_URL (postgres://…) selects a PostgreSQL server for the state, which
several gateways may share.
`;

function fail(text: string): never {
  process.stderr.write(`${text}\n${USAGE}`);
  process.exit(2);
}

function readTls(certificate: string | undefined, key: string | undefined) {
  if (certificate === undefined && key === undefined) return undefined;
  if (certificate === undefined || key === undefined) return fail('--tls-cert and --tls-key must be given together.');
  return { cert: readFileSync(certificate), key: readFileSync(key) };
}

/** The options from command line and environment. An invalid one prints the usage and ends the process. */
export function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        port: { type: 'string', default: '4010' },
        host: { type: 'string', default: '127.0.0.1' },
        data: { type: 'string' },
        'notify-anywhere': { type: 'boolean', default: false },
        duplicates: { type: 'string', default: 'pan' },
        'notification-url': { type: 'string', multiple: true, default: [] },
        'notification-origin': { type: 'string', multiple: true, default: [] },
        'shop-url': { type: 'string', multiple: true, default: [] },
        'time-zone': { type: 'string', default: 'UTC' },
        'tls-cert': { type: 'string' },
        'tls-key': { type: 'string' },
      },
    });
    const port = Number(values.port);
    if (!Number.isInteger(port) || port < 0 || port > 65_534) fail(`--port takes a number from 0 to 65534, not ${values.port}.`);
    if (values.data === '') fail('--data takes a folder, or memory.');
    const duplicates = (['pan', 'token'] as const).find((name) => name === values.duplicates);
    if (!duplicates) return fail(`--duplicates takes pan or token, not ${values.duplicates}.`);
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
    // The command line takes precedence over the environment.
    const url = (values.data === undefined && process.env['DATABASE_URL']) || undefined;
    const folder = values.data === 'memory' ? undefined : values.data;
    return {
      ...values,
      notificationUrls,
      shopUrls,
      port,
      duplicates,
      timeZone,
      url,
      folder,
      tls: readTls(values['tls-cert'], values['tls-key']),
    };
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error));
  }
}
