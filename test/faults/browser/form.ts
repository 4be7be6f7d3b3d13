import { CheckoutClient } from '../../../src/checkout/client.js';
import type { Random } from '../../../src/checkout/seal.js';
import type { OrderSettings } from '../../../src/flow/request/order-body.js';
import { OrderFlow } from '../../../src/flow/order-flow.js';
import type { Locks } from '../../../src/flow/record/lock.js';
import type { FlowSurroundings } from '../../../src/flow/options.js';
import type { AnyPaymentFlow } from '../../../src/flow/payment-flow.js';
import { RecordStore } from '../../../src/flow/record/record-store.js';
import { isEntryName, isUnseenEnd, type RecordStorage } from '../../../src/flow/record/journal.js';
import type { PaymentRecord } from '../../../src/flow/record/payment-record.js';
import type { TransferSettings } from '../../../src/flow/request/transfer-body.js';
import type { State } from '../../../src/flow/state.js';
import { TransferFlow } from '../../../src/flow/transfer-flow.js';
import type { Fetch } from '../../../src/http/request.js';
import { judgeUrl } from '../../../src/url/safe-url.js';
import type { Opened, RunContext } from '../world/context.js';
import type { PageClock } from './page-clock.js';
import type { PagePresence } from './presence.js';
import { SHOP } from '../world/sandbox.js';
import { draftsOf } from '../world/terms.js';
import { TypedCards } from './typed-cards.js';
import { portTo } from '../../../src/flow/cards/card-source.js';

/** The parts of a page that its form uses. */
export interface FormPlace {
  readonly opened: Opened;
  /** By the device's clock (ms). */
  readonly openedAt: number;
  readonly uid: string | undefined;
  readonly alive: boolean;
  readonly clock: PageClock;
  readonly presence: PagePresence;
  readonly locks: Locks;
  readonly local: RecordStorage;
  readonly session: RecordStorage;
  fetchFor(form: Form): Fetch;
  /** Resolves with the promise, unless the page ends first. */
  whileAlive<Result>(promise: Promise<Result>): Promise<Result>;
  /** Whether another form of the page shows this attempt. */
  shows(trackingId: string, beside: Form): boolean;
  /** A payment has ended in a form. */
  ended(form: Form): void;
  /** Sends the payer to the bank's page. */
  leave(form: Form, url: string): void;
}

/** A checkout form on a page. It does what an element does with its flow, without the element. */
export class Form {
  readonly name: string;
  readonly page: FormPlace;
  readonly cards: TypedCards;
  readonly flow: AnyPaymentFlow;
  /** Whether it is still on its page. */
  attached = true;
  /** The payments of earlier visits that it offers to look into, because their end was not shown. */
  unfinished: readonly PaymentRecord[] = [];
  readonly #run: RunContext;
  #hasLooked = false;
  /** The attempts that it has told the payer of. */
  readonly #told = new Set<string>();
  /** Asks how unfinished payments ended, while the form is on its page. */
  #pursuit: { readonly ids: ReadonlySet<string>; readonly end: AbortController } | undefined;

  constructor(run: RunContext, page: FormPlace, name: string) {
    this.#run = run;
    this.page = page;
    this.name = name;
    this.cards = this.#fields();
    this.flow = this.#makeFlow();
    this.flow.subscribe((state) => this.#changed(state));
    page.presence.subscribe(() => this.look());
  }

  get state(): State {
    return this.flow.state;
  }

  get outcome(): 'successful' | 'failed' | 'unknown' | undefined {
    return this.state.step === 'outcome' ? this.state.result.outcome : undefined;
  }

  /** Whether the payer can see it. */
  get isShown(): boolean {
    return this.attached && this.page.alive && !this.page.presence.hidden;
  }

  /** Whether nothing more happens without the payer. */
  get rests(): boolean {
    const { state } = this;
    return (
      state.step === 'outcome' || state.step === 'unrecognized' || (state.step === 'details' && state.quote.status !== 'running')
    );
  }

  /** Does what an element does when it is set up. */
  async start(): Promise<void> {
    const { flow, page } = this;
    const resumed = await flow.resume(undefined, page.opened === 'fresh' ? 0 : page.openedAt);
    if (!resumed) await this.#find();
    if (page.uid !== undefined && this.state.step === 'details') await flow.resumeElsewhere(page.uid);
  }

  /** Call this when the payer sees the form again, or when what it shows of earlier payments may have changed. */
  look(): void {
    if (!this.isShown) return;
    if (this.state.step === 'outcome') {
      this.#run.witness.see(this.name, true, this.state);
      this.#run.unattended(this.flow.markSeen(), this.name);
    } else if (this.#hasLooked) {
      this.#run.unattended(this.#find(), this.name);
    }
  }

  /** Another page has written into the storage. */
  hear(key: string | null): void {
    if (isEntryName(key) && (this.unfinished.length > 0 || isUnseenEnd(key))) this.look();
  }

  /** Removes the form from its page, as a framework does when it renders the page again. */
  detach(): void {
    this.attached = false;
    this.#pursuit?.end.abort();
    this.flow.detach();
  }

  /** The payer types the cards again, or another one to pay with. */
  type(card = this.#run.terms.card): void {
    this.cards.type(draftsOf({ ...this.#run.terms, card }));
    this.flow.changed();
  }

  /** Looks for earlier payments that are unfinished, or that ended while no form showed it. */
  async #find(): Promise<void> {
    this.#hasLooked = true;
    this.unfinished = await this.flow.unfinished();
    const { witness, trace } = this.#run;
    for (const { id, trackingId, outcome, uid } of await this.flow.unseen()) {
      // A notice stays until the payer closes it.
      if (this.#told.has(id)) continue;
      this.#told.add(id);
      trace.add(this.name, `tells that ${trackingId.slice(0, 8)} has ended: ${outcome ?? 'unknown'}`);
      witness.tells(this.name, trackingId, outcome, uid);
    }
    this.#pursue();
  }

  #pursue(): void {
    const ids = new Set(this.unfinished.map(({ trackingId }) => trackingId));
    if (ids.size > 0 && [...ids].every((id) => this.#pursuit?.ids.has(id))) return;
    this.#pursuit?.end.abort();
    this.#pursuit = undefined;
    if (ids.size === 0 || !this.attached) return;
    const end = new AbortController();
    this.#pursuit = { ids, end };
    this.#run.unattended(
      this.flow.askAboutEarlier(this.unfinished, () => this.look(), end.signal),
      this.name,
    );
  }

  #fields(): TypedCards {
    const { key, terms, activity } = this.#run;
    const cards = new TypedCards(draftsOf(terms), { key, random: this.#random('seal'), now: () => this.page.clock.now() });
    const { seal } = cards;
    cards.seal = (...asked) => this.page.whileAlive(activity.during(() => seal(...asked)));
    return cards;
  }

  #random(purpose: string): Random {
    const dice = this.#run.dice.for(`${this.name} ${purpose}`);
    return { uuid: () => dice.uuid(), bytes: (length) => dice.bytes(length), fraction: () => dice.fraction() };
  }

  #makeFlow(): AnyPaymentFlow {
    const { terms, merchant } = this.#run;
    const { amount, currency, trackingId } = terms;
    const surroundings = this.#surroundings();
    const shared = { amount, currency, ...(trackingId !== undefined && { trackingId }), returnUrl: 'https://shop.example/back' };
    const transfer = (): TransferSettings => ({ ...shared, description: 'Rent' });
    const order = (): OrderSettings => ({ ...shared, amount: merchant.price, id: merchant.productId, shopId: SHOP.id });
    return terms.what === 'transfer'
      ? new TransferFlow({ ...surroundings, settings: transfer })
      : new OrderFlow({ ...surroundings, settings: order });
  }

  #surroundings(): Omit<FlowSurroundings, 'settings'> {
    const { page, cards, name } = this;
    const { terms, merchant, canary, plantedBug, proxyAddress } = this.#run;
    const clock = plantedBug.clock?.(page.clock) ?? page.clock;
    const fetch = page.fetchFor(this);
    return {
      client: new CheckoutClient({ checkoutUrl: proxyAddress, publicKey: SHOP.publicKey, fetch, clock }),
      cards: portTo(cards),
      records: new RecordStore(terms.what === 'transfer' ? 'p2p' : `order:${merchant.productId}`, {
        local: plantedBug.storage ?? page.local,
        tab: page.session,
        clock,
      }),
      clock,
      random: this.#random('flow'),
      presence: page.presence,
      locks: page.locks,
      judgeRedirect: judgeUrl,
      leave: (url) => page.leave(this, url),
      report: (error) => {
        canary.see('event', `${error.name} ${error.message} ${String(error.stack)}`);
        this.#run.trace.add(name, `reports ${error.code}`);
      },
      isShown: () => this.isShown,
      isTaken: (trackingId) => page.shows(trackingId, this),
      prepare: merchant.prepareFor((promise) => page.whileAlive(promise)),
      resolveStatus: merchant.resolveStatusFor(
        (promise) => page.whileAlive(promise),
        () => page.presence.offline,
      ),
    };
  }

  #changed(state: State): void {
    if (!this.page.alive) return;
    const { witness, trace, canary } = this.#run;
    canary.see('event', JSON.stringify(state));
    const { outcome, reason, trackingId } = witness.see(this.name, this.isShown, state);
    if (outcome) this.page.ended(this);
    const quote =
      state.step === 'details'
        ? ` ${state.quote.status}${'confirm' in state.quote && state.quote.confirm ? `, confirm: ${state.quote.confirm}` : ''}`
        : '';
    const detail = outcome ? ` ${outcome}${reason ? ` (${reason})` : ''}` : quote;
    trace.add(
      this.name,
      `shows ${state.step}${detail}${trackingId ? `, ${trackingId.slice(0, 8)}` : ''}${this.isShown ? '' : ', unseen'}`,
    );
  }
}
