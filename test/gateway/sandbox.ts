import { createHash } from 'node:crypto';
import type { GatewayOptions } from '../../demo/gateway/gateway-options.js';
import { createGateway } from '../../demo/gateway/gateway.js';
import { createLog } from '../../demo/gateway/log/log.js';
import { SANDBOX_SHOPS } from '../../demo/gateway/shop/shops.js';
import { createClock } from '../../demo/gateway/time/clock.js';
import { SealingShop, type SealChanges } from './seal.js';
import { freshStore } from './stores.js';

/** The moment every sandbox of these tests starts at, frozen. */
export const START = Date.parse('2026-11-21T10:00:00.000Z');
export const API = 'http://127.0.0.1:4010';
export const CONSOLE = 'http://127.0.0.1:4011';

export const SOURCE = '4200000000000000';
export const RECIPIENT = '4012000000001006';

type Json = Record<string, any>; // oxlint-disable-line typescript/no-explicit-any

/** Answers are untyped on purpose: a test reads them as an outsider would. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Json;
}

interface PublishedShop {
  readonly shop_id: number;
  readonly secret_key: string;
  readonly public_key: string;
  readonly pci_certified: boolean;
}

/** A notification as the merchant's server received it. */
export interface Delivery {
  /** The sandbox's time, in whole seconds. */
  readonly at: string;
  readonly url: string;
  readonly headers: Headers;
  readonly body: string;
}

/** Random bytes that are the same in every run. */
export function seededRandom(seed: string): (size: number) => Uint8Array {
  let count = 0;
  return (size) => {
    const parts: Buffer[] = [];
    for (let left = size; left > 0; left -= 32) {
      parts.push(createHash('sha256').update(`${seed} ${count++}`).digest());
    }
    return Buffer.concat(parts).subarray(0, size);
  };
}

/** The smallest transfer that a certified shop may send. */
export const plainTransfer = (changes: Json = {}): Json => ({
  amount: 10_000,
  currency: 'USD',
  description: 'Rent',
  credit_card: { number: SOURCE, verification_value: '123', exp_month: '01', exp_year: '2030' },
  recipient_card: { number: RECIPIENT },
  ...changes,
});

/** The smallest check that a certified shop may send. */
export const plainCheck = (changes: Json = {}): Json => ({
  amount: 10_000,
  currency: 'USD',
  credit_card: { number: SOURCE },
  recipient_card: { number: RECIPIENT },
  ...changes,
});

/** A sandbox with a clock that moves only when a test moves it, and a merchant's server that answers notifications. */
export class Sandbox {
  readonly deliveries: Delivery[] = [];
  readonly logLines: string[] = [];
  /** The merchant's server's answer to a notification; with a negative number it gives none. */
  merchantAnswers = 200;
  readonly #gateway;

  constructor(options: Partial<GatewayOptions> = {}) {
    const clock = options.clock ?? createClock({ frozenAt: START });
    this.#gateway = createGateway({
      random: seededRandom('sandbox'),
      store: freshStore(),
      log: createLog(
        { write: (line) => this.logLines.push(line) },
        SANDBOX_SHOPS.map(({ secretKey }) => secretKey),
      ),
      fetch: async (input, init) => {
        if (typeof input !== 'string' || typeof init?.body !== 'string') throw new TypeError('not a delivery');
        const at = new Date(clock.now()).toISOString().replace(/\.\d+/, '');
        this.deliveries.push({ at, url: input, headers: new Headers(init.headers), body: init.body });
        if (this.merchantAnswers < 0) throw new TypeError('fetch failed', { cause: new Error('ECONNREFUSED') });
        return new Response(null, { status: this.merchantAnswers });
      },
      urls: { gateway: API, checkout: API, base: API, console: CONSOLE },
      ...options,
      clock,
    });
  }

  async close(): Promise<void> {
    await this.#gateway.close();
  }

  async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    return this.#gateway.api.request(API + path, init);
  }

  /** Answers as the command does, with the connection that the request came on. */
  serve(request: Request, sockets: object): Response | Promise<Response> {
    return this.#gateway.api.fetch(request, sockets);
  }

  async ask(path: string, init: RequestInit = {}): Promise<Answer> {
    return read(await this.fetch(path, init));
  }

  async console(path: string, init: RequestInit = {}): Promise<Answer> {
    return read(await this.#gateway.console.request(CONSOLE + path, init));
  }

  /** The shop that must encrypt, or the one that may send plain card data. */
  async shop(kind: 'plain' | 'sealed' = 'plain'): Promise<PublishedShop> {
    const { body } = await this.console('/sandbox/shops');
    const found = (body as unknown as PublishedShop[]).find((shop) => shop.pci_certified === (kind === 'plain'));
    if (!found) throw new Error(`no ${kind} shop`);
    return found;
  }

  async basic(kind: 'plain' | 'sealed' = 'plain'): Promise<Record<string, string>> {
    const { shop_id, secret_key } = await this.shop(kind);
    return { authorization: `Basic ${Buffer.from(`${shop_id}:${secret_key}`).toString('base64')}` };
  }

  async bearer(kind: 'plain' | 'sealed' = 'plain'): Promise<Record<string, string>> {
    return { authorization: `Bearer ${(await this.shop(kind)).public_key}`, 'x-api-version': '2' };
  }

  /** POSTs `{request}` with the credentials that the path requires. */
  async post(path: string, request: Json, kind: 'plain' | 'sealed' = 'plain'): Promise<Answer> {
    const credentials = path.startsWith('/ctp/') ? await this.bearer(kind) : await this.basic(kind);
    return this.ask(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...credentials },
      body: JSON.stringify({ request }),
    });
  }

  async get(path: string, kind: 'plain' | 'sealed' = 'plain'): Promise<Answer> {
    return this.ask(path, { headers: path.startsWith('/ctp/') ? await this.bearer(kind) : await this.basic(kind) });
  }

  /** Sends a transfer and returns its transaction; throws when it was refused. */
  async transfer(changes: Json = {}): Promise<Json> {
    const { status, body } = await this.post('/transactions/p2ps', plainTransfer(changes));
    if (status !== 200) throw new Error(`the transfer was refused: ${JSON.stringify(body)}`);
    return body.transaction;
  }

  async poll(jobId: string, kind: 'plain' | 'sealed' = 'plain'): Promise<Answer> {
    return this.get(`/ctp/api/async/jobs/${jobId}`, kind);
  }

  /** Moves the sandbox's clock on through the console, as a developer would. */
  async advance(seconds: number): Promise<void> {
    await this.setClock({ advance_seconds: seconds });
  }

  async setClock(change: Json): Promise<Answer> {
    return this.console('/sandbox/clock', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(change),
    });
  }

  /** The shop that must encrypt, as a browser knows it. */
  async sealing(changes: SealChanges = {}): Promise<SealingShop> {
    return new SealingShop((await this.shop('sealed')).public_key, START / 1000, changes);
  }
}

async function read(response: Response): Promise<Answer> {
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : { text } };
}
