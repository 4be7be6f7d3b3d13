import type { BrowserContext, BrowserContextOptions, FrameLocator, LaunchOptions, Locator } from 'playwright';
import { afterEach, expect, inject } from 'vitest';
import { shopPath } from './fields-place.js';
import { type Journey, useJourneys } from './journey.js';
import { PagePerson } from './person.js';

/** The demo shop's pages of products, and a test's own. */
const SHOPS_PAGES = /^\/(product|shop\/[^/]+)$/;
const CARD_LABELS = ['Card number', 'Expiry date', 'Security code', 'Name on card'];

/** A phone's window. */
export const PHONE: BrowserContextOptions = { viewport: { width: 360, height: 740 }, hasTouch: true };

/** Acts as a person at `<product-pay>`, on any page that has one. */
export class Buyer extends PagePerson {
  readonly context: BrowserContext;

  constructor({ context, page, canary }: Journey) {
    super(page, canary, page.locator('product-pay'));
    this.context = context;
  }

  /** Where the form is that pays: where this project puts it, except on the gateway's own pages. */
  override get form(): Locator | FrameLocator {
    return SHOPS_PAGES.test(new URL(this.page.url()).pathname) ? super.form : this.within;
  }

  /** An input of the card, or of the buyer's data above it. */
  box(label: string): Locator {
    const where = CARD_LABELS.includes(label) ? this.form : this.within;
    return where.getByRole('textbox', { name: label, exact: true });
  }

  /** Types a card as a person does, key by key. */
  async typeCard(number: string): Promise<void> {
    await this.type((label) => this.box(label), { number });
  }

  /** Types a card and presses the button. */
  async pay(number: string): Promise<void> {
    await this.typeCard(number);
    await this.press();
  }

  /** Presses the button that pays. */
  press(): Promise<void> {
    return this.click(this.payButton);
  }

  /** The text of the element with the focus, in whatever shadow root. */
  async focused(): Promise<string> {
    return this.page.evaluate(() => {
      let element = document.activeElement;
      while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
      return element?.textContent?.trim() ?? '';
    });
  }
}

// The browser logs each failed request, and these journeys provoke refusals.
const BROWSERS_OWN = /^Failed to load resource/;
// Most pages of these journeys set no resolveStatus, and one journey makes the shop's server silent.
const ADVICE = /has no resolveStatus|Expected resolveStatus to return .* it failed/;

/**
 * Sends buyers to pages from the calling file. After each journey no page may have thrown an error, logged an error or
 * warning, or violated its content security policy.
 */
export function useBuyers(launchOptions: LaunchOptions = {}): {
  arrive(address: string, options?: BrowserContextOptions): Promise<Buyer>;
} {
  const journeys = useJourneys(launchOptions);
  const complaints: string[] = [];
  afterEach(() => expect(complaints.splice(0)).toEqual([]));
  return {
    arrive: async (address, options) => {
      // Starts on a blank page, so that messages from the page's load are recorded too.
      const journey = await journeys.start('blank', { shopUrl: 'about:', ...options });
      journey.context.on('console', (message) => {
        const isGrave = ['error', 'warning'].includes(message.type());
        if (isGrave && !BROWSERS_OWN.test(message.text()) && !ADVICE.test(message.text()))
          complaints.push(`${message.page()?.url().split('?')[0]}: ${message.text()}`);
      });
      journey.context.on('weberror', (error) => {
        const { message, stack } = error.error();
        if (!BROWSERS_OWN.test(message)) complaints.push(stack ?? message);
      });
      const { origin, pathname, search } = new URL(address);
      await journey.page.goto(
        origin === inject('shopUrl') ? origin + shopPath(pathname + search, inject('fieldsPlace')) : address,
      );
      return new Buyer(journey);
    },
  };
}
