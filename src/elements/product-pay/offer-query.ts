import { CheckoutClient } from '../../checkout/client.js';
import type { Clock } from '../../clock/clock.js';
import type { Fetch } from '../../http/request.js';
import { type OfferAnswer, askOffer, type Offer } from './offer.js';
import type { OrderPlace } from './settings.js';

/** Asks the gateway for its offer, and again whenever the answer may be out of date. */
export class OfferQuery {
  readonly #fetch: Fetch;
  readonly #clock: Clock;
  readonly #learned: (answer: OfferAnswer) => void;
  #question: { readonly name: string; readonly place: OrderPlace; readonly client: CheckoutClient } | undefined;
  #run: AbortController | undefined;
  #pending: Promise<void> | undefined;
  #answer: OfferAnswer | undefined;

  /** @param learned Called with each answer. */
  constructor(fetch: Fetch, clock: Clock, learned: (answer: OfferAnswer) => void) {
    this.#fetch = fetch;
    this.#clock = clock;
    this.#learned = learned;
  }

  /** Its last answer; undefined while the first request runs, or one that follows an answer without an offer. */
  get answer(): OfferAnswer | undefined {
    return this.#answer;
  }

  /** The offer in its last answer. */
  get offer(): Offer | undefined {
    return this.#answer?.state === 'here' ? this.#answer.offer : undefined;
  }

  /** Waits until the gateway has answered, or its time is up. */
  async untilAnswered(): Promise<void> {
    if (!this.#answer) await this.#pending;
  }

  /**
   * Asks for the offer of a place, unless that has been asked for already.
   *
   * @returns the client that asks. Send the order with it too: from the answer it knows the gateway's time, which the sealed
   * card contains.
   */
  ask(place: OrderPlace, publicKey: string): CheckoutClient {
    const name = JSON.stringify([place, publicKey]);
    if (this.#question?.name === name) return this.#question.client;
    const client = new CheckoutClient({ checkoutUrl: place.checkoutUrl, publicKey, fetch: this.#fetch, clock: this.#clock });
    this.#question = { name, place, client };
    this.#answer = undefined;
    this.repeat();
    return client;
  }

  /**
   * Asks once more; an offer stays until the answer comes.
   *
   * @param keeps Whether the offer stays even if no answer comes.
   */
  repeat(keeps = false): void {
    if (!this.#question) return;
    const { place, client } = this.#question;
    this.#run?.abort();
    const run = (this.#run = new AbortController());
    if (this.#answer?.state === 'elsewhere') this.#answer = undefined;
    const learn = (answer: OfferAnswer): void => {
      if (this.#run !== run || (keeps && answer.state === 'elsewhere' && answer.reason === 'unreachable')) return;
      this.#answer = answer;
      this.#learned(answer);
    };
    // It rejects only when a newer request has replaced it.
    this.#pending = askOffer(place, { client, clock: this.#clock }, run.signal).then(learn, () => undefined);
  }
}
