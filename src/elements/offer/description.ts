import type { LitElement, ReactiveController } from 'lit';
import type * as z from 'zod/mini';
import type { Clock } from '../../clock/clock.js';
import { withDeadline } from '../../clock/deadline.js';
import { CheckoutError } from '../../http/error.js';
import { ownOnly, parseJson } from '../../http/parse-json.js';
import { type Answer, type Fetch, send, TransportError } from '../../http/request.js';
import { judgeUrl } from '../../url/safe-url.js';
import { SettingError } from '../errors.js';
import type { CheckoutUnavailableEvent } from '../payment-events.js';
import { LateArrival } from './late-arrival.js';

/** The description of what is on offer on the merchant's page, or why it can't be used. */
export type Described<Item> =
  | { readonly state: 'none' }
  | { readonly state: 'coming' }
  | { readonly state: 'here'; readonly item: Item }
  | Missing;

/** There is no description that can be read. */
export interface Missing {
  readonly state: 'missing';
  readonly reason: CheckoutUnavailableEvent['reason'];
  readonly error: CheckoutError;
  /** Where it would have come from: the page, which only its developer can fix, or a server, which may answer later. */
  readonly from: 'page' | 'server';
}

/** Why what was read can't be what is on offer: where in it, what had to be there, and what is. */
export interface Fault {
  readonly path: string;
  readonly expected: string;
  readonly got: string;
}

/** Where a description can come from, in this order: a property, JSON between the tags, an address. */
export interface Sources {
  readonly property: unknown;
  readonly src: string | null;
  readonly fetch: Fetch;
}

/** What a description is read by. */
export interface DescriptionOptions<Item> {
  /** The property that may hold it. */
  readonly name: 'product' | 'plan';
  readonly schema: z.ZodMiniType<Item>;
  readonly clock: Clock;
  /** What keeps an item from being offered, though it has the right form. */
  readonly judge?: (item: Item) => Fault | undefined;
}

/** How long `src` may take to answer, in milliseconds: until then the payer sees a placeholder. */
const PATIENCE = 10_000;

// A unique old value: without one, Lit believes that a property which was never set has not changed.
const CHANGED = {};

/**
 * Reads the description of what is on offer (spec 2.7, 2.8) on the merchant's page, and has its element set up again when it
 * changes.
 */
export class Description<Item> implements ReactiveController {
  readonly #host: LitElement;
  readonly #name: 'product' | 'plan';
  readonly #schema: z.ZodMiniType<Item>;
  readonly #clock: Clock;
  readonly #judge: (item: Item) => Fault | undefined;
  // Frameworks put what stands between the tags there later.
  readonly #children = new MutationObserver(() => this.#changed());
  /** Whether its element left the page while it was waited for. */
  #wasWaiting = false;
  #asked: string | undefined;
  #answered: Described<Item> = { state: 'coming' };
  #run: AbortController | undefined;
  readonly #late: LateArrival;

  constructor(host: LitElement, { name, schema, clock, judge = () => undefined }: DescriptionOptions<Item>) {
    this.#host = host;
    this.#name = name;
    this.#schema = schema;
    this.#clock = clock;
    this.#judge = judge;
    this.#late = new LateArrival(clock, () => this.#changed());
    host.addController(this);
  }

  hostConnected(): void {
    this.#children.observe(this.#host, { childList: true, subtree: true, characterData: true });
    if (this.#wasWaiting) this.#changed();
  }

  hostDisconnected(): void {
    this.#children.disconnect();
    this.#wasWaiting = this.#late.end();
  }

  read(sources: Sources): Described<Item> {
    const found = this.#find(sources);
    if (!found) return { state: 'none' };
    this.#late.end();
    return found;
  }

  /** Whether a description that is missing may still come: frameworks pass it on late. When it is too late, the element is set up again. */
  get mayCome(): boolean {
    if (this.#host.isConnected) return this.#late.mayCome;
    this.#wasWaiting = true;
    return true;
  }

  /** Asks `src` once more. */
  again(): void {
    this.#asked = undefined;
    this.#changed();
  }

  #changed(): void {
    this.#host.requestUpdate(this.#name, CHANGED);
  }

  #find({ property, src, fetch }: Sources): Described<Item> | undefined {
    if (property !== undefined && property !== null) return this.#parse(property, this.#name);
    const script = this.#host.querySelector('script[type="application/json"]');
    if (script) {
      let json: unknown;
      try {
        json = parseJson(script.textContent);
      } catch {
        json = undefined;
      }
      return this.#parse(json, 'script');
    }
    if (!src) return undefined;
    if (this.#asked !== src) this.#ask(src, fetch);
    return this.#answered;
  }

  #parse(given: unknown, where: string): Described<Item> {
    const read = this.#schema.safeParse(given);
    const item = read.success ? ownOnly(read.data) : undefined;
    const fault = item && this.#judge(item);
    if (item && !fault) return { state: 'here', item };
    const other = `something else at ${read.error?.issues[0]?.path.join('.') || 'its top'}`;
    const error = new SettingError(
      where,
      fault ? `${fault.expected} at ${fault.path}` : 'what is on offer, as JSON in the gateway’s form (spec 2.7, 2.8)',
      fault?.got ?? (given === undefined ? 'something that is no JSON' : other),
      'Hand over the gateway’s answer as it is.',
    );
    return { state: 'missing', reason: 'unreadable', error, from: where === 'src' ? 'server' : 'page' };
  }

  #ask(src: string, fetch: Fetch): void {
    this.#asked = src;
    this.#answered = { state: 'coming' };
    this.#run?.abort();
    const run = (this.#run = new AbortController());
    const settle = (answered: Described<Item>): void => {
      if (this.#run !== run) return;
      this.#answered = answered;
      this.#changed();
    };
    const url = URL.canParse(src, document.baseURI) ? new URL(src, document.baseURI).href : src;
    const verdict = judgeUrl(url);
    if ('problem' in verdict) {
      const error = new SettingError('src', 'an address of yours', `"${src}", but ${verdict.problem}`, 'Correct the address.');
      this.#answered = { state: 'missing', reason: 'unreadable', error, from: 'page' };
      return;
    }
    void this.#fetch(url, fetch, run.signal).then(settle);
  }

  async #fetch(url: string, fetch: Fetch, signal: AbortSignal): Promise<Described<Item>> {
    const ask = (until: AbortSignal): Promise<Answer> =>
      send(fetch, { method: 'GET', url, headers: { Accept: 'application/json' }, signal: until });
    const late = (): TransportError =>
      new TransportError('network_timeout', `Expected an answer from ${url} within 10 seconds; none came. Look at your server.`);
    try {
      const { status, body } = await withDeadline(ask, { clock: this.#clock, signal, milliseconds: PATIENCE, late });
      if (status < 400) return this.#parse(body, 'src');
      const error = new SettingError('src', 'what is on offer, as JSON', `status ${status} from ${url}`, 'Look at your server.');
      return { state: 'missing', reason: status === 404 || status === 410 ? 'unknown' : 'unreachable', error, from: 'server' };
    } catch (error) {
      if (error instanceof CheckoutError) return { state: 'missing', reason: 'unreachable', error, from: 'server' };
      // A newer question has taken its place.
      return { state: 'coming' };
    }
  }
}
