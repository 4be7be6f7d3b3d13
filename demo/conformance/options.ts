import { parseArgs } from 'node:util';
import { type Rule, RULE_SOURCES } from './answers/rule.js';
import type { Credentials } from './answers/target.js';
import type { Settings } from './requests/context.js';
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
  --rules spec,fact     the only rules to report: of the specification (spec), of public facts about gateways of this
                        family (fact), what browsers demand before a page can pay (page), or decided in this project
                        where the others are silent (decision)
  --no-pages            only servers call this gateway: leaves out what browsers demand
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

const partsOf = (lists: readonly string[]): readonly string[] =>
  lists
    .flatMap((list) => list.split(','))
    .map((part) => part.trim())
    .filter(Boolean);

function readRules(lists: readonly string[]): readonly Rule['source'][] {
  return partsOf(lists).map((name) => {
    const source = RULE_SOURCES.find((one) => one === name);
    if (!source) throw new TypeError(`--rules takes ${RULE_SOURCES.join(', ')}, not ${name}.`);
    return source;
  });
}

const OPTIONS = {
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
  rules: { ...text, multiple: true },
  seed: text,
  'job-patience': { ...text, default: '20' },
  'bad-input': { ...text, default: '30' },
  json: text,
  plain: flag,
  strict: flag,
  'no-pages': flag,
  help: flag,
} as const;

type Values = ReturnType<typeof parseArgs<{ options: typeof OPTIONS }>>['values'];
type Environment = Readonly<Record<string, string | undefined>>;

/** The credentials of the shop under test. */
function readShop(values: Values, environment: Environment): Credentials {
  const secretKey = values['secret-key'] ?? environment['GATEWAY_SECRET_KEY'] ?? '';
  const needed = ['gateway-url', 'checkout-url', 'base-url', 'public-key', 'shop-id'] as const;
  const missing = [...needed.filter((name) => !values[name]), ...(secretKey ? [] : ['secret-key'])];
  if (missing.length > 0) throw new TypeError(`Missing: ${missing.map((name) => `--${name}`).join(', ')}.`);
  return { shopId: values['shop-id'] ?? '', publicKey: values['public-key'] ?? '', secretKey };
}

/** The credentials of the second shop; undefined without one. */
function readOtherShop(values: Values, environment: Environment): Credentials | undefined {
  const { 'other-shop-id': shopId, 'other-public-key': publicKey } = values;
  const secretKey = values['other-secret-key'] ?? environment['GATEWAY_OTHER_SECRET_KEY'];
  if (shopId && publicKey && secretKey) return { shopId, publicKey, secretKey };
  if (!shopId && !publicKey && !secretKey) return undefined;
  throw new TypeError('--other-shop-id, --other-public-key and --other-secret-key come together.');
}

function readSettings(values: Values, environment: Environment): Settings {
  return {
    forms: values.plain ? ['sealed', 'plain'] : ['sealed'],
    otherShop: readOtherShop(values, environment),
    challengeCode: values['challenge-code'],
    listenHost: values['listen-host'],
    jobPatience: 1000 * wholeNumber('job-patience', values['job-patience']),
    badInput: {
      runs: wholeNumber('bad-input', values['bad-input']),
      seed: values.seed === undefined ? Math.floor(Math.random() * 1e9) : wholeNumber('seed', values.seed),
    },
  };
}

/**
 * Reads a command line.
 *
 * @returns undefined for `--help` or without arguments.
 * @throws TypeError for an invalid command line; the message names everything that is missing.
 */
export function readOptions(args: readonly string[], environment: Environment): Command | undefined {
  const { values } = parseArgs({ args: [...args], options: OPTIONS });
  if (values.help || args.length === 0) return undefined;
  const shop = readShop(values, environment);
  const url = (name: 'gateway-url' | 'checkout-url' | 'base-url' | 'console-url'): string => address(name, values[name] ?? '');
  return {
    run: {
      addresses: {
        gateway: url('gateway-url'),
        checkout: url('checkout-url'),
        base: url('base-url'),
        console: values['console-url'] === undefined ? undefined : url('console-url'),
      },
      shop,
      settings: readSettings(values, environment),
      skip: partsOf(values.skip ?? []),
      only: values.only && partsOf(values.only),
      rules: (values.rules ? readRules(values.rules) : RULE_SOURCES).filter((source) => source !== 'page' || !values['no-pages']),
    },
    strict: values.strict,
    json: values.json,
  };
}
