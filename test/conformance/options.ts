import { parseArgs } from 'node:util';
import type { Run } from './run.js';

export const USAGE = `Usage: npm run conformance -- --gateway-url U --checkout-url U --base-url U
         --public-key K --shop-id N [--secret-key S] [options]

Tests a payment gateway over HTTP, section by section of its specification. It sends transfers, products, plans and
customers: use a test shop. The secret key can also come in the variable GATEWAY_SECRET_KEY.

  --plain               the shop has a PCI DSS certificate: sends plain card data too
  --other-shop-id N --other-public-key K --other-secret-key S
                        a second shop, to test that shops can't see each other's data
                        (its secret key also in GATEWAY_OTHER_SECRET_KEY)
  --challenge-code C    the code that passes the test bank's 3-D Secure page
  --listen-host H       host name or address under which the gateway reaches this machine, for notifications
  --console-url U       a sandbox's console: moves its clock instead of waiting, and uses its published cards
  --skip 2.8,4.3        sections to leave out
  --only 7.1,8          the only sections to test
  --strict              rules that were decided where the specification is silent count too
  --job-patience N      seconds that a job may take (default 20)
  --bad-input N         random bad requests for each endpoint (default 30)
  --seed N              the seed of those requests; a failure reports it
  --json FILE           writes every finding to this file
  --help

Exit code: 0 when every rule is kept, 1 when one is broken, 2 when the run was not possible.
`;

/** The options of a command line. */
export interface Command {
  readonly run: Run;
  readonly strict: boolean;
  readonly json: string | undefined;
}

const text = { type: 'string' } as const;
const flag = { type: 'boolean', default: false } as const;

function address(name: string, given: string): string {
  if (!URL.canParse(given) || !/^https?:$/.test(new URL(given).protocol))
    throw new TypeError(`--${name} takes an http or https address, not ${given}.`);
  return given.replace(/\/+$/, '');
}

function wholeNumber(name: string, given: string): number {
  if (!/^\d{1,9}$/.test(given)) throw new TypeError(`--${name} takes a whole number, not ${given}.`);
  return Number(given);
}

const numbersIn = (lists: readonly string[]): readonly string[] =>
  lists
    .flatMap((list) => list.split(','))
    .map((number) => number.trim())
    .filter(Boolean);

/**
 * Reads a command line.
 *
 * @returns undefined for `--help` or without arguments.
 * @throws TypeError for an invalid command line; the message names everything that is missing.
 */
export function readOptions(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): Command | undefined {
  const { values } = parseArgs({
    args: [...args],
    options: {
      'gateway-url': text,
      'checkout-url': text,
      'base-url': text,
      'console-url': text,
      'public-key': text,
      'shop-id': text,
      'secret-key': text,
      'other-shop-id': text,
      'other-public-key': text,
      'other-secret-key': text,
      'challenge-code': text,
      'listen-host': text,
      skip: { ...text, multiple: true },
      only: { ...text, multiple: true },
      seed: text,
      'job-patience': { ...text, default: '20' },
      'bad-input': { ...text, default: '30' },
      json: text,
      plain: flag,
      strict: flag,
      help: flag,
    },
  });
  if (values.help || args.length === 0) return undefined;
  const secretKey = values['secret-key'] ?? environment['GATEWAY_SECRET_KEY'];
  const otherSecret = values['other-secret-key'] ?? environment['GATEWAY_OTHER_SECRET_KEY'];
  const needed = ['gateway-url', 'checkout-url', 'base-url', 'public-key', 'shop-id'] as const;
  const missing = [...needed.filter((name) => !values[name]), ...(secretKey ? [] : ['secret-key'])];
  if (missing.length > 0) throw new TypeError(`Missing: ${missing.map((name) => `--${name}`).join(', ')}.`);

  const url = (name: 'gateway-url' | 'checkout-url' | 'base-url' | 'console-url'): string => address(name, values[name] ?? '');
  const [otherId, otherKey] = [values['other-shop-id'], values['other-public-key']];
  const others = [otherId, otherKey, otherSecret].filter(Boolean).length;
  if (others > 0 && (!otherId || !otherKey || !otherSecret)) {
    throw new TypeError('--other-shop-id, --other-public-key and --other-secret-key come together.');
  }
  return {
    run: {
      addresses: {
        gateway: url('gateway-url'),
        checkout: url('checkout-url'),
        base: url('base-url'),
        console: values['console-url'] === undefined ? undefined : url('console-url'),
      },
      shop: { shopId: values['shop-id'] ?? '', publicKey: values['public-key'] ?? '', secretKey: secretKey ?? '' },
      settings: {
        forms: values.plain ? ['sealed', 'plain'] : ['sealed'],
        otherShop:
          otherId && otherKey && otherSecret ? { shopId: otherId, publicKey: otherKey, secretKey: otherSecret } : undefined,
        challengeCode: values['challenge-code'],
        listenHost: values['listen-host'],
        jobPatience: 1000 * wholeNumber('job-patience', values['job-patience']),
        badInput: {
          runs: wholeNumber('bad-input', values['bad-input']),
          seed: values.seed === undefined ? Math.floor(Math.random() * 1e9) : wholeNumber('seed', values.seed),
        },
      },
      skip: numbersIn(values.skip ?? []),
      only: values.only && numbersIn(values.only),
    },
    strict: values.strict,
    json: values.json,
  };
}
