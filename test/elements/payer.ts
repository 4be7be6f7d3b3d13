import { expect } from 'vitest';
import { type Locator, userEvent } from 'vitest/browser';
import type { P2pTransferElement } from '../../src/index.js';
import { gateway } from './gateway.js';
import { RECIPIENT } from '../person.js';
import { ElementPerson, patience, type TypedCard } from './person.js';

export { CODE, RECIPIENT } from '../person.js';
export { PAYS } from './person.js';

/** What a payer sends, in minor units. Its whole part never has three digits, as a verification value has. */
export const AMOUNT = 125_000;
/** Another amount. */
export const OTHER_AMOUNT = 250_000;

/** An amount as the element shows it in English. */
export const shown = (minor: number): string => `${(minor / 100).toLocaleString('en-US', { minimumFractionDigits: 2 })} USD`;

/** The attributes with which the element works; `amount` is fixed. */
export const attributesOf = (): Record<string, string> => ({
  'checkout-url': gateway.url,
  'public-key': gateway.shop.publicKey,
  currency: 'USD',
  description: 'Money to a card',
  amount: String(AMOUNT),
  test: '',
});

/** Acts as a payer at one `<p2p-transfer>`. */
export class Payer extends ElementPerson<P2pTransferElement> {
  /** Waits until the form shows this amount for the recipient; `–` while there is none. */
  async seesAmount(amount: string): Promise<void> {
    const shownAmount = () =>
      this.element.shadowRoot?.querySelector('[part=amount]')?.textContent.replaceAll('\u00a0', ' ') ?? '–';
    await expect.poll(shownAmount, patience).toBe(amount);
  }

  /** Types key by key, where the caret is. */
  async types(text: string): Promise<void> {
    await userEvent.keyboard(text);
  }

  async fillsCards({
    recipient = this.element.recipientCard ? undefined : RECIPIENT,
    ...card
  }: TypedCard & { readonly recipient?: string } = {}): Promise<void> {
    await this.fillsInputs((label) => this.from(label), card);
    if (recipient) await this.fills(this.to('Card number'), recipient);
  }

  /** Waits until the fee is shown. */
  async readsFee(): Promise<void> {
    await this.sees(this.text(/^(Fee (about )?\d|No fee$)/));
  }

  /** Fills in both cards, reads the fee and presses the button. */
  async pays(cards: Parameters<Payer['fillsCards']>[0] = {}): Promise<void> {
    await this.fillsCards(cards);
    await this.readsFee();
    await this.transferButton.click();
  }

  /** Confirms with another press, once there was time to read the question. */
  async pressesAgain(): Promise<void> {
    await expect.element(this.transferButton, patience).not.toHaveAttribute('aria-disabled');
    await this.transferButton.click();
  }

  learns(outcome: 'successful' | 'failed' | 'unknown'): Promise<void> {
    return this.learnsOf('Transfer', outcome);
  }

  /** An input's accessible description. */
  descriptionOf(input: Locator): string {
    const element = input.element();
    const ids = element.getAttribute('aria-describedby')?.split(' ') ?? [];
    return ids
      .map((id) => (element.getRootNode() as Document | ShadowRoot).getElementById(id)?.textContent?.trim() ?? '')
      .join(' ');
  }
}

/** Puts an element into the page as markup does. An attribute that is null is left out. */
export async function mount(
  attributes: Readonly<Record<string, string | null>> = {},
  properties: Partial<P2pTransferElement> = {},
): Promise<Payer> {
  const element = document.createElement('p2p-transfer');
  for (const [name, value] of Object.entries({ ...attributesOf(), ...attributes })) {
    if (value !== null) element.setAttribute(name, value);
  }
  Object.assign(element, { fetch: gateway.fetch }, properties);
  const payer = new Payer(element);
  document.body.append(element);
  await element.updateComplete;
  return payer;
}
