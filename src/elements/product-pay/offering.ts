import { CheckoutClient } from '../../checkout/client.js';
import type { Clock } from '../../clock/clock.js';
import type { Fetch } from '../../http/request.js';
import { type Asked, askOffer, type Offer } from './offer.js';
import type { OrderPlace } from './settings.js';

/** What the gateway has on offer, asked once and whenever there is reason to doubt it. */
export class Offering {
  readonly #fetch: Fetch;
  readonly #clock: Clock;
  readonly #learned: (asked: Asked) => void;
  #question: { readonly name: string; readonly place: OrderPlace; readonly client: CheckoutClient } | undefined;
  #run: AbortController | undefined;
  #answer: Promise<void> | undefined;
  #asked: Asked | undefined;

  /** @param learned Called with each answer. */
  constructor(fetch: Fetch, clock: Clock, learned: (asked: Asked) => void) {
    this.#fetch = fetch;
    this.#clock = clock;
    this.#learned = learned;
  }

  /** Its last answer; undefined while it is asked for the first time, or again after no answer came. */
  get asked(): Asked | undefined {
    return this.#asked;
  }

  /** What is on offer by its answer. */
  get offer(): Offer | undefined {
    return this.#asked?.state === 'here' ? this.#asked.offer : undefined;
  }

  /** Waits until the gateway has answered, or has been waited for long enough. */
  async answered(): Promise<void> {
    if (!this.#asked) await this.#answer;
  }

  /**
   * Asks of a place, unless it has been asked of that one.
   *
   * @returns the client that asks. Send the order with it too: from the answer it knows the gateway's time, which the card is
   * sealed with.
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
   * Asks once more; an offer stays until the answer is here.
   *
   * @param keeps Whether the offer stays when no answer comes.
   */
  again(keeps = false): void {
    if (!this.#question) return;
    const { place, client } = this.#question;
    this.#run?.abort();
    const run = (this.#run = new AbortController());
    if (this.#asked?.state === 'elsewhere') this.#asked = undefined;
    const learn = (asked: Asked): void => {
      if (this.#run !== run || (keeps && asked.state === 'elsewhere' && asked.reason === 'unreachable')) return;
      this.#asked = asked;
      this.#learned(asked);
    };
    // It rejects only when a newer request has replaced it.
    this.#answer = askOffer(place, { client, clock: this.#clock }, run.signal).then(learn, () => undefined);
  }
}
