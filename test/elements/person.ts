import { expect } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import type { CheckoutEventMap } from '../../src/index.js';
import { CODE, Person } from '../person.js';
import { recordEvents } from './record-events.js';
import { canary } from './watch-leaks.js';

/** How long a person waits for the gateway. */
export const patience = { timeout: 10_000 };

/** A source card that pays without 3-D Secure. */
export const PAYS = '4200000000000000';

let met = 0;

/** What a person enters of a card. */
export interface TypedCard {
  readonly number?: string | undefined;
  readonly expiry?: string | undefined;
  readonly code?: string | undefined;
}

/** Acts as a person at one element, and records the events that the page receives. */
export class ElementPerson<Element extends HTMLElement> extends Person<Locator> {
  readonly element: Element;
  readonly allEvents: readonly Event[];
  readonly within: Locator;

  constructor(element: Element) {
    super();
    this.element = element;
    element.dataset['testid'] = `element-${(met += 1)}`;
    this.within = page.getByTestId(element.dataset['testid']);
    this.allEvents = recordEvents(element);
  }

  button(name: RegExp | string): Locator {
    return this.within.getByRole('button', { name });
  }

  /** The names of all buttons. */
  buttons(): string[] {
    const all = this.within.getByRole('button').elements();
    return all.map(({ ariaLabel, textContent }) => ariaLabel ?? textContent?.trim() ?? '');
  }

  text(text: RegExp | string): Locator {
    return this.within.getByText(text);
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

  /** Puts a text into an input at once, as pasting over its content does. */
  async fills(input: Locator, text: string): Promise<void> {
    canary.keepPan(text);
    await input.fill(text);
  }

  /** Fills in a card that has no name. */
  protected async fillsInputs(
    input: (label: string) => Locator,
    { number = PAYS, expiry = '12/30', code = CODE }: TypedCard,
  ): Promise<void> {
    canary.keepCode(code);
    await this.fills(input('Card number'), number);
    await this.fills(input('Expiry date'), expiry);
    await this.fills(input('Security code'), code);
  }

  /** Waits for an outcome by its heading; `what` is what the element calls the payment. */
  protected async learnsOf(what: 'Transfer' | 'Payment', outcome: 'successful' | 'failed' | 'unknown'): Promise<void> {
    const headings = {
      successful: `${what} complete`,
      failed: `${what} didn’t go through`,
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

  /** The label of the focused input, or the text of another focused element. */
  focused(): string {
    const { activeElement } = document;
    const active = activeElement === this.element ? this.element.shadowRoot?.activeElement : activeElement;
    const { labels } = (active ?? {}) as { labels?: NodeListOf<HTMLLabelElement> | null };
    return (labels?.[0]?.textContent ?? active?.textContent ?? '').trim().replaceAll('\u00a0', ' ');
  }
}
