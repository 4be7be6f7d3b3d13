import type { LitElement, ReactiveController } from 'lit';
import type * as z from 'zod/mini';
import type { Clock } from '../../clock/clock.js';
import { ownOnly, parseJson } from '../../http/parse-json.js';
import { SettingError } from '../errors.js';
import { GracePeriod } from './grace-period.js';

/** The page's description of an offer, or why it can't be used. */
export type Described<Item> =
  | { readonly state: 'none' }
  | { readonly state: 'here'; readonly item: Item }
  | { readonly state: 'unreadable'; readonly error: SettingError };

/** A value in a description that is not allowed. */
export interface DescriptionProblem {
  readonly path: string;
  readonly expected: string;
  readonly got: string;
}

export interface PageDescriptionOptions<Item> {
  /** The property that contains it. */
  readonly name: 'product' | 'plan';
  readonly schema: z.ZodMiniType<Item>;
  readonly clock: Clock;
  /** Returns why an item can't be offered though it matches the schema. */
  readonly judge?: (item: Item) => DescriptionProblem | undefined;
}

// A unique old value, without which Lit would take a property that was never set for unchanged.
const CHANGED = {};

/** A copy of what JSON can say, without what the page may have added to `Object.prototype`; undefined for anything else. */
function ownCopy(value: unknown): unknown {
  try {
    return parseJson(JSON.stringify(value));
  } catch {
    return undefined;
  }
}

/** Reads the description of an offer (spec 2.7, 2.8) from a property that the merchant's page sets, perhaps late. */
export class PageDescription<Item> implements ReactiveController {
  readonly #host: LitElement;
  readonly #options: PageDescriptionOptions<Item>;
  readonly #grace: GracePeriod;
  /** Whether the element was removed while it waited for the description. */
  #wasWaiting = false;

  constructor(host: LitElement, options: PageDescriptionOptions<Item>) {
    this.#host = host;
    this.#options = options;
    this.#grace = new GracePeriod(options.clock, () => this.#changed());
    host.addController(this);
  }

  hostConnected(): void {
    if (this.#wasWaiting) this.#changed();
  }

  hostDisconnected(): void {
    this.#wasWaiting = this.#grace.end();
  }

  read(property: unknown): Described<Item> {
    if (property === undefined || property === null) return { state: 'none' };
    this.#grace.end();
    const { name, schema, judge } = this.#options;
    const read = schema.safeParse(ownCopy(property));
    const item = read.success ? ownOnly(read.data) : undefined;
    const problem = item && judge?.(item);
    if (item && !problem) return { state: 'here', item };
    const error = new SettingError(
      name,
      problem ? `${problem.expected} at ${problem.path}` : 'what is on offer, in the gateway’s form (spec 2.7, 2.8)',
      problem?.got ?? `something else at ${read.error?.issues[0]?.path.join('.') || 'its top'}`,
      'Pass on the gateway’s answer unchanged.',
    );
    return { state: 'unreadable', error };
  }

  /** Whether a missing description may still come, because frameworks start late. Once it is too late, the element is set up again. */
  get mayCome(): boolean {
    if (this.#host.isConnected) return this.#grace.isRunning;
    this.#wasWaiting = true;
    return true;
  }

  #changed(): void {
    this.#host.requestUpdate(this.#options.name, CHANGED);
  }
}
