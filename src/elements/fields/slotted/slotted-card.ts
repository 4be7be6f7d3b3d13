import { html, nothing, render, type TemplateResult } from 'lit';
import { cardFieldView, type CardFieldView, type CardView, descriptionOf } from '../card-view.js';
import { noteView } from '../field-view.js';
import type { InputListeners, TextField } from '../text-field.js';

/** The language of the labels that the element writes beside the page's inputs. */
export interface SlottedText {
  /** BCP 47 tag of its words. */
  readonly language: string;
  readonly direction: 'ltr' | 'rtl';
  /** Whether the catalogue of that language is still loading. Until then the page's own labels stay. */
  readonly isPending: boolean;
  /** Whether the page has disabled the element. A fieldset around it disables the inputs by itself; its own attribute does not. */
  readonly isDisabled: boolean;
}

/** The forms that elements have connected. Another form that bears their mark is a copy of one, with what the payer had typed there. */
const connected = new WeakSet<HTMLFormElement>();

/** Empties forms that were copied together with their element. */
export function emptyCopies(host: Element): void {
  for (const form of host.querySelectorAll<HTMLFormElement>(':scope > form[data-checkout-card=connected]')) {
    if (connected.has(form)) continue;
    for (const input of form.querySelectorAll('input')) input.value = '';
  }
}

const show = (node: Element | null | undefined, text: string): void => {
  if (node && node.textContent !== text) node.textContent = text;
};

/**
 * Sets attributes that have changed, and removes those without a value. A browser works out the styles anew after each attribute that is
 * set, even to what it was: at every key, that of the whole form.
 */
function setAttributes(element: Element, attributes: Readonly<Record<string, string | undefined>>): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined) element.removeAttribute(name);
    else if (element.getAttribute(name) !== value) element.setAttribute(name, value);
  }
}

/**
 * A card with inputs that the page has written, in a form that is a child of the element. The inputs are never moved or replaced,
 * because the payer may be typing in one. Errors, brand and saved cards are rendered beside them.
 */
export class SlottedCard {
  readonly #host: Element;
  readonly #slot: string;
  readonly #text: () => SlottedText | undefined;
  /** The inputs found by the last search. */
  readonly #inputs = new Map<string, HTMLInputElement | undefined>();
  #form: HTMLFormElement | undefined;
  #isDisabled = false;
  /** Saved cards are rendered before it. */
  #anchor = new Comment();

  /** @param text Returns undefined while the element draws its own inputs. */
  constructor(host: Element, slot: string, text: () => SlottedText | undefined) {
    this.#host = host;
    this.#slot = slot;
    this.#text = text;
  }

  /** The form around the inputs; undefined if the page has no such form or the element draws its own inputs. */
  get form(): HTMLFormElement | undefined {
    if (!this.#text()) return undefined;
    const lastForm = this.#form;
    if (lastForm?.parentNode === this.#host && lastForm.slot === this.#slot) return lastForm;
    return this.#host.querySelector<HTMLFormElement>(`:scope > form[slot=${this.#slot}]`) ?? undefined;
  }

  /** Empties every input that the page has written, including any that was not found. */
  wipe(): void {
    for (const input of this.#host.querySelectorAll<HTMLInputElement>('input[data-checkout-field]')) input.value = '';
  }

  /**
   * Searches for the inputs.
   *
   * @returns the new inputs that have a value; undefined if no input was added or removed.
   */
  bind(fields: readonly TextField[]): HTMLInputElement[] | undefined {
    const { form } = this;
    if (form && form !== this.#form) {
      this.#form = form;
      form.dataset['checkoutCard'] = 'connected';
      connected.add(form);
      // A cloned element brings a copy of what was rendered into it.
      for (const each of form.querySelectorAll('.brand, .error, .remark, .saved-cards, .field:not(:has([data-checkout-field]))'))
        each.remove();
    }
    let isChanged = false;
    const fresh = fields.flatMap((field) => {
      const input = form?.querySelector<HTMLInputElement>(`[data-checkout-field=${field.name}]`) ?? undefined;
      field.id = input?.id || `${form?.id || this.#slot}-${field.name}`;
      if (input === this.#inputs.get(field.name)) return [];
      this.#inputs.set(field.name, input);
      isChanged = true;
      if (!input) return [];
      listen(input, field.listeners);
      return input.value ? input : [];
    });
    return isChanged ? fresh : undefined;
  }

  /**
   * Renders labels, errors and marks beside the page's inputs, and the inputs that the page lacks.
   *
   * @returns the slot that shows them; undefined while the element draws its own inputs.
   */
  draw({ legend, saved, fields }: CardView): TemplateResult | undefined {
    const text = this.#text();
    if (!text) return undefined;
    const frame = this.#inputs.get('number')?.closest<HTMLElement>('.fields');
    const { form } = this;
    if (form && frame) {
      setAttributes(form, { dir: text.direction });
      if (text.isDisabled !== this.#isDisabled)
        for (const each of form.querySelectorAll('fieldset')) each.disabled = text.isDisabled;
      this.#isDisabled = text.isDisabled;
      if (!text.isPending) {
        setAttributes(form, { lang: text.language });
        show(form.querySelector('legend'), legend);
      }
      if (this.#anchor.parentNode !== frame) frame.prepend((this.#anchor = new Comment()));
      render(saved, frame, { renderBefore: this.#anchor });
      const others = fields.map((each) => {
        const input = each && this.#inputs.get(each.name);
        if (input) updateInput(input, each, text.isPending);
        return each?.isRequested && !input ? cardFieldView(each) : nothing;
      });
      render(others, frame);
    }
    return html`<slot name=${this.#slot}></slot>`;
  }
}

function listen(input: HTMLInputElement, { enter, remember, press, edit, leave }: InputListeners): void {
  const listeners = {
    focus: enter,
    keydown: press,
    beforeinput: remember,
    compositionstart: remember,
    input: edit,
    compositionend: edit,
    blur: leave,
  };
  for (const [type, listener] of Object.entries(listeners)) {
    if (listener) input.addEventListener(type, listener as (event: Event) => void);
  }
}

/** Updates the label, error, mark and ARIA attributes of the page's input. */
function updateInput(input: HTMLInputElement, view: CardFieldView, keepsText: boolean): void {
  const control = input.parentElement;
  const box = input.closest<HTMLElement>('.field');
  if (!control || !box) return;
  setAttributes(box, { hidden: view.isRequested ? undefined : '' });
  const description = descriptionOf(view);
  setAttributes(input, {
    'aria-invalid': String(view.field.complaint !== undefined),
    'aria-describedby': description === nothing ? undefined : description,
  });
  if (!keepsText) {
    show(input.labels?.[0], view.label);
    setAttributes(input, { placeholder: view.form.placeholder ?? '' });
  }
  render(view.mark, control);
  render(noteView(view), box);
}
