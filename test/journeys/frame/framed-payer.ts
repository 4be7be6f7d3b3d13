import type { FrameLocator, Locator } from 'playwright';
import { Payer } from '../rig/payer.js';

/** A payer whose cards are typed into the isolated fields. */
export class FramedPayer extends Payer {
  /**
   * Waits until Chromium has noticed that something moved. Right after a scroll it sends a click to the frame that was there
   * before; a test is fast enough for that, and a payer is not.
   */
  async settle(): Promise<void> {
    await this.page.waitForTimeout(500);
  }

  override async press(): Promise<void> {
    await this.transferButton.scrollIntoViewIfNeeded();
    await this.settle();
    await this.transferButton.click();
  }

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
