import type { BrowserContext, BrowserContextOptions, FrameLocator, LaunchOptions, Locator, Page } from 'playwright';
import { afterEach, expect, inject } from 'vitest';
import type { Canary } from '../../canary/canary.js';
import { type Journey, useJourneys } from './journey.js';
import { CODE, type Payer } from './payer.js';
import { cardsOf, shopPath } from './fields-place.js';

/** The demo shop's pages of products, and a test's own. */
const SHOPS_PAGES = /^\/(product|shop\/[^/]+)$/;
const CARD_LABELS = ['Card number', 'Expiry date', 'Security code', 'Name on card'];

/** A phone's window. */
export const PHONE: BrowserContextOptions = { viewport: { width: 360, height: 740 }, hasTouch: true };

/** Acts as a person at `<product-pay>`, on any page that has one, by labels and roles. */
export class Buyer {
  readonly context: BrowserContext;
  readonly page: Page;
  /** The same person at their bank's page. */
  readonly payer: Payer;
  readonly canary: Canary;
  readonly form: Locator;

  constructor({ context, page, payer, canary }: Journey) {
    this.context = context;
    this.page = page;
    this.payer = payer;
    this.canary = canary;
    this.form = page.locator('product-pay');
  }

  /** Where the form is that pays: where this project puts it, except on the gateway's own pages. */
  get payForm(): Locator | FrameLocator {
    const isShops = SHOPS_PAGES.test(new URL(this.page.url()).pathname);
    return isShops ? cardsOf(this.form, inject('fieldsPlace')) : this.form;
  }

  /** An input of the card, or of the buyer's data above it. */
  box(label: string): Locator {
    const where = CARD_LABELS.includes(label) ? this.payForm : this.form;
    return where.getByRole('textbox', { name: label, exact: true });
  }

  /** The button that pays, with any amount. */
  get button(): Locator {
    return this.payForm.getByRole('button', { name: /^(Pay|Subscribe)/ });
  }

  heading(name: string): Locator {
    return this.form.getByRole('heading', { name, exact: true });
  }

  /** Everything the element shows. */
  async reads(): Promise<string> {
    return (await this.form.locator('.base').innerText()).replaceAll('\u00a0', ' ');
  }

  /** Adds a card to what the canary looks for, before it is typed. */
  hides(number: string): void {
    this.canary.keepPan(number);
    this.canary.keepCode(CODE);
  }

  /** Types a card as a person does, key by key. */
  async typeCard(number: string): Promise<void> {
    this.hides(number);
    await this.box('Card number').pressSequentially(number);
    await this.box('Expiry date').pressSequentially('1230');
    await this.box('Security code').pressSequentially(CODE);
  }

  /** Types a card and presses the button. */
  async pay(number: string): Promise<void> {
    await this.typeCard(number);
    await this.press();
  }

  /** Presses the button that pays. */
  async press(): Promise<void> {
    await this.button.scrollIntoViewIfNeeded();
    await this.payer.settle();
    await this.button.click();
  }

  /** The text of the element with the focus, in whatever shadow root. */
  async focused(): Promise<string> {
    return this.page.evaluate(() => {
      let element = document.activeElement;
      while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
      return element?.textContent?.trim() ?? '';
    });
  }

  /** Goes through the bank's page. */
  async confirmAtBank(): Promise<void> {
    await this.payer.arriveAtBank();
    await this.payer.confirmAtBank('123456');
  }

  /** The value beside a term of the outcome, such as `Transaction`. */
  async fact(term: string): Promise<string> {
    const row = this.form.locator('dl > div').filter({ has: this.page.getByText(term, { exact: true }) });
    return (await row.locator('dd').textContent())?.trim().replaceAll('\u00a0', ' ') ?? '';
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
