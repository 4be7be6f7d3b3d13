import type { FrameLocator, Locator } from 'playwright';
import { Payer } from '../rig/payer.js';

/** A payer whose cards are typed into the isolated fields. */
export class FramedPayer extends Payer {
  get fields(): FrameLocator {
    return this.element.frameLocator('iframe');
  }

  override from(label: string): Locator {
    return this.fields.getByRole('group', { name: 'From card' }).getByRole('textbox', { name: label });
  }

  override to(label: string): Locator {
    return this.fields.getByRole('group', { name: 'To card' }).getByRole('textbox', { name: label });
  }
}
