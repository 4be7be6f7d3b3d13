import type { PaymentRecord } from '../../src/flow/record/payment-record.js';
import { isUnderWay, type State } from '../../src/flow/state.js';
import { LATE } from './browser.js';
import type { Charge } from './gateway.js';
import type { Page } from './page.js';
import type { World } from './world.js';

/** The promises that no run may break. */
export const PROMISES = ['duplicated', 'lied', 'lost', 'stuck'] as const;

/** A promise that a run broke, and how. */
export interface Broken {
  readonly promise: (typeof PROMISES)[number];
  readonly what: string;
}

/** A request of a payment that left a page, for the first time. */
interface Sent {
  readonly page: Page;
  readonly attempt: string;
  readonly trackingId: string;
  readonly mark: string;
  readonly body: string;
  /** The sum on the form when the payer pressed. */
  readonly amount: number | undefined;
  readonly at: number;
  /** When the payer last agreed to pay although they may have paid before (ms). */
  readonly agreedAt: number;
}

/** A word that a payer could read. */
interface Word {
  readonly page: Page;
  readonly at: number;
  readonly outcome: 'successful' | 'failed' | 'unknown';
  readonly attempt: string | undefined;
  readonly trackingId: string | undefined;
  readonly uid: string | undefined;
  readonly amount: number | undefined;
  readonly rule: string;
}

/** How long one browser may believe what the merchant's server said of an order while another one pays it (ms). */
const BELIEVED = 31_000;

/** More requests of one page than this within a second are made without a pause. */
const HASTY = 10;

/** Compares what payers read, and what is on record, with the gateway's ledger. */
export class Oracle {
  readonly sent: Sent[] = [];
  readonly words: Word[] = [];
  /** How often a payer was asked whether to pay although they may have paid. */
  questions = 0;
  readonly #world: World;
  readonly #agreed = new Map<Page, number>();
  readonly #pressed = new Map<Page, number>();
  /** When a page made its last requests (ms). */
  readonly #asked = new Map<Page, number[]>();
  readonly #broken: Broken[] = [];

  constructor(world: World) {
    this.#world = world;
  }

  /** A request of a payment leaves a page. */
  send(page: Page, request: Pick<Sent, 'attempt' | 'trackingId' | 'mark' | 'body'>): void {
    const earlier = this.sent.find((one) => one.attempt === request.attempt);
    if (earlier && earlier.body !== request.body && earlier.mark !== request.mark)
      this.#break('duplicated', `attempt ${request.attempt} was sent again with another mark`);
    if (!earlier)
      this.sent.push({
        ...request,
        amount: this.#pressed.get(page),
        page,
        at: this.#now,
        agreedAt: this.#agreed.get(page) ?? -Infinity,
      });
  }

  /** A request of any kind leaves a page. @returns whether it asks without a pause: then nothing answers any more. */
  isHasty(page: Page): boolean {
    const times = this.#asked.get(page) ?? [];
    this.#asked.set(page, times);
    times.push(this.#now);
    if (times.length <= HASTY || this.#now - times.shift()! > 1000) return false;
    this.#break('stuck', `page ${page.number} asks without a pause`);
    return true;
  }

  /** The payer presses, and this sum is on the form. */
  press(page: Page, amount: number): void {
    this.#pressed.set(page, amount);
  }

  /** The payer answers yes to a question that names the risk. */
  agree(page: Page): void {
    this.#agreed.set(page, this.#now);
  }

  /** The payer reads a question that names the risk. */
  ask(): void {
    this.questions += 1;
  }

  /** A page shows a state. */
  see(page: Page, state: State): void {
    if (state.step === 'details' && state.quote.status === 'given' && state.quote.isUnread && state.quote.confirm)
      this.questions += 1;
    if (state.step !== 'outcome' || !page.isShown) return;
    const { attempt, result, rule } = state;
    const { trackingId, uid, amount } = attempt;
    this.words.push({ page, at: this.#now, outcome: result.outcome, attempt: attempt.id, trackingId, uid, amount, rule });
  }

  /** A page tells how an earlier payment ended. */
  tell(page: Page, { outcome, id, trackingId, uid, amount }: PaymentRecord): void {
    if (outcome) this.words.push({ page, at: this.#now, outcome, attempt: id, trackingId, uid, amount, rule: 'record' });
  }

  get #now(): number {
    return this.#world.time.elapsed;
  }

  #break(promise: Broken['promise'], what: string): void {
    this.#broken.push({ promise, what });
  }

  /** The promises that were broken. */
  broken(): readonly Broken[] {
    const seen = new Set<string>();
    return this.#broken.filter(({ promise, what }) => !seen.has(`${promise} ${what}`) && seen.add(`${promise} ${what}`));
  }

  /** Judges everything up to now, when all has had its time. */
  judgeEnd(): void {
    this.#judgeWords();
    this.#judgeCharges();
    for (const error of this.#world.errors) this.#break('stuck', `an error: ${String(error)}`);
    for (const page of this.#world.pages) if (page.isAlive) this.#judgeLast(page);
  }

  #judgeWords(): void {
    const { charges } = this.#world.gateway;
    const moved = charges.filter((charge) => charge.ends === 'successful' && charge.endsAt < Infinity);
    for (const { page, at, outcome, attempt, trackingId, uid, amount, rule } of this.words) {
      const request = this.sent.find((one) => one.attempt === attempt);
      const own = request ? moved.filter(({ mark }) => mark === request.mark) : moved.filter((charge) => charge.uid === uid);
      const place = `page ${page.number} (${rule})`;
      if (outcome === 'failed') {
        if (own.some((charge) => !this.#isHidden(charge)))
          this.#break('lied', `${place} showed failed for ${trackingId ?? uid}, which was charged`);
      }
      if (outcome !== 'successful') continue;
      // A merchant's server that is asked about a uid answers for its order, which another transaction may have paid.
      const order = trackingId ?? charges.find((charge) => charge.uid === uid)?.trackingId;
      const paid = moved.filter((charge) => charge.endsAt <= at && (charge.trackingId === order || own.includes(charge)));
      if (paid.length === 0) this.#break('lied', `${place} showed successful for ${trackingId ?? uid}, which was not charged`);
      else if (amount !== undefined && paid.every((charge) => charge.amount !== amount))
        this.#break('lied', `${place} showed another sum than the one that was charged`);
    }
  }

  /**
   * Whether no page could tell the truth about a charge: the browser sent a copy that no page saw, the copy failed as any decline does,
   * and the merchant's server knew nothing. This is an accepted limit.
   */
  #isHidden({ mark, trackingId }: Charge): boolean {
    const { server, merchant, gateway } = this.#world;
    return gateway.unseenCopies.has(mark) && (server === 'absent' || merchant.withheld.has(trackingId));
  }

  #judgeCharges(): void {
    const moved = this.#world.gateway.charges.filter((charge) => charge.ends === 'successful' && charge.endsAt < Infinity);
    for (const [index, charge] of moved.entries()) {
      const later = this.sent.find(({ mark }) => mark === charge.mark);
      if (later?.amount !== undefined && later.amount !== charge.amount)
        this.#break('lied', `${charge.uid} took ${charge.amount}, which was not on the form when the payer pressed`);
      for (const earlier of moved.slice(0, index)) {
        const first = this.sent.find(({ mark }) => mark === earlier.mark);
        if (!later || !first) this.#break('duplicated', 'a charge that no page sent');
        else if (!this.#isSamePayment([later, charge], [first, earlier])) continue;
        else if (later.agreedAt < first.at && !this.#isHidden(earlier) && this.#couldKnow(later, first, earlier))
          this.#break('duplicated', `attempt ${later.attempt} was charged beside ${first.attempt}, and the payer was not asked`);
      }
    }
  }

  /** Whether two requests pay the same: an order is the same by its id, or as the same product from the same card. */
  #isSamePayment([later, charge]: readonly [Sent, Charge], [first, earlier]: readonly [Sent, Charge]): boolean {
    if (this.#world.what === 'transfer' || charge.trackingId === earlier.trackingId) return true;
    return later.page.opening.product === first.page.opening.product && charge.last4 === earlier.last4;
  }

  /** Whether the page that sent one request could know of an earlier one. */
  #couldKnow(later: Sent, first: Sent, charge: Charge): boolean {
    const { ids, server, merchant, date, what } = this.#world;
    if (later.page === first.page) return true;
    const isSame = later.page.tab.browser === first.page.tab.browser;
    const isTold = ids === 'fixed' && server === 'asked' && !merchant.withheld.has(charge.trackingId);
    // By the server alone: it has to have known when it was asked.
    if (!isSame) return isTold && charge.at < Math.max(later.page.openedAt, later.at - BELIEVED);
    const { browser, session } = later.page.tab;
    if (session === first.page.tab.session && !browser.isEmpty) return true;
    if (browser.damagedAt < Infinity) return false;
    // Without the lock, nothing waits until another tab's write is seen.
    if (browser.locks.hasFailed && later.at - first.at <= LATE) return false;
    // A clock that was set before the earlier payment tells how long ago that was.
    if (browser.setAt === undefined || browser.setAt < first.at) return true;
    // After one that was set since, only the gateway's time does. The first answer to an order is that to its request.
    return date === 'exposed' && what === 'transfer';
  }

  #judgeLast(page: Page): void {
    const { state } = page;
    if (isUnderWay(state) && !('redirectUrl' in state && state.redirectUrl !== undefined))
      this.#break('stuck', `page ${page.number} stays at ${state.step}`);
    if (state.step === 'recognizing') this.#break('stuck', `page ${page.number} stays at ${state.step}`);
    if (state.step !== 'details') return;
    if (state.press?.status === 'waiting') this.#break('stuck', `page ${page.number} keeps a press waiting`);
    if (state.quote.status === 'running') this.#break('stuck', `page ${page.number} waits for its price`);
  }

  /** Judges a run in which nothing went wrong, or only a field was: the payer has to learn that it is paid, or has failed. */
  judgeHonest(): void {
    const { gateway } = this.#world;
    const last = this.words.at(-1)?.outcome ?? 'unknown';
    if (last === 'unknown')
      this.#break('stuck', `nothing went wrong, and no outcome was read in the end (${gateway.charges.length} charges)`);
  }

  /** Judges what a payer learns who opens the shop later, in each browser. */
  judgeVisit(pages: readonly Page[]): void {
    this.#judgeWords();
    for (const { attempt, mark, page: sender, trackingId } of this.sent) {
      const charge = this.#world.gateway.charges.find((one) => one.mark === mark);
      const told = this.words.some(
        (word) =>
          word.outcome !== 'unknown' &&
          // A corrected request has the mark of the one that was refused: its cards and its sum are the same.
          (this.sent.some((one) => one.mark === mark && one.attempt === word.attempt) ||
            (charge !== undefined && word.uid === charge.uid) ||
            // The order, as the merchant's server reports it.
            (word.attempt === undefined && word.trackingId === trackingId)),
      );
      const page = pages.find(({ tab }) => tab.browser === sender.tab.browser);
      if (!page || told || page.tab.browser.damagedAt < Infinity) continue;
      const records = [...page.records.everywhere(), ...page.records.unreadable()];
      const one = records.find(({ id }) => id === attempt);
      const isPaid = charge !== undefined && this.#world.gateway.hasMoved(charge);
      if (one && 'outcome' in one && one.outcome === 'failed' && isPaid && !this.#isHidden(charge))
        this.#break('lied', `attempt ${attempt} is on record as failed, and was charged`);
      if (isPaid && !one) this.#break('lost', `attempt ${attempt} (${trackingId}) is on no record`);
    }
  }
}
