import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { systemClock } from '../../clock/clock.js';
import type { FlowSurroundings } from '../../flow/options.js';
import { GracePeriod } from '../offer/grace-period.js';

interface Host extends ReactiveControllerHost, HTMLElement {
  readonly resolveStatus: FlowSurroundings['resolveStatus'];
}

/**
 * Advises the developer to set `resolveStatus`. Without this advice they would notice its absence only when an answer of the
 * gateway is lost, and the payer can't learn whether they have paid.
 */
export class StatusAdvice implements ReactiveController {
  readonly #host: Host;
  readonly #canPay: () => boolean;
  readonly #grace = new GracePeriod(systemClock, () => this.#host.requestUpdate());
  #isGiven = false;

  /** @param canPay Whether the element is set up, and a payment could be made in it now. */
  constructor(host: Host, canPay: () => boolean) {
    this.#host = host;
    this.#canPay = canPay;
  }

  hostDisconnected(): void {
    this.#grace.end();
  }

  hostUpdated(): void {
    const { resolveStatus, isConnected, localName } = this.#host;
    if (this.#isGiven || resolveStatus || !isConnected || !this.#canPay() || this.#grace.isRunning) return;
    this.#isGiven = true;
    console.warn(
      `<${localName}> has no resolveStatus: when the gateway’s answer gets lost, the outcome stays unknown, and the payer can’t ` +
        'learn whether they have paid. Set the property to a function that asks your server; createStatusHandler of ' +
        'checkout-elements/merchant answers it there.',
    );
  }
}
