import { expect } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import type { CheckoutEventMap, ProductPayElement } from '../../src/index.js';
import { gateway, offers } from './gateway.js';
import type { OfferName } from './offers.js';
import { CODE, PAYS } from './payer.js';
import { recordEvents } from './record-events.js';
import { canary } from './watch-leaks.js';

const patience = { timeout: 10_000 };

let mounted = 0;

/** Acts as a buyer at one `<product-pay>`, by labels and roles, and records the events that the page receives. */
export class Buyer {
  readonly element: ProductPayElement;
  readonly allEvents: readonly Event[];
  readonly within: Locator;

  constructor(element: ProductPayElement) {
    this.element = element;
    element.dataset['testid'] = `sale-${(mounted += 1)}`;
    this.within = page.getByTestId(element.dataset['testid']);
    this.allEvents = recordEvents(element);
  }

  card(label: string): Locator {
    return this.within.getByRole('group', { name: 'Card', exact: true }).getByRole('textbox', { name: label });
  }

  field(label: string): Locator {
    return this.within.getByRole('group', { name: 'Your details' }).getByLabelText(label, { exact: true });
  }

  button(name: RegExp | string): Locator {
    return this.within.getByRole('button', { name });
  }

  get payButton(): Locator {
    return this.button(/^Pay /);
  }

  /** The names of all buttons. */
  buttons(): string[] {
    const all = this.within.getByRole('button').elements();
    return all.map(({ ariaLabel, textContent }) => ariaLabel ?? textContent?.trim() ?? '');
  }

  heading(name: RegExp | string): Locator {
    return this.within.getByRole('heading', { name });
  }

  text(text: RegExp | string): Locator {
    return this.within.getByText(text);
  }

  async sees(locator: Locator): Promise<void> {
    // For a moment, the announcement has the same text; it comes last.
    await expect.element(locator.first(), patience).toBeVisible();
  }

  /** Everything the element shows; Firefox leaves out the marks that isolate a name. */
  reads(): string {
    const text = this.element.shadowRoot?.querySelector<HTMLElement>('.base')?.innerText ?? '';
    return text.replaceAll('\u00a0', ' ').replaceAll(/[\u2066-\u2069]/g, '');
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

  async fillsCard({
    number = PAYS,
    expiry = '12/30',
    code = CODE,
  }: { number?: string; expiry?: string; code?: string } = {}): Promise<void> {
    canary.keepCode(code);
    canary.keepPan(number);
    await this.card('Card number').fill(number);
    await this.card('Expiry date').fill(expiry);
    await this.card('Security code').fill(code);
  }

  /** Fills in the card and presses the button. */
  async pays(card: Parameters<Buyer['fillsCard']>[0] = {}): Promise<void> {
    await this.sees(this.payButton);
    await this.fillsCard(card);
    await this.payButton.click();
  }

  async learns(outcome: 'successful' | 'failed' | 'unknown'): Promise<void> {
    const headings = {
      successful: 'Payment complete',
      failed: 'Payment didn’t go through',
      unknown: /^We don’t know yet if it went through\. Please don’t\spay again\.$/,
    };
    await this.sees(this.heading(headings[outcome]));
  }

  events<Name extends keyof CheckoutEventMap>(name: Name): CheckoutEventMap[Name][] {
    return this.allEvents.filter((event): event is CheckoutEventMap[Name] => event.type === name);
  }

  async waitForEvents(name: keyof CheckoutEventMap, count = 1): Promise<void> {
    await expect.poll(() => this.events(name).length, patience).toBe(count);
  }

  focused(): string {
    const active = this.element.shadowRoot?.activeElement;
    const { labels } = (active ?? {}) as { labels?: NodeListOf<HTMLLabelElement> | null };
    return (labels?.[0]?.textContent ?? active?.textContent ?? '').trim().replaceAll('\u00a0', ' ');
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
