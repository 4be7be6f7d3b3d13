import type { CheckoutClient } from '../checkout/client.js';
import type { Presence } from '../checkout/poll-job.js';
import type { Random } from '../checkout/seal.js';
import { type Clock, sleep } from '../clock/clock.js';
import { CheckoutError } from '../http/error.js';
import type { Transaction } from '../wire/transaction.js';
import { p2pAsync } from '../wire/transfer.js';
import type { CardSource } from './card-source.js';
import { MerchantError, RedirectError, StorageError } from './errors.js';
import { postOnce } from './post.js';
import { editableProblems } from './problems.js';
import { Quoting } from './quoting.js';
import { attemptOf, type RecordStore, type TransferRecord } from './record.js';
import { transferBody, type TransferSettings } from './request-body.js';
import { settle } from './settle.js';
import { type Attempt, type Event, initialState, type Outcome, type Price, type State, transition } from './state.js';

/** What the merchant's server may say of an attempt. */
export interface ResolvedStatus {
  readonly outcome: 'successful' | 'failed' | 'unknown';
}

/** Everything a transfer needs from outside. */
export interface TransferFlowOptions {
  readonly client: CheckoutClient;
  readonly cards: CardSource;
  readonly records: RecordStore;
  readonly clock: Clock;
  readonly random: Random;
  readonly presence: Presence;
  /** Read anew at every use. */
  readonly settings: () => TransferSettings;
  /** Judges an address for 3-D Secure: the address to go to, or why not ("it is neither https nor http"). */
  readonly judgeRedirect: (url: string) => { readonly url: URL } | { readonly problem: string };
  /** Sends the payer to the 3-D Secure page. */
  readonly leave: (url: string, attempt: Attempt) => void;
  /** Hears of errors that change nothing for the payer. */
  readonly report: (error: CheckoutError) => void;
  /** The last word before anything is sent: false stops. */
  readonly confirm?: ((price: Price) => boolean) | undefined;
  /** Lets the merchant name each attempt (1, 2, …). */
  readonly prepare?:
    | ((attempt: { attempt: number; amount: number; currency: string }) => Promise<{ trackingId?: string } | void>)
    | undefined;
  /** Asks the merchant's server how an attempt ended. */
  readonly resolveStatus?:
    | ((attempt: { trackingId: string; uid: string | undefined }) => Promise<ResolvedStatus>)
    | undefined;
}

/** Spec 8: within this time of the last request, an honest second try would be rejected as a duplicate. */
const DUPLICATE_WINDOW = 30_000;

/** How long the merchant's server may take to tell an outcome, in milliseconds. */
const RESOLVE_PATIENCE = 15_000;

/**
 * A card-to-card transfer over time: quote, transfer, 3-D Secure, outcome. It knows no page; whoever shows it
 * subscribes to its state.
 *
 * It calls a payment failed only when the gateway has said so. Whatever else happens after the request has left ends
 * as unknown.
 */
export class TransferFlow {
  readonly #options: TransferFlowOptions;
  readonly #listeners = new Set<(state: State, previous: State) => void>();
  readonly #quoting: Quoting;
  #state: State = initialState;
  #flight: AbortController | undefined;
  #sent = false;
  #attempts = 0;
  #key = '';

  constructor(options: TransferFlowOptions) {
    this.#options = options;
    this.#quoting = new Quoting(options, () => this.#state, (event) => this.#dispatch(event));
  }

  /** Where the transfer stands. */
  get state(): State {
    return this.#state;
  }

  /** Calls back after every change; the returned function ends that. */
  subscribe(listener: (state: State, previous: State) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Whether this attempt may be followed by another: each needs a tracking id of its own. */
  get mayFollow(): boolean {
    const { settings, prepare } = this.#options;
    const state = this.#state;
    const { trackingId } = settings();
    if (state.step !== 'outcome') return false;
    return trackingId === undefined || prepare !== undefined || trackingId !== state.attempt.trackingId;
  }

  /** Whether a failure may be followed by another try with the same cards. */
  get mayTryAgain(): boolean {
    return this.#state.step === 'outcome' && this.#state.result.outcome === 'failed' && this.mayFollow;
  }

  /** To be called when cards or settings changed: an outdated quote is dropped, a new one asked for. */
  changed(): void {
    this.#quoting.changed();
  }

  /** Asks for the price now, if amount and card numbers allow it. */
  async check(): Promise<void> {
    await this.#quoting.ask(false);
  }

  /**
   * The payer's press: checks the price first when he has not seen it, then transfers. Does nothing while a payment is
   * in flight, or before the time in `retryAt`.
   */
  async submit(): Promise<void> {
    const { cards, clock, settings, confirm } = this.#options;
    const state = this.#state;
    if (state.step !== 'details' || (state.retryAt ?? 0) > clock.now()) return;
    if (state.quote.status === 'running' && state.quote.pressed) return;
    if (settings().amount === undefined || !cards.state.complete) {
      cards.focusFirstInvalid();
      return;
    }
    const price = await this.#quoting.settledPrice();
    if (!price || this.#state.step !== 'details' || this.#flight || confirm?.(price) === false) return;
    await this.#transfer(price);
  }

  /**
   * Takes up what was left: the attempt with the settings' tracking id, else the one this tab was in the middle of.
   *
   * @param record Another attempt to take up, one of `unfinished()`.
   * @param ended Whether an attempt whose end was shown already is shown again: on a reload of the page that showed it,
   *   not on a new visit. With a fixed tracking id it always is, or the same order could be paid twice.
   * @returns false when there was nothing to take up.
   */
  async resume(record?: TransferRecord, ended = true): Promise<boolean> {
    const state = this.#state;
    if (this.#flight) return true;
    if (state.step === 'outcome' && state.result.outcome === 'unknown' && !record) {
      await this.#follow(state.attempt);
      return true;
    }
    const { records, cards, settings } = this.#options;
    const key = (this.#key = await cards.thumbprint());
    const { trackingId } = settings();
    const found = record ?? (trackingId === undefined ? records.findOfTab(key) : records.find(key, trackingId));
    if (!found || this.#state.step !== 'details') return false;
    if (found.phase === 'ended' && !ended && trackingId === undefined) return false;
    await this.#follow(attemptOf(found));
    return true;
  }

  /** The shop's attempts in this browser whose end nobody has seen, but for the one shown here. */
  async unfinished(): Promise<TransferRecord[]> {
    const key = await this.#options.cards.thumbprint();
    const own = this.#state.step === 'details' ? undefined : this.#state.attempt.trackingId;
    return this.#options.records.unfinished(key).filter(({ tracking_id: id }) => id !== own);
  }

  /** Stops waiting. What has been sent stays sent: its outcome is unknown from here on. */
  cancel(): void {
    this.#quoting.stop();
    this.#flight?.abort(CANCELED);
  }

  /** After a failure, back to the filled form; the button waits until the gateway would take a second try. */
  tryAgain(): void {
    const state = this.#state;
    if (state.step !== 'outcome' || !this.mayTryAgain) return;
    this.#options.records.remove(this.#key, state.attempt.trackingId);
    this.#dispatch({ type: 'reset', retryAt: state.attempt.startedAt + DUPLICATE_WINDOW });
    this.#quoting.schedule();
  }

  /** Back to an empty form. An attempt whose outcome is unknown stays on record. */
  reset(): void {
    const state = this.#state;
    if (this.#flight) return;
    if (state.step === 'outcome') {
      if (state.result.outcome === 'unknown') this.#options.records.leave(this.#key);
      else this.#options.records.remove(this.#key, state.attempt.trackingId);
    }
    this.#quoting.forget();
    this.#options.cards.clear('all');
    this.#dispatch({ type: 'reset' });
  }

  /** Ends what nobody would see any more; a payment in flight goes on. */
  detach(): void {
    this.#quoting.stop();
  }

  async #transfer(price: Price): Promise<void> {
    const { cards, clock, client, settings: read, random, prepare, records } = this.#options;
    // Frozen here: what the payer confirmed is what is sent, whatever changes on the page meanwhile.
    const settings = { ...read(), amount: price.amount, currency: price.currency };
    const flight = (this.#flight = new AbortController());
    this.#sent = false;
    const ownId = settings.trackingId ?? random.uuid();
    this.#dispatch({
      type: 'started',
      attempt: {
        trackingId: ownId,
        amount: price.amount,
        currency: price.currency,
        startedAt: clock.now(),
        source: cards.state.source,
        recipient: cards.state.recipient,
      },
    });
    try {
      this.#key = await cards.thumbprint();
      const trackingId = await this.#name(ownId, price, prepare);
      const known = records.find(this.#key, trackingId);
      if (known && known.phase !== 'ended') {
        // Another tab has sent this very payment already.
        this.#dispatch({ type: 'stopped' });
        this.#flight = undefined;
        await this.#follow(attemptOf(known));
        return;
      }
      const { amount, currency } = price;
      const sections = await cards.seal({
        operation: 'transfer', amount, currency, trackingId, issuedAt: client.now(),
      });
      flight.signal.throwIfAborted();
      this.#dispatch({ type: 'prepared', trackingId, startedAt: clock.now() });
      // Before the request: a page that dies right after it must still know that it left.
      this.#record('sent');
      this.#sent = true;
      const posted = await postOnce(client, p2pAsync, transferBody(settings, trackingId, sections), {
        clock, signal: flight.signal,
      });
      if (posted.result === 'accepted') {
        this.#dispatch({ type: 'accepted', jobId: posted.jobId });
        this.#record('accepted');
        await this.#settle(posted.jobId, flight.signal, false);
      } else if (posted.result === 'unknown') {
        await this.#end({ outcome: 'unknown', reason: posted.reason });
      } else {
        const problems = editableProblems(posted.body);
        if (!problems) {
          await this.#end({ outcome: 'failed', message: posted.body.message });
          return;
        }
        records.remove(this.#key, trackingId);
        this.#dispatch({ type: 'complained', problems });
        cards.showErrors(problems);
      }
    } catch (error) {
      if (this.#sent) {
        await this.#end({ outcome: 'unknown', reason: error === CANCELED ? 'canceled' : 'no_answer' });
        if (error !== CANCELED) throw error;
      } else {
        this.#dispatch({ type: 'stopped', trouble: error instanceof CheckoutError ? error : undefined });
        if (error !== CANCELED && !(error instanceof CheckoutError)) throw error;
      }
    } finally {
      if (this.#flight === flight) this.#flight = undefined;
    }
  }

  /** The tracking id of this attempt: the merchant's `prepare` may name it. */
  async #name(trackingId: string, { amount, currency }: Price, prepare: TransferFlowOptions['prepare']): Promise<string> {
    this.#attempts += 1;
    if (!prepare) return trackingId;
    try {
      const prepared = await prepare({ attempt: this.#attempts, amount, currency });
      const given = prepared?.trackingId ?? trackingId;
      if (typeof given === 'string' && given !== '') return given;
      throw new TypeError(`trackingId is ${JSON.stringify(given)}`);
    } catch (error) {
      throw new MerchantError(
        'prepare_failed',
        'Expected prepare to return {trackingId: "…"}, or nothing; it failed. Nothing was sent. ' +
          'Look at the cause, and at the server it asked.',
        error,
      );
    }
  }

  /** Follows an attempt whose request left earlier. */
  async #follow(attempt: Attempt): Promise<void> {
    this.#quoting.stop();
    const flight = (this.#flight = new AbortController());
    this.#sent = true;
    this.#dispatch({ type: 'resumed', attempt });
    try {
      if (attempt.jobId === undefined) await this.#end({ outcome: 'unknown', reason: 'no_answer' });
      else await this.#settle(attempt.jobId, flight.signal, true);
    } finally {
      if (this.#flight === flight) this.#flight = undefined;
    }
  }

  async #settle(jobId: string, signal: AbortSignal, immediately: boolean): Promise<void> {
    const { client, clock, random, presence } = this.#options;
    let result: Outcome;
    try {
      result = await settle(client, jobId, (transaction) => this.#challenge(transaction), {
        clock, random, presence, signal, immediately,
      });
    } catch (error) {
      if (error !== CANCELED) throw error;
      result = { outcome: 'unknown', reason: 'canceled' };
    }
    await this.#end(result);
  }

  /** Sends the payer to 3-D Secure. @returns the outcome when he may not be sent there. */
  #challenge(transaction: Transaction): Outcome | undefined {
    const { judgeRedirect, leave, report } = this.#options;
    const { status, redirect_url: redirect } = transaction;
    // Finished transactions keep their redirect_url, and other words for "not final" ask for nothing.
    if (status !== 'incomplete' || !redirect) return undefined;
    const verdict = judgeRedirect(redirect);
    if ('problem' in verdict) {
      report(new RedirectError(verdict.problem));
      return { outcome: 'unknown', reason: 'redirect_refused', transaction };
    }
    const redirectUrl = verdict.url.href;
    const state = this.#state;
    if (state.step === 'transferring') {
      this.#dispatch({ type: 'challenged', transaction, redirectUrl });
      // Before leaving: the page that comes back must know what it was in the middle of.
      this.#record('authentication');
      leave(redirectUrl, { ...state.attempt, uid: transaction.uid });
    } else if (state.step === 'settling' && state.redirectUrl === undefined) {
      // He came back without having finished there; he may want to.
      this.#dispatch({ type: 'returned', redirectUrl });
    }
    return undefined;
  }

  async #end(result: Outcome): Promise<void> {
    const final = result.outcome === 'unknown' ? await this.#askMerchant(result) : result;
    this.#dispatch({ type: 'ended', result: final });
    if (final.outcome !== 'unknown') this.#record('ended');
    if (final.outcome === 'successful') this.#options.cards.clear('all');
    else this.#options.cards.clear('verification_value');
  }

  /** The gateway doesn't tell; the merchant's server may have been told. */
  async #askMerchant(result: Outcome): Promise<Outcome> {
    const { resolveStatus, report, clock } = this.#options;
    if (!resolveStatus || this.#state.step === 'details') return result;
    const { trackingId, uid } = this.#state.attempt;
    try {
      const { outcome } = await Promise.race([
        resolveStatus({ trackingId, uid }),
        sleep(clock, RESOLVE_PATIENCE).then((): never => {
          throw new Error('no answer within 15 seconds');
        }),
      ]);
      if (outcome === 'successful' || outcome === 'failed') return { outcome, transaction: result.transaction };
      if (outcome !== 'unknown') throw new TypeError(`outcome is ${JSON.stringify(outcome)}`);
    } catch (error) {
      report(
        new MerchantError(
          'resolve_status_failed',
          'Expected resolveStatus to return {outcome: "successful", "failed" or "unknown"}; it failed. ' +
            'The payer reads that the outcome is not known. Look at the cause.',
          error,
        ),
      );
    }
    return result;
  }

  #record(phase: TransferRecord['phase']): void {
    const state = this.#state;
    if (state.step === 'details') return;
    if (!this.#options.records.write(this.#key, state.attempt, phase) && phase === 'sent') {
      this.#options.report(new StorageError());
    }
  }

  #dispatch(event: Event): void {
    const previous = this.#state;
    this.#state = transition(previous, event);
    if (this.#state === previous) return;
    for (const listener of this.#listeners) listener(this.#state, previous);
  }
}

const CANCELED = /* @__PURE__ */ Symbol('canceled');
