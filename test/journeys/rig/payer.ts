import type { Locator, Page } from 'playwright';
import type { Canary } from '../../canary/canary.js';
import { CODE, RECIPIENT } from '../../person.js';
import type { FieldsPlace } from './fields-place.js';
import { PagePerson, type TypedCard } from './person.js';

export { CODE, RECIPIENT } from '../../person.js';

/** Acts as a payer at one `<p2p-transfer>`. */
export class Payer extends PagePerson {
  constructor(page: Page, canary: Canary, element = page.locator('p2p-transfer'), place?: FieldsPlace) {
    super(page, canary, element, place);
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
  async typeCards(source: TypedCard, recipient: string = RECIPIENT): Promise<void> {
    this.canary.keepPan(recipient);
    await this.type((label) => this.from(label), source);
    await this.to('Card number').pressSequentially(recipient);
  }

  async retypeCode(code: string = CODE): Promise<void> {
    this.canary.keepCode(code);
    await this.from('Security code').pressSequentially(code);
  }

  /** Waits until the fee appears, as a careful payer does. */
  async readFee(): Promise<string> {
    const price = this.form.getByText(/^Fee (about )?\d/);
    await price.waitFor();
    return (await price.textContent())?.trim().replaceAll('\u00a0', ' ') ?? '';
  }

  /** Types both cards, reads the fee and presses the button. */
  async pay(source: TypedCard, recipient?: string): Promise<void> {
    await this.typeCards(source, recipient);
    await this.readFee();
    await this.press();
  }

  /** Presses the button that pays. */
  press(times?: number): Promise<void> {
    return this.click(this.transferButton, times);
  }
}
