import type { ReactiveController } from 'lit';
import { uidInAddress } from '../page/return-address.js';

interface Host extends HTMLElement {
  readonly step: string;
}

/**
 * Moves the focus to the new step when the step that has it is replaced: screen readers then read the new heading. A payer who
 * has just come back from the bank has no focus yet; it moves to the outcome.
 */
export class StepFocus implements ReactiveController {
  readonly #host: Host;
  #hadFocus = false;
  #shown: string = 'details';

  constructor(host: Host) {
    this.#host = host;
  }

  hostUpdate(): void {
    const { activeElement } = this.#host.getRootNode() as Document | ShadowRoot;
    // Chromium's :focus-within knows nothing of a focus in a frame.
    this.#hadFocus = this.#host.contains(activeElement);
  }

  hostUpdated(): void {
    const { step } = this.#host;
    const moved = this.#shown !== step;
    this.#shown = step;
    const isBack = step === 'outcome' && document.activeElement === document.body && uidInAddress() !== undefined;
    if (moved && (this.#hadFocus || isBack)) this.#host.focus();
  }
}
