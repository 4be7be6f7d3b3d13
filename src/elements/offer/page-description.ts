import type { LitElement, ReactiveController } from 'lit';
import type * as z from 'zod/mini';
import type { Clock } from '../../clock/clock.js';
import { withDeadline } from '../../clock/deadline.js';
import { CheckoutError } from '../../http/error.js';
import { ownOnly, parseJson } from '../../http/parse-json.js';
import { type Answer, type Fetch, send, TransportError } from '../../http/request.js';
import { judgeUrl } from '../../url/safe-url.js';
import { SettingError } from '../errors.js';
import type { CheckoutUnavailableEvent } from '../events.js';
import { GracePeriod } from './grace-period.js';

/** The page's description of an offer, or why it can't be used. */
export type Described<Item> =
  | { readonly state: 'none' }
  | { readonly state: 'coming' }
  | { readonly state: 'here'; readonly item: Item }
  | MissingDescription;

/** No description can be read. */
export interface MissingDescription {
  readonly state: 'missing';
  readonly reason: CheckoutUnavailableEvent['reason'];
  readonly error: CheckoutError;
  /** Its source: the page, which only its developer can fix, or a server, which may answer later. */
  readonly from: 'page' | 'server';
}

/** A value in a description that is not allowed. */
export interface DescriptionProblem {
  readonly path: string;
  readonly expected: string;
  readonly got: string;
}

/** The sources of a description, besides JSON between the tags, which comes after the property and before the address. */
export interface Sources {
  readonly property: unknown;
  readonly src: string | null;
  readonly fetch: Fetch;
}

export interface PageDescriptionOptions<Item> {
  /** The property that may contain it. */
  readonly name: 'product' | 'plan';
  readonly schema: z.ZodMiniType<Item>;
  readonly clock: Clock;
  /** Returns why an item can't be offered though it matches the schema. */
  readonly judge?: (item: Item) => DescriptionProblem | undefined;
}

/** Milliseconds that `src` may take to answer; until then the payer sees a placeholder. */
const TIMEOUT = 10_000;

// A unique old value, without which Lit would take a property that was never set for unchanged.
const CHANGED = {};

/**
 * Reads the description of an offer (spec 2.7, 2.8) from the merchant's page, and makes the element set up again when it
 * changes.
 */
export class PageDescription<Item> implements ReactiveController {
  readonly #host: LitElement;
  readonly #name: 'product' | 'plan';
  readonly #schema: z.ZodMiniType<Item>;
  readonly #clock: Clock;
  readonly #judge: (item: Item) => DescriptionProblem | undefined;
  // Frameworks may add the content between the tags later.
  readonly #children = new MutationObserver(() => this.#changed());
  /** Whether the element was removed while it waited for the description. */
  #wasWaiting = false;
  #asked: string | undefined;
  #answered: Described<Item> = { state: 'coming' };
  #run: AbortController | undefined;
  readonly #grace: GracePeriod;

  constructor(host: LitElement, { name, schema, clock, judge = () => undefined }: PageDescriptionOptions<Item>) {
    this.#host = host;
    this.#name = name;
    this.#schema = schema;
    this.#clock = clock;
    this.#judge = judge;
    this.#grace = new GracePeriod(clock, () => this.#changed());
    host.addController(this);
  }

  hostConnected(): void {
    this.#children.observe(this.#host, { childList: true, subtree: true, characterData: true });
    if (this.#wasWaiting) this.#changed();
  }

  hostDisconnected(): void {
    this.#children.disconnect();
    this.#wasWaiting = this.#grace.end();
  }

  read(sources: Sources): Described<Item> {
    const found = this.#find(sources);
    if (!found) return { state: 'none' };
    this.#grace.end();
    return found;
  }

  /** Whether a missing description may still come, because frameworks start late. Once it is too late, the element is set up again. */
  get mayCome(): boolean {
    if (this.#host.isConnected) return this.#grace.isRunning;
    this.#wasWaiting = true;
    return true;
  }

  /** Fetches `src` once more. */
  reload(): void {
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
    const problem = item && this.#judge(item);
    if (item && !problem) return { state: 'here', item };
    const other = `something else at ${read.error?.issues[0]?.path.join('.') || 'its top'}`;
    const error = new SettingError(
      where,
      problem ? `${problem.expected} at ${problem.path}` : 'what is on offer, as JSON in the gateway’s form (spec 2.7, 2.8)',
      problem?.got ?? (given === undefined ? 'something that is no JSON' : other),
      'Pass on the gateway’s answer unchanged.',
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
      new TransportError('network_timeout', `Expected an answer from ${url} within 10 seconds; got none. Look at your server.`);
    try {
      const { status, body } = await withDeadline(ask, { clock: this.#clock, signal, milliseconds: TIMEOUT, late });
      if (status < 400) return this.#parse(body, 'src');
      const error = new SettingError('src', 'what is on offer, as JSON', `status ${status} from ${url}`, 'Look at your server.');
      return { state: 'missing', reason: status === 404 || status === 410 ? 'unknown' : 'unreachable', error, from: 'server' };
    } catch (error) {
      if (error instanceof CheckoutError) return { state: 'missing', reason: 'unreachable', error, from: 'server' };
      // A newer request has replaced this one.
      return { state: 'coming' };
    }
  }
}
