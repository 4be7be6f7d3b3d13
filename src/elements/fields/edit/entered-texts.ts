/** Whether an input has the focus within its page or shadow root. */
export const hasFocus = (input: Element): boolean => (input.getRootNode() as Document | ShadowRoot).activeElement === input;

/**
 * What was entered into inputs while they had the focus, by the payer or by a program in their place (assistive
 * technology, a test tool).
 *
 * Browsers and password managers also fill in inputs that don't have the focus. In the recipient's card they put the
 * payer's own number, in spite of `autocomplete`, and that money can't be called back.
 */
export class EnteredTexts {
  // Card data, so for no longer than its input is there.
  readonly #texts = new WeakMap<HTMLInputElement, string>();

  /** What was entered into an input. */
  of(input: HTMLInputElement): string {
    return this.#texts.get(input) ?? '';
  }

  /** Accepts what an input holds now as entered. */
  accept(input: HTMLInputElement): void {
    this.#texts.set(input, input.value);
  }

  /** Accepts what inputs held before any of it could be watched: only the browser's own autofill shows that it is not the payer's. */
  adopt(inputs: readonly HTMLInputElement[]): void {
    for (const input of inputs) if (!input.matches(':autofill')) this.accept(input);
  }

  /** Puts back what was entered. @returns the first input that held something else. */
  restore(inputs: readonly HTMLInputElement[]): HTMLInputElement | undefined {
    const others = inputs.filter((input) => input.value !== this.of(input));
    for (const input of others) input.value = this.of(input);
    return others[0];
  }
}
