import { onTestFinished } from 'vitest';
import { CheckoutClient } from '../../../src/checkout/client.js';
import type { Presence } from '../../../src/checkout/poll-job.js';
import type { Binding, Random, SealedSections } from '../../../src/checkout/seal.js';
import type { CardCommand, CardPort, CardSourceState, Emptied } from '../../../src/flow/cards/card-port.js';
import { type CardSource, portTo } from '../../../src/flow/cards/card-source.js';
import { RecordStore } from '../../../src/flow/record/record-store.js';
import { Journal } from '../../../src/flow/record/journal.js';
import type { RecordStorage } from '../../../src/flow/record/record-storage.js';
import { foldEntries, type PaymentRecord } from '../../../src/flow/record/payment-record.js';
import type { TransferSettings } from '../../../src/flow/request/transfer-body.js';
import { type Outcome, paymentOf, type State } from '../../../src/flow/state.js';
import { TransferFlow, type TransferFlowOptions } from '../../../src/flow/transfer-flow.js';
import type { CheckoutError } from '../../../src/http/error.js';
import { judgeUrl } from '../../../src/url/safe-url.js';
import type { RequiredFields } from '../../../src/wire/response/check.js';
import type { FieldError } from '../../../src/wire/response/error-body.js';
import type { Clock } from '../../../src/clock/clock.js';
import { byNow, ManualClock } from '../../clock/manual-clock.js';
import { accepted, done, possible, Script, transaction } from '../../../demo/scripted/script.js';

/** Web Storage in memory; a test can make it refuse. */
export class MemoryStorage implements RecordStorage {
  readonly entries = new Map<string, string>();
  /** Every write in order. */
  readonly written: string[] = [];
  refuses: '' | 'writes' | 'everything' = '';
  /** How many entries fit in. */
  limit = Infinity;
  #names: readonly string[] = [];

  get length(): number {
    this.#check();
    return this.entries.size;
  }

  key(index: number): string | null {
    this.#check();
    // A store of thousands is listed entry by entry.
    if (index === 0 || this.#names.length !== this.entries.size) this.#names = [...this.entries.keys()];
    return this.#names[index] ?? null;
  }

  getItem(key: string): string | null {
    this.#check();
    return this.entries.get(key) ?? null;
  }

  setItem(key: string, value: string): void {
    const isFull = this.entries.size >= this.limit && !this.entries.has(key);
    if (this.refuses || isFull) throw new Error('QuotaExceededError');
    this.entries.set(key, value);
    this.written.push(value);
  }

  removeItem(key: string): void {
    this.#check();
    this.entries.delete(key);
  }

  /** How many attempts it knows to be withdrawn. */
  get withdrawn(): number {
    return [...this.entries.keys()].filter((name) => name.endsWith(':withdrawn')).length;
  }

  /** The records that it holds, the latest attempt of an order first. */
  get records(): PaymentRecord[] {
    const journal = new Journal(this, undefined);
    const records = journal.attempts().flatMap((entries) => {
      const one = foldEntries(entries, (entry) => journal.read(entry));
      return one && 'phase' in one ? one : [];
    });
    return records.toSorted((one, other) => other.order - one.order);
  }

  #check(): void {
    if (this.refuses === 'everything') throw new Error('SecurityError');
  }
}

/** A card source without cards: its seals are texts that state what they were made for. */
export class PaperCards implements CardSource, CardPort {
  checkable = true;
  complete = true;
  revision = 1;
  sameCard = false;
  readonly required: RequiredFields[] = [];
  readonly errors: (readonly FieldError[])[] = [];
  readonly cleared: string[] = [];
  focused = 0;
  seals: Binding[] = [];
  sealing: (binding: Binding) => Promise<void> = async () => undefined;

  get state(): CardSourceState {
    const { checkable, complete, revision, sameCard } = this;
    return { checkable, complete, revision, sameCard, source: { last4: '0000' }, recipient: { last4: '1006' } };
  }

  get snapshot(): CardSourceState {
    return this.state;
  }

  post(command: CardCommand): void {
    portTo(this).post(command);
  }

  require(fields: RequiredFields): void {
    this.required.push(fields);
    this.revision += 1;
  }

  showErrors(errors: readonly FieldError[]): void {
    this.errors.push(errors);
  }

  async seal(binding: Binding, revision: number): Promise<SealedSections | undefined> {
    await this.sealing(binding);
    if (revision !== this.revision) return undefined;
    this.seals.push(binding);
    const token = `sealed.${binding.operation}.${this.seals.length}`;
    return { credit_card: { token: `${token}.source` }, recipient_card: { token: `${token}.recipient` } };
  }

  thumbprint(): Promise<string> {
    return Promise.resolve('thumbprint');
  }

  clear(what: Emptied): void {
    this.cleared.push(what);
  }

  focusFirstInvalid(): void {
    this.focused += 1;
  }
}

/** A gateway that reads no cards: every check is possible and every transfer successful, unless a test scripts another reply. */
export function paperGateway(clock: Clock): Script {
  const gateway = new Script(() => clock.now());
  Object.assign(gateway.replies, {
    check: [accepted('job-check')],
    checkJob: [{ status: 'done', job_id: 'job-check', response: possible() }],
    transfer: [accepted()],
    // Each payment has a transaction of its own.
    job: [() => done(transaction('successful', { uid: `uid-${gateway.of('transfer').length || 1}` }))],
  });
  return gateway;
}

/** A presence that a test changes. */
export class TestPresence implements Presence {
  offline = false;
  #away = false;
  readonly #callbacks = new Set<() => void>();

  get away(): boolean {
    return this.#away;
  }

  set away(away: boolean) {
    this.#away = away;
    for (const callback of this.#callbacks) callback();
  }

  get listeners(): number {
    return this.#callbacks.size;
  }

  subscribe(callback: () => void): () => void {
    this.#callbacks.add(callback);
    return () => this.#callbacks.delete(callback);
  }
}

/** Two tabs draw different random values. */
const markOf = (prefix: string): number => new TextEncoder().encode(prefix).reduce((sum, byte) => (sum * 31 + byte) % 251, 7);

/** Random values that count up; the fraction leaves every delay without jitter. */
export function countingRandom(prefix = 'own'): Random {
  let count = 0;
  return {
    uuid: () => `${prefix}-${(count += 1)}`,
    bytes: (length) => new Uint8Array(length).fill((count += 1)).fill(markOf(prefix), 0, 1),
    fraction: () => 0.5,
  };
}

/** A flow with its whole environment controlled by a test. */
export class Rig {
  readonly clock: ManualClock;
  readonly gateway: Script;
  readonly cards = new PaperCards();
  readonly presence = new TestPresence();
  readonly local: MemoryStorage;
  readonly tab: MemoryStorage;
  readonly reports: CheckoutError[] = [];
  readonly left: string[] = [];
  readonly states: State[] = [];
  /** What presses were rejected with. A test that expects one takes it out; any other fails the test. */
  readonly rejections: unknown[] = [];
  /** Changes the settings at their next read. */
  settings: TransferSettings = { amount: 10_000, currency: 'USD', description: 'Rent' };
  readonly flow: TransferFlow;
  readonly client: CheckoutClient;

  /** @param beside Another rig, whose gateway, clock and localStorage this one shares: another tab or visit. */
  constructor(
    options: Partial<TransferFlowOptions> = {},
    beside?: Rig,
    sameTab = false,
    time = beside?.clock ?? new ManualClock(),
  ) {
    this.clock = time;
    this.gateway = beside?.gateway ?? paperGateway(this.clock);
    this.local = beside?.local ?? new MemoryStorage();
    this.tab = sameTab && beside ? beside.tab : new MemoryStorage();
    const { clock, cards, presence, local, tab } = this;
    const own: TransferFlowOptions = {
      client: (this.client = new CheckoutClient({
        checkoutUrl: 'https://gateway.example',
        publicKey: 'key',
        fetch: this.gateway.fetch,
        clock,
      })),
      cards,
      records: new RecordStore('p2p', { local, tab, clock }),
      clock,
      random: countingRandom(beside ? 'other' : 'own'),
      presence,
      settings: () => this.settings,
      judgeRedirect: judgeUrl,
      leave: (url) => void this.left.push(url),
      report: (error) => void this.reports.push(error),
    };
    // A getter stays a getter: pages set some of these at any time.
    this.flow = new TransferFlow(Object.defineProperties(own, Object.getOwnPropertyDescriptors(options)));
    this.flow.subscribe((state) => void this.states.push(state));
    onTestFinished(() => {
      if (this.rejections.length > 0) throw new Error('Expected no press to be rejected.', { cause: this.rejections[0] });
    });
  }

  /** Steps and outcomes shown, without repetitions. */
  get course(): string[] {
    const words = this.states.map((state) => (state.step === 'outcome' ? state.result.outcome : state.step));
    return words.filter((word, index) => word !== words[index - 1]);
  }

  get outcome(): Outcome | undefined {
    const { state } = this.flow;
    return state.step === 'outcome' ? state.result : undefined;
  }

  get trackingId(): string | undefined {
    const { state } = this.flow;
    return paymentOf(state)?.trackingId;
  }

  /** Shows the payer a price, as the live quote does. */
  async quote(): Promise<void> {
    const checked = this.flow.check();
    await this.clock.advance(600);
    await byNow(checked);
  }

  /** Presses with a price shown, and moves the clock ahead. @returns when the press has been handled. */
  async pay(milliseconds = 600): Promise<void> {
    await this.quote();
    await this.press(milliseconds);
  }

  async press(milliseconds = 600, options?: { readonly isForPrice: boolean }): Promise<void> {
    this.flow.submit(options).catch((error: unknown) => void this.rejections.push(error));
    await this.clock.advance(milliseconds);
  }

  /** Presses the button while it only shows the price. */
  async pressForPrice(milliseconds = 600): Promise<void> {
    await this.press(milliseconds, { isForPrice: true });
  }
}
