import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { CheckoutClient } from '../../checkout/client.js';
import { GatewayError } from '../../checkout/errors.js';
import type { Random } from '../../checkout/seal.js';
import { jobEndpoint } from '../../wire/response/job.js';

interface Options {
  /** The client with the page's key; undefined before the element is set up. */
  readonly client: () => CheckoutClient | undefined;
  readonly random: Random;
  /** Reports a refused key to the page. */
  readonly report: (error: GatewayError) => void;
}

/**
 * Asks the gateway, when the payer first focuses a field, whether it knows the public key: a request for a job that does not
 * exist is answered with 404 where the key is known, and with 401 where it is not (spec 5). A wrong key is found before the
 * form has been filled in. Any other answer, or none, proves nothing and is left to the request that follows.
 */
export class KeyCheck implements ReactiveController {
  readonly #host: ReactiveControllerHost & Element;
  readonly #options: Options;
  #asked: CheckoutClient | undefined;
  #refusal: GatewayError | undefined;

  constructor(host: ReactiveControllerHost & Element, options: Options) {
    this.#host = host;
    this.#options = options;
    host.addController(this);
  }

  /** The gateway's refusal of the key that is set now. */
  get refusal(): GatewayError | undefined {
    return this.#asked === this.#options.client() ? this.#refusal : undefined;
  }

  hostConnected(): void {
    this.#host.addEventListener('focusin', this.#ask);
  }

  /** The payer may have focused a field before this part of the element, or the key, was there. */
  hostUpdated(): void {
    if (this.#host.matches(':focus-within')) this.#ask();
  }

  hostDisconnected(): void {
    this.#host.removeEventListener('focusin', this.#ask);
  }

  readonly #ask = (): void => {
    const { client: current, random, report } = this.#options;
    const client = current();
    if (!client || client === this.#asked) return;
    this.#asked = client;
    this.#refusal = undefined;
    // Job ids have 24 hexadecimal digits: a job with a random id practically never exists.
    const jobId = random.uuid().replaceAll('-', '').slice(0, 24);
    client.call(jobEndpoint, { parameters: { job_id: jobId } }).catch((error: unknown) => {
      if (!(error instanceof GatewayError) || error.status !== 401 || client !== current()) return;
      this.#refusal = error;
      report(error);
      this.#host.requestUpdate();
    });
  };
}
