import type { ReactiveController } from 'lit';
import { uidInAddress } from '../page/own-address.js';

/**
 * Moves the focus along when the step that has it is replaced: screen readers then read the new heading. A payer who has just come
 * back from the bank has the focus nowhere yet, and finds it at the outcome.
 */
export class StepFocus implements ReactiveController {
  readonly #host: HTMLElement;
  readonly #step: () => string;
  #hadFocus = false;
  #shown: string | undefined;

  constructor(host: HTMLElement, step: () => string) {
    this.#host = host;
    this.#step = step;
  }

  hostUpdate(): void {
    this.#hadFocus = this.#host.matches(':focus-within');
  }

  hostUpdated(): void {
    const step = this.#step();
    const moved = this.#shown !== undefined && this.#shown !== step;
    this.#shown = step;
    const isBack = step === 'outcome' && document.activeElement === document.body && uidInAddress() !== undefined;
    if (moved && (this.#hadFocus || isBack)) this.#host.focus();
  }
}
