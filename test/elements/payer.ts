import { expect } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import type { CheckoutEventMap, P2pTransferElement } from '../../src/index.js';
import { gateway } from './gateway.js';
import { recordEvents } from './record-events.js';
import { canary } from './watch-leaks.js';

/** A source card that pays without 3-D Secure. */
export const PAYS = '4200000000000000';
/** A recipient that needs nothing but its number. */
export const RECIPIENT = '4111111111111111';
/** A verification value whose digits occur in no other figure of these tests. */
export const CODE = '737';

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

let mounted = 0;

/** How long a payer waits for the gateway. */
const patience = { timeout: 10_000 };

/** Acts as a payer at one element, by labels and roles, and records the events that the page receives. */
export class Payer {
  readonly element: P2pTransferElement;
  readonly allEvents: readonly Event[];
  readonly within: Locator;

  constructor(element: P2pTransferElement) {
    this.element = element;
    element.dataset['testid'] = `element-${(mounted += 1)}`;
    this.within = page.getByTestId(element.dataset['testid']);
    this.allEvents = recordEvents(element);
  }

  from(label: string): Locator {
    return this.within.getByRole('group', { name: 'From card' }).getByRole('textbox', { name: label });
  }

  to(label: string): Locator {
    return this.within.getByRole('group', { name: 'To card' }).getByRole('textbox', { name: label });
  }

  get amount(): Locator {
    return this.within.getByRole('textbox', { name: 'Amount' });
  }

  button(name: RegExp | string): Locator {
    return this.within.getByRole('button', { name });
  }

  get transferButton(): Locator {
    return this.button(/^(Send|Confirm|Show the fee)/);
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

  /** Waits until the form shows this amount for the recipient; `–` while there is none. */
  async seesAmount(amount: string): Promise<void> {
    const shownAmount = () =>
      this.element.shadowRoot?.querySelector('[part=amount]')?.textContent.replaceAll('\u00a0', ' ') ?? '–';
    await expect.poll(shownAmount, patience).toBe(amount);
  }

  alert(): Locator {
    return this.within.getByRole('alert');
  }

  /** Waits until it is visible. */
  async sees(locator: Locator): Promise<void> {
    // For a moment, the announcement has the same text; it comes last.
    await expect.element(locator.first(), patience).toBeVisible();
  }

  /** Everything the element shows; Firefox leaves out the marks that isolate a name. */
  reads(): string {
    const text = this.element.shadowRoot?.querySelector<HTMLElement>('.base')?.innerText ?? '';
    return text.replaceAll('\u00a0', ' ').replaceAll(/[\u2066-\u2069]/g, '');
  }

  /** Types key by key, where the caret is. */
  async types(text: string): Promise<void> {
    await userEvent.keyboard(text);
  }

  /** Puts a text into an input at once, as pasting over its content does. */
  async fills(input: Locator, text: string): Promise<void> {
    canary.keepPan(text);
    await input.fill(text);
  }

  async fillsCards({
    number = PAYS,
    expiry = '12/30',
    code = CODE,
    recipient = this.element.recipientCard ? undefined : RECIPIENT,
  }: { number?: string; expiry?: string; code?: string; recipient?: string } = {}): Promise<void> {
    canary.keepCode(code);
    await this.fills(this.from('Card number'), number);
    await this.fills(this.from('Expiry date'), expiry);
    await this.fills(this.from('Security code'), code);
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

  /** Waits for an outcome by its heading. */
  async learns(outcome: 'successful' | 'failed' | 'unknown'): Promise<void> {
    const headings = {
      successful: 'Transfer complete',
      failed: 'Transfer didn’t go through',
      unknown: /^We don’t know yet if it went through\. Please don’t\spay again\.$/,
    };
    await this.sees(this.heading(headings[outcome]));
  }

  /** The events of one type that the page received. */
  events<Name extends keyof CheckoutEventMap>(name: Name): CheckoutEventMap[Name][] {
    return this.allEvents.filter((event): event is CheckoutEventMap[Name] => event.type === name);
  }

  /** Waits until the page has received `count` events of one type. */
  async waitForEvents(name: keyof CheckoutEventMap, count = 1): Promise<void> {
    await expect.poll(() => this.events(name).length, patience).toBe(count);
  }

  /** An input's accessible description. */
  descriptionOf(input: Locator): string {
    const element = input.element();
    const ids = element.getAttribute('aria-describedby')?.split(' ') ?? [];
    return ids
      .map((id) => (element.getRootNode() as Document | ShadowRoot).getElementById(id)?.textContent?.trim() ?? '')
      .join(' ');
  }

  /** The label of the focused input, or the text of another focused element. */
  focused(): string {
    const { activeElement } = document;
    const active = activeElement === this.element ? this.element.shadowRoot?.activeElement : activeElement;
    return (active instanceof HTMLInputElement ? active.labels?.[0]?.textContent : active?.textContent)?.trim() ?? '';
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
