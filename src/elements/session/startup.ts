import type { ReactiveControllerHost } from 'lit';
import type { FlowController } from './flow-controller.js';
import { pageIsRead } from '../page/loading.js';
import { shownBefore } from '../page/visit.js';

/** What an element does as it begins. */
export interface StartupSteps {
  /** Reads the inputs again. */
  readonly refresh: () => void;
  /** Announces that the element takes input. */
  readonly ready: () => void;
  /** Waits until it is known what a payment costs. */
  readonly priceIsKnown: () => Promise<void>;
}

/** What an element does once its flow is made. */
export class Startup {
  readonly #host: ReactiveControllerHost;
  #run: Promise<void> | undefined;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
  }

  /** Whether the element can carry out what the payer presses for. */
  get isOver(): boolean {
    return this.#run === undefined;
  }

  /** Waits for the key, then takes up what was left, or waits for the payer. */
  start(key: Promise<unknown>, controller: FlowController, steps: StartupSteps): void {
    const run = (this.#run = this.#begin(key, controller, steps).finally(() => {
      if (this.#run === run) this.#run = undefined;
      this.#host.requestUpdate();
    }));
  }

  async #begin(key: Promise<unknown>, controller: FlowController, { refresh, ready, priceIsKnown }: StartupSteps): Promise<void> {
    await this.#host.updateComplete;
    // Its failure is shown and reported where the key is imported.
    if (
      !(await key.then(
        () => true,
        () => false,
      ))
    )
      return;
    refresh();
    await pageIsRead();
    ready();
    await controller.takeUp(undefined, shownBefore());
    await controller.takeUpElsewhere(priceIsKnown);
  }
}
