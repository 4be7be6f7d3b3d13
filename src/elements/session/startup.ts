import type { ReactiveControllerHost } from 'lit';
import type { FlowController } from './flow-controller.js';
import { untilPageParsed } from '../page/loading.js';
import { shownBefore } from '../page/shown-before.js';

/** The parts of an element's startup that the element carries out. */
export interface StartupSteps {
  /** Reads the inputs again. */
  readonly refresh: () => void;
  /** Announces that the element takes input. */
  readonly ready: () => void;
  /** Waits until it is known what a payment costs. */
  readonly priceIsKnown: () => Promise<void>;
}

/** Starts an element once its flow is made. */
export class Startup {
  readonly #host: ReactiveControllerHost;
  #run: Promise<void> | undefined;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
  }

  /** Whether the startup has ended, so that a press can be carried out. */
  get isOver(): boolean {
    return this.#run === undefined;
  }

  /** Waits for the key, then resumes an earlier payment if there is one. */
  start(key: Promise<unknown>, controller: FlowController, steps: StartupSteps): void {
    const run = (this.#run = this.#begin(key, controller, steps).finally(() => {
      if (this.#run === run) this.#run = undefined;
      this.#host.requestUpdate();
    }));
  }

  async #begin(key: Promise<unknown>, controller: FlowController, { refresh, ready, priceIsKnown }: StartupSteps): Promise<void> {
    await this.#host.updateComplete;
    // Its failure is shown and reported by the code that imports the key.
    if (
      !(await key.then(
        () => true,
        () => false,
      ))
    )
      return;
    refresh();
    await untilPageParsed();
    ready();
    await controller.resume(undefined, shownBefore());
    await controller.resumeFromAddress(priceIsKnown);
  }
}
