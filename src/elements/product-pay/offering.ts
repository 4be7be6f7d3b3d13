import { CheckoutClient } from '../../checkout/client.js';
import type { Clock } from '../../clock/clock.js';
import type { Fetch } from '../../http/request.js';
import { type OfferAnswer, askOffer, type Offer } from './offer.js';
import type { OrderPlace } from './settings.js';

/** Asks the gateway for its offer, and again whenever the answer may be out of date. */
export class Offering {
  readonly #fetch: Fetch;
  readonly #clock: Clock;
  readonly #learned: (asked: OfferAnswer) => void;
  #question: { readonly name: string; readonly place: OrderPlace; readonly client: CheckoutClient } | undefined;
  #run: AbortController | undefined;
  #answer: Promise<void> | undefined;
  #asked: OfferAnswer | undefined;

  /** @param learned Called with each answer. */
  constructor(fetch: Fetch, clock: Clock, learned: (asked: OfferAnswer) => void) {
    this.#fetch = fetch;
    this.#clock = clock;
    this.#learned = learned;
  }

  /** Its last answer; undefined while the first request runs, or one that follows an answer without an offer. */
  get asked(): OfferAnswer | undefined {
    return this.#asked;
  }

  /** The offer in its last answer. */
  get offer(): Offer | undefined {
    return this.#asked?.state === 'here' ? this.#asked.offer : undefined;
  }

  /** Waits until the gateway has answered, or its time is up. */
  async answered(): Promise<void> {
    if (!this.#asked) await this.#answer;
  }

  /**
   * Asks for the offer of a place, unless that has been asked for already.
   *
   * @returns the client that asks. Send the order with it too: from the answer it knows the gateway's time, which the sealed
   * card contains.
   */
  about(place: OrderPlace, publicKey: string): CheckoutClient {
    const name = JSON.stringify([place, publicKey]);
    if (this.#question?.name === name) return this.#question.client;
    const client = new CheckoutClient({ checkoutUrl: place.checkoutUrl, publicKey, fetch: this.#fetch, clock: this.#clock });
    this.#question = { name, place, client };
    this.#asked = undefined;
    this.again();
    return client;
  }

  /**
   * Asks once more; an offer stays until the answer comes.
   *
   * @param keeps Whether the offer stays even if no answer comes.
   */
  again(keeps = false): void {
    if (!this.#question) return;
    const { place, client } = this.#question;
    this.#run?.abort();
    const run = (this.#run = new AbortController());
    if (this.#asked?.state === 'elsewhere') this.#asked = undefined;
    const learn = (asked: OfferAnswer): void => {
      if (this.#run !== run || (keeps && asked.state === 'elsewhere' && asked.reason === 'unreachable')) return;
      this.#asked = asked;
      this.#learned(asked);
    };
    // It rejects only when a newer request has replaced it.
    this.#answer = askOffer(place, { client, clock: this.#clock }, run.signal).then(learn, () => undefined);
  }
}
