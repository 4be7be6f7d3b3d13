import type { ReactiveController } from 'lit';

/** Moves the focus along when the step that has it is replaced: screen readers then read the new heading. */
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
    if (moved && this.#hadFocus) this.#host.focus();
  }
}
