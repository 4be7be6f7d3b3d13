import { member } from '../answers/table.js';
import { exchange, type Exchange } from '../answers/exchange.js';
import type { Judge } from '../answers/judge.js';
import type { Fields } from './requests.js';
import { newAttempt, recipientName, sealSection, type Bend, type Section } from './seal.js';
import { ROWS, type Credentials, type Odd, type Row, type Target } from '../answers/target.js';

/** How card sections are sent: encrypted, or in plain text, which only a PCI-certified shop may do (spec 5). */
export type Form = 'sealed' | 'plain';

/** What the operator provides in addition to the gateway's addresses. */
export interface Means {
  /** The forms that this shop may send. The first one is used where the form doesn't matter. */
  readonly forms: readonly Form[];
  readonly otherShop?: Credentials | undefined;
  /** The code that passes the test bank's 3-D Secure page. */
  readonly challengeCode?: string | undefined;
  /** Host name under which the gateway reaches this machine. */
  readonly listenHost?: string | undefined;
  /** How long a job may take, in milliseconds. */
  readonly jobPatience: number;
  readonly badInput: { readonly runs: number; readonly seed: number };
}

/** What a section needs: the gateway, a judge, and settings. */
export interface Desk {
  readonly target: Target;
  /** The rows of spec 4 that are not left out. */
  readonly rows: readonly Row[];
  readonly judge: Judge;
  readonly means: Means;
  readonly time: GatewayTime;
}

const POLL_EVERY = 200;

export const sleep = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** The gateway's time, from the Date of its responses: seals need it, and a sandbox's clock can be moved. */
export class GatewayTime {
  readonly #console: string | undefined;
  #offset = 0;

  constructor(consoleUrl: string | undefined) {
    this.#console = consoleUrl;
  }

  get movable(): boolean {
    return this.#console !== undefined;
  }

  /** Milliseconds since the epoch. */
  now(): number {
    return Date.now() + this.#offset;
  }

  read({ headers }: Exchange): void {
    const date = Date.parse(headers.get('date') ?? '');
    // Dates are whole seconds, so a smaller difference is no offset.
    if (!Number.isNaN(date)) this.#offset = Math.abs(date - Date.now()) > 2000 ? date - Date.now() : 0;
  }

  /** Whether the sandbox's clock is frozen, so that jobs never end. */
  async standsStill(): Promise<boolean> {
    if (this.#console === undefined) return false;
    const { json } = await exchange({ method: 'GET', url: `${this.#console}/sandbox/clock` });
    return member(json, 'frozen') === true;
  }

  /** Lets time pass at the gateway: moves the sandbox's clock, or waits. */
  async pass(seconds: number): Promise<void> {
    if (this.#console === undefined) return sleep(seconds * 1000);
    const moved = await exchange({
      method: 'POST',
      url: `${this.#console}/sandbox/clock`,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ advance_seconds: seconds }),
    });
    if (moved.status !== 200) throw new Error(`The console did not move its clock: ${moved.status} ${moved.text}`);
    this.read(moved);
  }
}

export const operationOf = (row: Row): 'check' | 'transfer' =>
  row === ROWS.restrictions || row === ROWS.verify || row === ROWS.verifyAsync ? 'check' : 'transfer';

const isSection = (value: unknown): value is Section => typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The request for the envelope: card sections sealed or plain.
 *
 * @param bend Changes to the source's seal; the recipient's stays valid.
 */
export function dress(
  { target, time, means }: Desk,
  operation: 'check' | 'transfer',
  fields: Fields,
  form = means.forms[0] ?? 'sealed',
  bend: Bend = {},
): Fields {
  if (form === 'plain') return fields;
  const { amount, currency, tracking_id, credit_card: source, recipient_card: recipient } = fields;
  const { publicKey } = target.shop;
  const bound = { operation, amount, currency, tracking_id } as const;
  const attempt = newAttempt();
  const dressed: Record<string, unknown> = { ...fields };
  if (isSection(source)) {
    const name = isSection(recipient) ? recipientName(recipient) : undefined;
    const token = sealSection(
      publicKey,
      source,
      { ...bound, section: 'credit_card', recipient: name },
      attempt,
      time.now(),
      bend,
    );
    dressed['credit_card'] = { token };
  }
  // A saved recipient's token is useless without the shop's key.
  if (isSection(recipient) && !('token' in recipient)) {
    dressed['recipient_card'] = {
      token: sealSection(publicKey, recipient, { ...bound, section: 'recipient_card' }, attempt, time.now()),
    };
  }
  return dressed;
}

/** Calls any row, and learns the gateway's time from the answer. */
export async function call({ target, time }: Desk, row: Row, body?: unknown, odd: Odd = {}): Promise<Exchange> {
  const got = await target.call(row, body, odd);
  time.read(got);
  return got;
}

/** Sends a check or a transfer in its envelope. */
export async function send(desk: Desk, row: Row, fields: Fields, form?: Form, bend?: Bend): Promise<Exchange> {
  return call(desk, row, { request: dress(desk, operationOf(row), fields, form, bend) });
}

/** Polls a job until it is no longer new, or patience is over. */
export async function follow(desk: Desk, posted: Exchange): Promise<Exchange> {
  const id = member(posted.json, 'job_id');
  if (typeof id !== 'string') return posted;
  const end = Date.now() + desk.means.jobPatience;
  for (;;) {
    const polled = await call(desk, ROWS.job, undefined, { id });
    if (member(polled.json, 'status') !== 'new' || Date.now() > end) return polled;
    await sleep(POLL_EVERY);
  }
}

/**
 * Sends a request by one of the six rows of spec 4.1. Returns the synchronous form of the answer, which for a job is its
 * result.
 */
export async function sendAndFollow(
  desk: Desk,
  row: Row,
  fields: Fields,
  form?: Form,
): Promise<{ readonly got: Exchange; readonly answer: unknown }> {
  const posted = await send(desk, row, fields, form);
  const asynchronous = row === ROWS.verifyAsync || row === ROWS.p2pAsync;
  if (!asynchronous) return { got: posted, answer: posted.json };
  const got = await follow(desk, posted);
  return { got, answer: member(got.json, 'response') };
}
