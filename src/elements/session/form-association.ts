import type { LitElement, ReactiveController } from 'lit';

/**
 * Makes an element take part in a surrounding form: it is invalid until the payment is made, and its value is the
 * transaction's uid.
 */
export class FormAssociation implements ReactiveController {
  readonly #host: LitElement;
  readonly #internals: Partial<ElementInternals>;
  readonly #missing: () => string | undefined;
  /** What the browser was told last. */
  #told: readonly [missing: string | undefined, anchor: HTMLElement | undefined] | undefined;

  /** @param missing The message that keeps the form from being sent; undefined: nothing is missing. */
  constructor(host: LitElement, internals: Partial<ElementInternals>, missing: () => string | undefined) {
    this.#host = host;
    this.#internals = internals;
    this.#missing = missing;
    host.addController(this);
  }

  get form(): HTMLFormElement | null {
    return this.#internals.form ?? null;
  }

  get validity(): ValidityState {
    return this.#internals.validity!;
  }

  checkValidity(): boolean {
    return this.#internals.checkValidity?.() ?? this.#missing() === undefined;
  }

  reportValidity(): boolean {
    return this.#internals.reportValidity?.() ?? this.checkValidity();
  }

  /** Sets the element's value in the form's data; null removes it. */
  setValue(value: string | null): void {
    this.#internals.setFormValue?.(value);
  }

  /** A form must not be sent unpaid before the first draw either. */
  hostConnected(): void {
    this.hostUpdated();
  }

  hostUpdated(): void {
    const missing = this.#missing();
    // The browser shows its message at this input.
    const { renderRoot: root } = this.#host;
    const anchor = this.#host.querySelector<HTMLElement>('[data-checkout-field]') ?? root.querySelector('input') ?? undefined;
    if (this.#told && this.#told[0] === missing && this.#told[1] === anchor) return;
    this.#told = [missing, anchor];
    this.#internals.setValidity?.({ valueMissing: missing !== undefined }, missing, anchor);
  }
}
