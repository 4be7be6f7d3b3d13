import type { FrameLocator, Locator, Page } from 'playwright';
import { inject } from 'vitest';
import type { Canary } from '../../canary/canary.js';
import { cardsOf, type FieldsPlace } from './fields-place.js';

/** The payer's input for the source card. */
export interface SourceCard {
  readonly number: string;
  readonly expiry?: string;
  readonly code?: string;
  readonly holder?: string;
}

/** A recipient's card that needs no further fields; not in the shop's list. */
export const RECIPIENT = '4111111111111111';

/** A verification value whose digits occur in no other figure of the journeys. */
export const CODE = '737';

/** Acts as a payer at `<p2p-transfer>` and, later, at their bank's page, by labels and roles. */
export class Payer {
  readonly page: Page;
  readonly element: Locator;
  readonly place: FieldsPlace;
  readonly #canary: Canary;

  constructor(page: Page, canary: Canary, element = page.locator('p2p-transfer'), place = inject('fieldsPlace')) {
    this.page = page;
    this.element = element;
    this.place = place;
    this.#canary = canary;
  }

  /** Where the form is: in the element, or in its frame. */
  get cards(): Locator | FrameLocator {
    return cardsOf(this.element, this.place);
  }

  from(label: string): Locator {
    return this.cards.getByRole('group', { name: 'From card' }).getByRole('textbox', { name: label });
  }

  to(label: string): Locator {
    return this.cards.getByRole('group', { name: 'To card' }).getByRole('textbox', { name: label });
  }

  get amount(): Locator {
    return this.cards.getByRole('textbox', { name: 'Amount' });
  }

  /** The button, whatever it does. */
  get transferButton(): Locator {
    return this.cards.getByRole('button', { name: /^(Send|Confirm|Show the fee)/ });
  }

  /** Everything the element shows. */
  async reads(): Promise<string> {
    const own = await this.element.locator('.base').innerText();
    const frame = this.place !== 'page' && this.element.locator('iframe[slot=isolated-fields]');
    // Its text is the element's, for a payer.
    const form = frame && (await frame.isVisible()) ? await frame.contentFrame().locator('body').innerText() : '';
    return (own + form).replaceAll('\u00a0', ' ');
  }

  heading(name: string): Locator {
    return this.element.getByRole('heading', { name });
  }

  /** An input's message, from its accessible description. */
  async descriptionOf(input: Locator): Promise<string> {
    return input.evaluate((element) => {
      const ids = element.getAttribute('aria-describedby')?.split(' ') ?? [];
      const root = element.getRootNode() as ShadowRoot | Document;
      return ids.map((id) => root.getElementById(id)?.textContent?.trim() ?? '').join(' ');
    });
  }

  /** Types both cards as a person does, key by key. */
  async typeCards(source: SourceCard, recipient: string = RECIPIENT): Promise<void> {
    const { number, expiry = '1230', code = CODE, holder } = source;
    this.#canary.keepPan(number);
    this.#canary.keepPan(recipient);
    this.#canary.keepCode(code);
    await this.from('Card number').pressSequentially(number);
    await this.from('Expiry date').pressSequentially(expiry);
    await this.from('Security code').pressSequentially(code);
    if (holder) await this.from('Name on card').pressSequentially(holder);
    await this.to('Card number').pressSequentially(recipient);
  }

  async retypeCode(code: string = CODE): Promise<void> {
    this.#canary.keepCode(code);
    await this.from('Security code').pressSequentially(code);
  }

  /** Waits until the fee appears, as a careful payer does. */
  async readFee(): Promise<string> {
    const price = this.cards.getByText(/^Fee (about )?\d/);
    await price.waitFor();
    return (await price.textContent())?.trim().replaceAll('\u00a0', ' ') ?? '';
  }

  /** Types both cards, reads the fee and presses the button. */
  async pay(source: SourceCard, recipient?: string): Promise<void> {
    await this.typeCards(source, recipient);
    await this.readFee();
    await this.press();
  }

  /**
   * Waits until the payer can have read the button: before, its frame takes no press. Right after a scroll, Chromium also sends a click to
   * the frame that was there before; a test is fast enough for that, and a payer is not.
   */
  async settle(): Promise<void> {
    if (this.place !== 'page') await this.page.waitForTimeout(800);
  }

  /** Presses the button that pays. */
  async press(times = 1): Promise<void> {
    await this.transferButton.scrollIntoViewIfNeeded();
    await this.settle();
    await this.transferButton.click({ clickCount: times });
  }

  /** Answers the bank's 3-D Secure page. */
  async confirmAtBank(code: string): Promise<void> {
    await this.page.getByRole('textbox', { name: 'Code' }).fill(code);
    await this.page.getByRole('button', { name: 'Confirm' }).click();
  }

  async cancelAtBank(): Promise<void> {
    await this.page.getByRole('button', { name: 'Cancel' }).click();
  }

  /** Waits for the bank's page. */
  async arriveAtBank(): Promise<void> {
    await this.page.waitForURL(/\/3ds\//);
  }

  /** The value beside a term of the outcome, such as `Reference`. */
  async fact(term: string): Promise<string> {
    const row = this.element.locator('dl > div').filter({ has: this.page.getByText(term, { exact: true }) });
    return (await row.locator('dd').textContent())?.trim().replaceAll('\u00a0', ' ') ?? '';
  }
}
