import { systemClock } from '../../../clock/clock.js';
import type { State } from '../../../flow/state.js';
import type { Fetch } from '../../../http/request.js';
import { type Product, product as productSchema } from '../../../wire/response/product.js';
import { PageDescription } from '../../offer/page-description.js';
import { problemOf } from '../offer.js';
import { OfferQuery } from '../offer-query.js';
import { SaleReporter } from '../sale-reporter.js';
import { initialSale, type Sale, type SaleEvent, nextSale } from './sale.js';
import { isUnavailable, type SaleFacts, resolvedMode } from './sale-status.js';

type SaleHost = ConstructorParameters<typeof PageDescription<Product>>[0] & { readonly fetch: Fetch };

/** The state of an element's sale, and the descriptions from the page and the gateway that change it. */
export class OpenSale implements SaleFacts {
  /** The page's description. */
  readonly page: PageDescription<Product>;
  readonly offerQuery: OfferQuery;
  readonly reporter: SaleReporter;
  #state = initialSale;

  /** @param learned Called when the gateway has answered. */
  constructor(host: SaleHost, learned: () => void, announce: (event: Event) => void) {
    this.page = new PageDescription(host, { name: 'product', schema: productSchema, clock: systemClock, judge: problemOf });
    this.offerQuery = new OfferQuery((url, init) => host.fetch(url, init), systemClock, learned);
    this.reporter = new SaleReporter(announce);
  }

  get state(): Sale {
    return this.#state;
  }

  get described(): Sale['described'] {
    return this.#state.described;
  }

  get settings(): Sale['settings'] {
    return this.#state.settings;
  }

  get answer(): SaleFacts['answer'] {
    return this.offerQuery.answer;
  }

  change(event: SaleEvent): void {
    this.#state = nextSale(this.#state, event);
  }

  /** To be called when the gateway has answered, or the payment's state has changed. */
  follow(type: 'learned' | 'moved', payment: State): void {
    this.change({ type, offer: this.offerQuery.offer, payment });
  }

  /** Asks for the offer again, because the payer wants it. */
  askAgain(): void {
    this.change({ type: 'asked_again' });
    this.offerQuery.repeat();
  }

  /**
   * Reports the gateway's answer to the page, once it is known.
   *
   * @param ready Announces that the element takes input; undefined if an error keeps it from that.
   * @returns whether the payer was waiting for the answer.
   */
  settle(ready: (() => void) | undefined): boolean {
    const { settings, isEarly, isAwaited } = this.#state;
    const { answer } = this.offerQuery;
    const mode = resolvedMode(this);
    const isGone = isUnavailable(this);
    if (settings?.order && answer?.state === 'elsewhere') this.reporter.elsewhere(answer, mode);
    if (mode && ready && !isEarly && !isGone) this.reporter.ready(ready);
    if (!isAwaited || !(mode || isGone)) return false;
    this.change({ type: 'answered' });
    return true;
  }
}
