import type { EncryptionKey } from '../../../src/checkout/key.js';
import { CheckoutError } from '../../../src/http/error.js';
import { Canary } from '../../canary/canary.js';
import type { Activity } from '../time/activity.js';
import { Browser } from '../browser/browser.js';
import type { Page } from '../browser/page.js';
import type { PlantedBug, RunContext } from './context.js';
import { Dice } from '../dice.js';
import type { PlannedFault } from '../injection/fault.js';
import type { TestBed } from './test-bed.js';
import type { Evidence, LastView } from '../verdict/judge.js';
import { Ledger, unseenCopies } from '../verdict/ledger.js';
import type { Limit } from '../verdict/limits.js';
import { Merchant } from './merchant.js';
import type { Network, Sent } from '../network/network.js';
import { CARDS, RECIPIENT, type Terms, VERIFICATION_VALUE } from './terms.js';
import { Trace } from '../verdict/trace.js';
import { VirtualTime } from '../time/virtual-time.js';
import { FaultInjector } from '../injection/fault-injector.js';
import { Witness } from '../verdict/witness.js';
import { waitingPress } from '../../../src/flow/state.js';

export interface WorldSettings {
  readonly seed: string;
  readonly terms: Terms;
  readonly planned: readonly PlannedFault[];
  readonly plantedBug?: PlantedBug | undefined;
}

/**
 * Everything of one run: the gateway, the network with its faults, the merchant, a payer's browser, and the witness
 * that records what happens.
 */
export class World implements RunContext {
  readonly time: VirtualTime;
  readonly activity: Activity;
  readonly dice: Dice;
  readonly terms: Terms;
  readonly witness: Witness;
  readonly trace: Trace;
  readonly canary = new Canary();
  readonly ledger = new Ledger();
  readonly limits = new Set<Limit>();
  readonly injector: FaultInjector;
  readonly merchant: Merchant;
  /** The payer's browser. */
  readonly browser: Browser;
  readonly #others: Browser[] = [];
  readonly key: EncryptionKey;
  readonly plantedBug: PlantedBug;
  readonly testBed: TestBed;

  private constructor(testBed: TestBed, { seed, terms, planned, plantedBug = {} }: WorldSettings) {
    const { activity, proxy } = testBed;
    this.testBed = testBed;
    this.activity = activity;
    this.key = testBed.key;
    this.plantedBug = plantedBug;
    this.terms = terms;
    this.dice = new Dice(seed);
    this.time = new VirtualTime(activity);
    const { time, dice, ledger } = this;
    this.trace = new Trace(time);
    this.witness = new Witness(time);
    const met = (limit: Limit): void => this.met(limit);
    const { trace } = this;
    // The name of these dice is part of every seed: another one would make other runs.
    this.injector = new FaultInjector({
      time,
      dice: dice.for('weather'),
      settled: () => activity.rest(),
      planned,
      trace,
      ledger,
      met,
    });
    this.merchant = new Merchant({
      time,
      activity,
      dice,
      terms,
      trace,
      gatewayAddress: proxy.address,
      met,
      sending: (network, sent) => this.sending(network, sent),
    });
    for (const pan of [...Object.values(CARDS), RECIPIENT]) this.canary.keepPan(pan);
    this.canary.keepCode(VERIFICATION_VALUE);
    this.browser = new Browser(this, 'tab');
    proxy.handle = this.injector.handle;
  }

  static async begin(testBed: TestBed, settings: WorldSettings): Promise<World> {
    await testBed.proxy.open();
    const world = new World(testBed, settings);
    const {
      time,
      dice,
      terms: { duplicatesBy, habit, what },
      canary,
    } = world;
    if (habit.compared === 'never') world.met('gateway pays copies');
    const log = (line: string): void => canary.seeLog(line);
    await testBed.sandbox.begin({ time, dice, duplicatesBy, habit, address: testBed.proxy.address, log });
    if (what === 'order') await world.merchant.sell(testBed.sandbox);
    return world;
  }

  get browsers(): readonly Browser[] {
    return [this.browser, ...this.#others];
  }

  /** Every page that is open, in any browser. */
  get pages(): readonly Page[] {
    return this.browsers.flatMap(({ pages }) => pages);
  }

  /** Another browser of the same payer: it knows nothing of what the first one did. */
  anotherBrowser(): Browser {
    const browser = new Browser(this, `other${this.#others.length + 1}-`);
    this.#others.push(browser);
    return browser;
  }

  get proxyAddress(): string {
    return this.testBed.proxy.address;
  }

  met(limit: Limit): void {
    this.limits.add(limit);
  }

  /** Prepares the connection that the next fault needs. */
  async sending(network: Network, sent: Sent): Promise<void> {
    const {
      injector,
      canary,
      testBed: { proxy },
    } = this;
    canary.seeRequest(sent);
    const connection = injector.nextFault(sent)?.connection;
    if (connection === 'cold') network.closeIdle();
    if (connection === 'warm' && !network.isWarm) {
      const warming = await network.fetch(`${this.proxyAddress}/ctp/api/warm`, { method: 'OPTIONS', headers: {} });
      await warming.text();
    }
    if (connection !== 'refused') return;
    injector.countRefused(sent);
    await proxy.shut();
    this.time.after(1, () => this.unattended(proxy.open(), 'proxy'));
  }

  unattended(doing: Promise<unknown>, who: string): void {
    doing.catch((error: unknown) => {
      const { name, message } = error instanceof Error ? error : new Error(String(error));
      this.canary.see('event', `${name} ${message}`);
      this.trace.add(who, `${error instanceof CheckoutError ? 'fails' : 'THROWS'} ${name}: ${message}`);
    });
  }

  /** Ends the run. @returns the evidence by which it is judged. */
  async end(): Promise<Evidence> {
    const { witness, ledger, injector, limits, canary, pages, testBed, terms } = this;
    const last = pages.flatMap(({ forms }) => forms.filter(({ attached }) => attached).map(lastView));
    const gone = new Map(witness.gone);
    for (const page of pages) page.end('the run is over');
    for (const { network } of this.browsers) network.close();
    this.merchant.close();
    await this.activity.rest();
    return {
      books: ledger.booked(await testBed.sandbox.transactions()),
      shown: witness.shown,
      sent: witness.sent,
      withdrawn: witness.withdrawn,
      gone,
      last,
      confirmed: witness.confirmed,
      agreed: witness.agreed,
      unseenCopies: unseenCopies(ledger, witness, terms),
      stuck: witness.stuck,
      leaks: canary.takeLeaks().map(({ channel, what }) => `${channel}: ${what}`),
      lastPollFault: injector.failsAllPolls ? Infinity : injector.lastPollFault,
      limits,
    };
  }
}

function lastView({ name, state, unfinished }: Page['forms'][number]): LastView {
  const attempt = 'attempt' in state ? state.attempt : undefined;
  return {
    form: name,
    step: state.step,
    priceRuns: waitingPress(state) !== undefined && state.step === 'details' && state.quote.status === 'running',
    outcome: state.step === 'outcome' ? state.result.outcome : undefined,
    reason: state.step === 'outcome' && state.result.outcome === 'unknown' ? state.result.reason : undefined,
    trackingId: attempt?.trackingId,
    hasJob: attempt?.jobId !== undefined,
    offers: state.step === 'details' ? unfinished.map(({ trackingId: id }) => id) : [],
  };
}
