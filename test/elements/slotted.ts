import { transferMarkup, type TransferMarkupOptions } from '../../src/markup/markup.js';
import { P2pTransferElement } from '../../src/index.js';
import { gateway } from './gateway.js';
import { attributesOf, Payer } from './payer.js';

const fragmentOf = (markup: string): DocumentFragment => document.createRange().createContextualFragment(markup);

let tags = 0;

/** A transfer with its inputs in the page, before its script is there. */
export class EarlyTransfer {
  readonly element: HTMLElement;
  readonly #tag = `early-transfer-${(tags += 1)}`;

  constructor(attributes: Readonly<Record<string, string | null>> = {}, markup: TransferMarkupOptions | string = {}) {
    this.element = document.createElement(this.#tag);
    const all = { fields: 'slot', ...attributesOf(), ...attributes };
    for (const [name, value] of Object.entries(all)) if (value !== null) this.element.setAttribute(name, value);
    this.element.append(fragmentOf(typeof markup === 'string' ? markup : transferMarkup(markup)));
    document.body.append(this.element);
  }

  /** An input that the page has written: `source-number`. */
  input(name: string): HTMLInputElement {
    return slottedInput(this.element, name);
  }

  /** The script arrives. */
  async comes(properties: Partial<P2pTransferElement> = {}): Promise<Payer> {
    const element = this.element as P2pTransferElement;
    Object.assign(element, { fetch: gateway.fetch }, properties);
    const payer = new Payer(element);
    customElements.define(this.#tag, class extends P2pTransferElement {});
    await element.updateComplete;
    return payer;
  }
}

/** An input that the page has written: `source-number`. */
export function slottedInput(element: Element, name: string): HTMLInputElement {
  const [slot, field] = name.split('-');
  const input = element.querySelector<HTMLInputElement>(`form[slot=${slot}] [data-checkout-field=${field}]`);
  if (!input) throw new Error(`No input ${name}.`);
  return input;
}

/** A transfer with its inputs in the page. */
export const mountSlotted = (
  attributes: Readonly<Record<string, string | null>> = {},
  properties: Partial<P2pTransferElement> = {},
  markup: TransferMarkupOptions | string = {},
): Promise<Payer> => new EarlyTransfer(attributes, markup).comes(properties);
