import type { Binding, SealedSections } from '../../checkout/seal.js';
import type { CheckoutError } from '../../http/error.js';
import type { FormMessages } from '../../locales/catalogue.js';
import type { FieldError } from '../../wire/response/error-body.js';
import type { RequiredFields } from '../../wire/response/check.js';
import { type CardFields, type CardFieldsSettings, type CardFieldsState, NO_CARDS } from './card-fields.js';

/** The card fields that an element uses: inline, slotted or framed. The element chooses them when it is set up. */
export class PlacedFields implements CardFields {
  readonly #listeners = new Set<() => void>();
  readonly #inline: CardFields;
  readonly #placeholder: (words: FormMessages) => unknown;
  #fields: CardFields | undefined;
  /** All settings so far, for fields that are placed later. */
  #settings: Partial<CardFieldsSettings> = {};
  #unsubscribe: (() => void) | undefined;

  /**
   * @param inline The fields that are used at first. They receive all settings even while others are used.
   * @param placeholder Renders a placeholder for fields that are still loading.
   */
  constructor(inline: CardFields, placeholder: (words: FormMessages) => unknown) {
    this.#inline = inline;
    this.#placeholder = placeholder;
    this.#fields = inline;
    this.#unsubscribe = inline.subscribe(this.#notify);
  }

  /** Replaces the fields, with undefined while the new ones are loading. */
  place(fields: CardFields | undefined): void {
    this.#unsubscribe?.();
    this.#fields = fields;
    fields?.configure(this.#settings);
    this.#unsubscribe = fields?.subscribe(this.#notify);
    this.#notify();
  }

  get state(): CardFieldsState {
    return this.#fields?.state ?? NO_CARDS;
  }

  get error(): CheckoutError | undefined {
    return this.#fields?.error;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  configure(settings: Partial<CardFieldsSettings>): void {
    this.#settings = { ...this.#settings, ...settings };
    this.#inline.configure(settings);
    if (this.#fields !== this.#inline) this.#fields?.configure(settings);
  }

  render(words: FormMessages): unknown {
    return this.#fields ? this.#fields.render(words) : this.#placeholder(words);
  }

  async checkVisibility(): Promise<void> {
    await this.#fields?.checkVisibility?.();
  }

  refresh(): void {
    this.#fields?.refresh();
  }

  complain(movesFocus?: boolean): Promise<boolean> {
    return this.#fields?.complain(movesFocus) ?? Promise.resolve(false);
  }

  focus(where: 'first' | 'unfinished' | 'last', options?: FocusOptions): boolean {
    return this.#fields?.focus(where, options) ?? false;
  }

  require(fields: RequiredFields): void {
    this.#fields?.require(fields);
  }

  showErrors(errors: readonly FieldError[]): void {
    this.#fields?.showErrors(errors);
  }

  seal(binding: Binding, revision: number): Promise<SealedSections | undefined> {
    return this.#fields?.seal(binding, revision) ?? Promise.resolve(undefined);
  }

  thumbprint(): Promise<string> {
    return this.#fields?.thumbprint() ?? Promise.reject(new TypeError('The element is not set up yet.'));
  }

  clear(what: 'verification_value' | 'all'): void {
    this.#fields?.clear(what);
  }

  focusFirstInvalid(): void {
    this.#fields?.focusFirstInvalid();
  }

  readonly #notify = (): void => {
    for (const listener of this.#listeners) listener();
  };
}
