import type { ReactiveController } from 'lit';

/** Takes the focus along when the step that held it gives way to another one: its heading is read out then. */
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
