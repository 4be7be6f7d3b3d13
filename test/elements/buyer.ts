import type { Locator } from 'vitest/browser';
import type { ProductPayElement } from '../../src/index.js';
import { gateway, offers } from './gateway.js';
import type { OfferName } from './offers.js';
import { ElementPerson, type TypedCard } from './person.js';

/** Acts as a buyer at one `<product-pay>`. */
export class Buyer extends ElementPerson<ProductPayElement> {
  field(label: string): Locator {
    return this.within.getByRole('group', { name: 'Your details' }).getByLabelText(label, { exact: true });
  }

  /** The facts of the outcome, by their labels. */
  facts(): Record<string, string> {
    const rows = [...(this.element.shadowRoot?.querySelectorAll('[part~=details] > div') ?? [])];
    return Object.fromEntries(
      rows.map((row) => [
        row.querySelector('dt')?.textContent ?? '',
        row.querySelector('dd')?.textContent.replaceAll('\u00a0', ' ') ?? '',
      ]),
    );
  }

  async fillsCard(card: TypedCard = {}): Promise<void> {
    await this.fillsInputs((label) => this.card(label), card);
  }

  /** Fills in the card and presses the button. */
  async pays(card: TypedCard = {}): Promise<void> {
    await this.sees(this.payButton);
    await this.fillsCard(card);
    await this.payButton.click();
  }

  learns(outcome: 'successful' | 'failed' | 'unknown'): Promise<void> {
    return this.learnsOf('Payment', outcome);
  }
}

/** Puts the element for an offer into the page, as markup does. An attribute that is null is left out. */
export async function offer(
  name: OfferName,
  attributes: Readonly<Record<string, string | null>> = {},
  properties: Partial<ProductPayElement> = {},
  inside = '',
): Promise<Buyer> {
  const { confirm_url: confirmUrl, pay_url: payUrl } = offers[name];
  const element = document.createElement('product-pay');
  const given = { 'confirm-url': confirmUrl, 'pay-url': payUrl, 'public-key': gateway.shop.publicKey, ...attributes };
  for (const [key, value] of Object.entries(given)) if (value !== null) element.setAttribute(key, value);
  element.innerHTML = inside;
  Object.assign(element, { fetch: gateway.fetch }, properties);
  const buyer = new Buyer(element);
  document.body.append(element);
  await element.updateComplete;
  return buyer;
}
