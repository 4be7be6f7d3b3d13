import { rewrite } from './rewrite.js';

/**
 * The texts that were entered while their inputs had the focus, by the payer or by a program on their behalf (assistive
 * technology, a test tool).
 *
 * Browsers and password managers also fill in inputs that don't have the focus. They put the payer's own number into the
 * recipient's card, in spite of `autocomplete`, and money sent to the wrong card can't be called back.
 */
export class AutofillGuard {
  // Card data, so it is not kept longer than its input.
  readonly #texts = new WeakMap<HTMLInputElement, string>();

  /** The text that was entered into an input. */
  of(input: HTMLInputElement): string {
    return this.#texts.get(input) ?? '';
  }

  /** Accepts the current text of an input as entered. */
  accept(input: HTMLInputElement): void {
    this.#texts.set(input, input.value);
  }

  /** Accepts texts from before the inputs were watched, unless the browser marks them as autofilled. */
  adopt(inputs: readonly HTMLInputElement[]): void {
    for (const input of inputs) if (!input.matches(':autofill')) this.accept(input);
  }

  /** Restores the entered texts. @returns the first input that had another text. */
  restore(inputs: readonly HTMLInputElement[]): HTMLInputElement | undefined {
    const others = inputs.filter((input) => input.value !== this.of(input));
    for (const input of others) rewrite(input, this.of(input));
    return others[0];
  }
}
