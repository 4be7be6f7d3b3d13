import type { FrameLocator, Locator, Page } from 'playwright';
import { inject } from 'vitest';
import type { Canary } from '../../canary/canary.js';
import { CODE, Person } from '../../person.js';
import { cardsOf, type FieldsPlace } from './fields-place.js';

/** What a person types of a card. */
export interface TypedCard {
  readonly number: string;
  readonly expiry?: string;
  readonly code?: string;
  readonly holder?: string;
}

/** Acts as a person at an element and, later, at their bank's page. */
export class PagePerson extends Person<Locator> {
  readonly page: Page;
  readonly within: Locator;
  readonly place: FieldsPlace;
  readonly canary: Canary;

  constructor(page: Page, canary: Canary, element: Locator, place = inject('fieldsPlace')) {
    super();
    this.page = page;
    this.within = element;
    this.place = place;
    this.canary = canary;
  }

  override get form(): Locator | FrameLocator {
    return cardsOf(this.within, this.place);
  }

  /** Everything the element shows. */
  async reads(): Promise<string> {
    const own = await this.within.locator('.base').innerText();
    const frame = this.place !== 'page' && this.within.locator('iframe[slot=isolated-fields]');
    // Its text is the element's, for a payer.
    const form = frame && (await frame.isVisible()) ? await frame.contentFrame().locator('body').innerText() : '';
    return (own + form).replaceAll('\u00a0', ' ');
  }

  /** The value beside a term of the outcome, such as `Reference`. */
  async fact(term: string): Promise<string> {
    const row = this.within.locator('dl > div').filter({ has: this.page.getByText(term, { exact: true }) });
    return (await row.locator('dd').textContent())?.trim().replaceAll('\u00a0', ' ') ?? '';
  }

  /** Adds a card to what the canary looks for, before it is typed. */
  hides(number: string, code: string = CODE): void {
    this.canary.keepPan(number);
    this.canary.keepCode(code);
  }

  /** Types a card as a person does, key by key. */
  protected async type(input: (label: string) => Locator, { number, expiry = '1230', code = CODE, holder }: TypedCard) {
    this.hides(number, code);
    await input('Card number').pressSequentially(number);
    await input('Expiry date').pressSequentially(expiry);
    await input('Security code').pressSequentially(code);
    if (holder) await input('Name on card').pressSequentially(holder);
  }

  /**
   * Waits until the person can have read the button: before, its frame takes no press. Right after a scroll, Chromium also sends a click to
   * the frame that was there before; a test is fast enough for that, and a person is not.
   */
  async settle(): Promise<void> {
    if (this.place !== 'page') await this.page.waitForTimeout(800);
  }

  /** Presses a button. */
  protected async click(button: Locator, times = 1): Promise<void> {
    await button.scrollIntoViewIfNeeded();
    await this.settle();
    await button.click({ clickCount: times });
  }

  /** Waits for the bank's page. */
  async arriveAtBank(): Promise<void> {
    await this.page.waitForURL(/\/3ds\//);
  }

  /** Answers the bank's 3-D Secure page. */
  async confirmAtBank(code = '123456'): Promise<void> {
    await this.page.getByRole('textbox', { name: 'Code' }).fill(code);
    await this.page.getByRole('button', { name: 'Confirm' }).click();
  }

  async cancelAtBank(): Promise<void> {
    await this.page.getByRole('button', { name: 'Cancel' }).click();
  }
}
