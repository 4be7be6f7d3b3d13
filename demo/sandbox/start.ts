// `start()` and `connect()` of the package checkout-elements-sandbox: a sandbox for the tests of a shop.
import { randomInt } from 'node:crypto';
import { spawn, type ChildProcessByStdio } from 'node:child_process';
import process from 'node:process';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import {
  clockOf,
  faultsOf,
  readAddresses,
  readShops,
  recordedAt,
  trigger,
  SandboxError,
  type Clock,
  type Faults,
  type Recorded,
  type Shop,
  type Trigger,
  type Triggered,
} from './console.js';

export { SandboxError };
export type { Clock, Fault, FaultKind, Faults, Records, Shop, Trigger, Triggered } from './console.js';
export type {
  Notifications,
  SandboxEmail,
  SandboxNotification,
  SandboxSubscription,
  SandboxTransaction,
  Subscriptions,
} from './console.js';

export interface StartOptions {
  /** The API's port; the console is on the next one. Default 0: free ports. */
  readonly port?: number;
  /** A folder for the state; default `memory`, which ends with the sandbox. */
  readonly data?: string;
  /** Where your server is notified of payments that name no `notification_url`. */
  readonly notificationUrl?: string;
  /** Where payers go after paying on the gateway's own pages. */
  readonly shopUrl?: string;
  /** Any further flags of the command, such as `['--time-zone', 'Europe/Berlin']`. */
  readonly flags?: readonly string[];
}

/** A running sandbox. */
export interface ConnectedSandbox extends Recorded {
  /** The addresses, without a slash at the end. */
  readonly gatewayUrl: string;
  readonly checkoutUrl: string;
  readonly baseUrl: string;
  readonly consoleUrl: string;
  readonly shops: readonly Shop[];
  readonly clock: Clock;
  readonly faults: Faults;
  /**
   * Makes a payment as if a payer had paid, with its notification.
   *
   * @throws SandboxError `request_refused` for values that the sandbox does not accept.
   */
  readonly trigger: (event: Trigger['event'], more?: Omit<Trigger, 'event'>) => Promise<Triggered>;
}

/** A sandbox in a process of its own. */
export interface Sandbox extends ConnectedSandbox {
  /** Ends the sandbox's process. A sandbox that you never stop ends with your process. */
  readonly stop: () => Promise<void>;
}

type Child = ChildProcessByStdio<null, Readable, Readable>;

const READY_MS = 30_000;
const STOP_MS = 5000;
// More lines than the command's usage text has.
const LAST_LINES = 60;

const beside = (name: string): URL => new URL(name, import.meta.url);

function flagsOf({ port = 0, data = 'memory', notificationUrl, shopUrl, flags = [] }: StartOptions): string[] {
  return [
    '--port',
    String(port),
    '--data',
    data,
    ...(notificationUrl === undefined ? [] : ['--notification-url', notificationUrl]),
    ...(shopUrl === undefined ? [] : ['--shop-url', shopUrl]),
    ...flags,
  ];
}

/** Resolves to the line with the sandbox's addresses. */
function readLine(child: Child): Promise<string> {
  const lines: string[] = [];
  createInterface({ input: child.stderr }).on('line', (line) => {
    lines.push(line);
    if (lines.length > LAST_LINES) lines.shift();
  });
  return new Promise((resolve, reject) => {
    const fail = (what: string): void =>
      reject(new SandboxError('start_failed', `The sandbox ${what}.\n${lines.join('\n')}`.trimEnd()));
    const timer = setTimeout(() => fail(`printed no address within ${READY_MS / 1000} s`), READY_MS);
    child.once('error', (error) => fail(`could not be started: ${error.message}`));
    child.once('close', (code, signal) => {
      clearTimeout(timer);
      fail(`ended with ${signal ?? `exit code ${code}`} before it was ready`);
    });
    createInterface({ input: child.stdout }).once('line', (line) => {
      clearTimeout(timer);
      resolve(line);
    });
  });
}

async function end(child: Child): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
  child.kill('SIGTERM');
  await gone;
  clearTimeout(timer);
}

/** A sandbox must not keep the process of the tests alive: it ends when that process ends. */
function letGo(child: Child): void {
  child.unref();
  child.channel?.unref();
  for (const stream of [child.stdout, child.stderr]) (stream as Readable & { unref?: () => void }).unref?.();
}

/**
 * Connects to a running sandbox, such as one that the test runner has started.
 *
 * @param consoleUrl the console's address: the gateway's, with the next port.
 * @throws SandboxError `request_refused`, or fetch's own error where nothing answers.
 */
export async function connect(consoleUrl: string): Promise<ConnectedSandbox> {
  const { gateway_url = '', checkout_url = '', base_url = '' } = await readAddresses(consoleUrl);
  return {
    gatewayUrl: gateway_url,
    checkoutUrl: checkout_url,
    baseUrl: base_url,
    consoleUrl,
    shops: await readShops(consoleUrl),
    clock: clockOf(consoleUrl),
    faults: faultsOf(consoleUrl),
    trigger: (event, more) => trigger(consoleUrl, event, more),
    ...recordedAt(consoleUrl),
  };
}

/**
 * A new valid card number, which pays without 3-D Secure. The same amount from the same card within 30 seconds is a duplicate, so give
 * each payment of your tests a card of its own.
 */
export function freshCard(): string {
  const digits = ['4', ...Array.from({ length: 14 }, () => String(randomInt(10)))];
  const sum = digits.toReversed().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return `${digits.join('')}${(10 - (sum % 10)) % 10}`;
}

/**
 * Starts a sandbox and waits until it answers.
 *
 * @throws SandboxError `start_failed`, with the last lines that it printed.
 */
export async function start(options: StartOptions = {}): Promise<Sandbox> {
  const program = fileURLToPath(beside('./sandbox.js'));
  const child = spawn(process.execPath, ['--import', beside('./follow-parent.mjs').href, program, ...flagsOf(options)], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  }) as Child;
  try {
    const { console_url } = JSON.parse(await readLine(child)) as { readonly console_url: string };
    const sandbox = await connect(console_url);
    letGo(child);
    return { ...sandbox, stop: () => end(child) };
  } catch (error) {
    await end(child);
    throw error;
  }
}
