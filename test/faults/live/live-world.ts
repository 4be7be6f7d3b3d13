import { Canary } from '../../canary/canary.js';
import { Dice } from '../dice.js';
import type { Exchange } from '../network/exchange.js';
import { fingerprintOf } from '../network/exchange.js';
import type { PlannedFault } from '../injection/fault.js';
import type { Booked } from '../verdict/ledger.js';
import { Ledger } from '../verdict/ledger.js';
import type { Limit } from '../verdict/limits.js';
import { Merchant } from '../world/merchant.js';
import type { StorageMode } from '../browser/web-storage.js';
import { SHOP } from '../world/sandbox.js';
import { CARDS, RECIPIENT, type Terms, VERIFICATION_VALUE } from '../world/terms.js';
import { Trace } from '../verdict/trace.js';
import { START } from '../time/virtual-time.js';
import { FaultInjector } from '../injection/fault-injector.js';
import { Witness } from '../verdict/witness.js';
import { FastTime, SPEED } from './fast-time.js';
import type { LivePage, LiveProfile } from './live-browser.js';
import type { LiveTestBed } from './live-test-bed.js';
import type { PageSetup, Report } from './page/setup.js';
import type { ShopRun } from './shop-server.js';

export interface LiveSettings {
  readonly seed: string;
  readonly terms: Terms;
  readonly planned: readonly PlannedFault[];
  readonly storage: { readonly local: StorageMode; readonly session: StorageMode };
}

/**
 * Everything of one run in a real browser: the gateway, the network's faults, the shop, the payer's browser, and the witness
 * that records what happens.
 */
export class LiveWorld implements ShopRun {
  readonly testBed: LiveTestBed;
  readonly terms: Terms;
  readonly time = new FastTime();
  readonly dice: Dice;
  readonly trace: Trace;
  readonly witness: Witness;
  readonly canary = new Canary();
  readonly ledger = new Ledger();
  readonly limits = new Set<Limit>();
  readonly injector: FaultInjector;
  readonly merchant: Merchant;
  readonly profile: LiveProfile;
  readonly #storage: LiveSettings['storage'];
  readonly #reports = new Set<string>();
  #pages = 0;
  /** Whether the payer has emptied the browser's storage. */
  forgot = false;

  private constructor(testBed: LiveTestBed, profile: LiveProfile, { seed, terms, planned, storage }: LiveSettings) {
    this.testBed = testBed;
    this.profile = profile;
    this.terms = terms;
    this.#storage = storage;
    this.dice = new Dice(seed);
    const { time, dice, ledger } = this;
    this.trace = new Trace(time);
    this.witness = new Witness(time);
    const { trace } = this;
    const { activity, proxy } = testBed.network;
    const met = (limit: Limit): void => void this.limits.add(limit);
    // Written data arrives a moment later.
    const settled = (): Promise<void> => time.wait(20 * SPEED);
    // The name of these dice is part of every seed: another one would make other runs.
    this.injector = new FaultInjector({ time, dice: dice.for('weather'), settled, planned, trace, ledger, met });
    this.merchant = new Merchant({
      time,
      activity,
      dice,
      terms,
      trace,
      gatewayAddress: proxy.address,
      met,
      sending: async () => undefined,
    });
    for (const pan of [CARDS[terms.card], RECIPIENT]) this.canary.keepPan(pan);
    this.canary.keepCode(VERIFICATION_VALUE);
  }

  static async begin(testBed: LiveTestBed, settings: LiveSettings): Promise<LiveWorld> {
    const { sandbox, proxy } = testBed.network;
    await proxy.open();
    const world = new LiveWorld(testBed, await testBed.browser.newProfile(), settings);
    const {
      time,
      dice,
      terms: { duplicatesBy, habit },
      canary,
    } = world;
    if (habit.compared === 'never') world.limits.add('gateway pays copies');
    await sandbox.begin({ time, dice, duplicatesBy, habit, address: proxy.address, log: (line) => canary.seeLog(line) });
    proxy.handle = (exchange) => world.#handle(exchange);
    testBed.shop.run = world;
    return world;
  }

  /** Browsers send a preflight for each request to another origin; no fault affects it. */
  async #handle(exchange: Exchange): Promise<void> {
    const {
      injector,
      testBed: {
        network: { proxy },
      },
      time,
    } = this;
    const { method, path, request } = exchange;
    if (method === 'OPTIONS') return exchange.pass();
    const url = proxy.address + path;
    const isCards = !path.includes('/3ds/');
    if (isCards)
      this.canary.seeRequest({ method, url, headers: Object.fromEntries(request.headers), body: request.body.toString() });
    const isRefused = injector.nextFault({ method, url, headers: {}, body: undefined })?.connection === 'refused';
    await injector.handle(exchange);
    if (!isRefused) return;
    await proxy.shut();
    time.after(1000, () => void proxy.open());
  }

  setupOf(page: 'shop' | 'naive'): PageSetup {
    this.#pages += 1;
    const {
      terms: { amount, currency, trackingId, prepare, resolveStatus, challenge, card },
      time,
    } = this;
    const name = `page${this.#pages}`;
    this.trace.add(name, `opens (${page})`);
    const isKept = this.#storage.local === 'works' || this.#storage.session === 'works';
    if (this.witness.sent.length > 0 && (this.forgot || !isKept)) this.limits.add('no storage');
    const shared = {
      'checkout-url': this.testBed.network.proxy.address,
      'public-key': SHOP.publicKey,
      currency,
      amount: String(amount),
      ...(trackingId !== undefined && { 'tracking-id': trackingId }),
    };
    return {
      name,
      began: time.began,
      start: START,
      speed: SPEED,
      ...this.#storage,
      tag: 'p2p-transfer',
      prepares: prepare !== 'none',
      resolves: resolveStatus,
      attributes:
        page === 'shop'
          ? { ...shared, description: 'Rent', challenge: challenge === 'window' ? 'popup' : 'redirect' }
          : { ...shared, card: CARDS[card], recipient: RECIPIENT, code: VERIFICATION_VALUE },
    };
  }

  /** The payer opens the shop in a new tab, which has no other tab's sessionStorage. */
  opensTab(): void {
    if (this.witness.sent.length > 0 && this.#storage.local !== 'works') this.limits.add('no storage');
  }

  seen(report: Report): void {
    if (this.#reports.has(report.id)) return;
    this.#reports.add(report.id);
    const { witness, trace } = this;
    const { at, form } = report;
    switch (report.what) {
      case 'shows': {
        const { visible, step, trackingId, uid } = report;
        const outcome = visible ? report.outcome : report.state;
        witness.shown.push({
          at,
          form,
          visible,
          step: step as 'details',
          outcome,
          reason: undefined,
          trackingId,
          uid,
          hasJob: false,
        });
        return trace.add(
          form,
          `shows ${step}${outcome ? ` ${outcome}` : ''}${trackingId ? `, ${trackingId.slice(0, 8)}` : ''}${visible ? '' : ', unseen'}`,
        );
      }
      case 'tells':
        trace.add(form, `tells that ${report.trackingId.slice(0, 8)} has ended: ${report.outcome}`);
        return witness.tells(form, report.trackingId, report.outcome, undefined);
      case 'sends': {
        this.canary.see('request', report.path);
        const { request } = JSON.parse(report.body) as { readonly request: { readonly tracking_id?: string } };
        trace.add(form, `sends a payment (bytes ${fingerprintOf(report.path, report.body)})`);
        return witness.sends(form, fingerprintOf(report.path, report.body), request.tracking_id ?? '');
      }
      case 'leaves':
        return void witness.gone.set(form, at);
      case 'returns':
        return void witness.gone.delete(form);
    }
  }

  prepare(): Promise<unknown> {
    return this.merchant.prepareFor((promise) => promise)?.({ attempt: 1 } as never) as Promise<unknown>;
  }

  async status(query: Readonly<Record<string, string>>): Promise<unknown> {
    return this.merchant.resolveStatusFor(
      (promise) => promise,
      () => false,
    )?.(query as never);
  }

  /** Fetches the reports of a page that were lost on the way, and looks for card data in the page's storage. */
  async gather(page: LivePage): Promise<void> {
    const found = await page
      .run<{ readonly reports: Report[]; readonly kept: string } | null>(
        'return globalThis.acts?.reportsFrom ? { reports: acts.reportsFrom(0), kept: acts.kept() } : null',
      )
      .catch(() => null);
    for (const report of found?.reports ?? []) this.seen(report);
    if (found) this.canary.see('storage', found.kept);
  }

  async books(): Promise<Booked[]> {
    return this.ledger.booked(await this.testBed.network.sandbox.transactions());
  }

  /** Closes the browser; nothing happens after that. */
  async close(): Promise<void> {
    this.testBed.shop.run = undefined;
    await this.profile.close().catch(() => undefined);
    this.time.stop();
    this.merchant.close();
    this.testBed.network.proxy.cutAll();
  }
}
