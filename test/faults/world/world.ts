import type { EncryptionKey } from '../../../src/checkout/key.js';
import { CheckoutError } from '../../../src/http/error.js';
import { Canary } from '../../canary/canary.js';
import type { Activity } from '../time/activity.js';
import { Browser } from '../browser/browser.js';
import type { Plant, RunContext } from './context.js';
import { Dice } from '../dice.js';
import type { Planned } from '../weather/fault.js';
import type { Ground } from './ground.js';
import type { Evidence, LastView } from '../verdict/judge.js';
import { Ledger } from '../verdict/ledger.js';
import type { Limit } from '../verdict/limits.js';
import { Merchant } from './merchant.js';
import type { Network, Sent } from '../network/network.js';
import { CARDS, RECIPIENT, type Terms, VERIFICATION_VALUE } from './terms.js';
import { Trace } from '../verdict/trace.js';
import { VirtualTime } from '../time/virtual-time.js';
import { Weather } from '../weather/weather.js';
import { Witness } from '../verdict/witness.js';

export interface WorldSettings {
  readonly seed: string;
  readonly terms: Terms;
  readonly planned: readonly Planned[];
  readonly plant?: Plant | undefined;
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
  readonly weather: Weather;
  readonly merchant: Merchant;
  readonly browser: Browser;
  readonly key: EncryptionKey;
  readonly plant: Plant;
  readonly ground: Ground;

  private constructor(ground: Ground, { seed, terms, planned, plant = {} }: WorldSettings) {
    const { activity, proxy } = ground;
    this.ground = ground;
    this.activity = activity;
    this.key = ground.key;
    this.plant = plant;
    this.terms = terms;
    this.dice = new Dice(seed);
    this.time = new VirtualTime(activity);
    const { time, dice, ledger } = this;
    this.trace = new Trace(time);
    this.witness = new Witness(time);
    const met = (limit: Limit): void => this.met(limit);
    const { trace } = this;
    this.weather = new Weather({ time, dice: dice.for('weather'), settled: () => activity.rest(), planned, trace, ledger, met });
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
    for (const pan of [CARDS[terms.card], RECIPIENT]) this.canary.keepPan(pan);
    this.canary.keepCode(VERIFICATION_VALUE);
    this.browser = new Browser(this, 'tab');
    proxy.treat = this.weather.treat;
  }

  static async begin(ground: Ground, settings: WorldSettings): Promise<World> {
    await ground.proxy.open();
    const world = new World(ground, settings);
    const {
      time,
      dice,
      terms: { duplicatesBy, what },
      canary,
    } = world;
    const log = (line: string): void => canary.seeLog(line);
    await ground.sandbox.begin({ time, dice, duplicatesBy, address: ground.proxy.address, log });
    if (what === 'order') await world.merchant.sell(ground.sandbox);
    return world;
  }

  get proxyAddress(): string {
    return this.ground.proxy.address;
  }

  met(limit: Limit): void {
    this.limits.add(limit);
  }

  /** Prepares the connection that the next fault needs. */
  async sending(network: Network, sent: Sent): Promise<void> {
    const {
      weather,
      canary,
      ground: { proxy },
    } = this;
    canary.seeRequest(sent);
    const connection = weather.ahead(sent)?.connection;
    if (connection === 'cold') network.closeIdle();
    if (connection === 'warm' && !network.isWarm) {
      const warming = await network.fetch(`${this.proxyAddress}/ctp/api/warm`, { method: 'OPTIONS', headers: {} });
      await warming.text();
    }
    if (connection !== 'refused') return;
    weather.countRefused(sent);
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
    const { witness, ledger, weather, limits, canary, browser, ground } = this;
    const last = browser.pages.flatMap(({ forms }) => forms.filter(({ attached }) => attached).map(lastView));
    const gone = new Map(witness.gone);
    for (const page of browser.pages) page.end('the run is over');
    browser.network.close();
    this.merchant.close();
    await this.activity.rest();
    return {
      books: ledger.booked(await ground.sandbox.transactions()),
      shown: witness.shown,
      sent: witness.sent,
      gone,
      last,
      confirmed: witness.confirmed,
      stuck: witness.stuck,
      leaks: canary.takeLeaks().map(({ channel, what }) => `${channel}: ${what}`),
      lastPollFault: weather.pollsNeverHeal ? Infinity : weather.lastPollFault,
      limits,
    };
  }
}

function lastView({ name, state, unfinished }: Browser['pages'][number]['forms'][number]): LastView {
  const attempt = 'attempt' in state ? state.attempt : undefined;
  return {
    form: name,
    step: state.step,
    priceRuns: state.step === 'details' && state.quote.status === 'running' && state.quote.pressed,
    outcome: state.step === 'outcome' ? state.result.outcome : undefined,
    reason: state.step === 'outcome' && state.result.outcome === 'unknown' ? state.result.reason : undefined,
    trackingId: attempt?.trackingId,
    hasJob: attempt?.jobId !== undefined,
    offers: state.step === 'details' ? unfinished.map(({ tracking_id: id }) => id) : [],
  };
}
