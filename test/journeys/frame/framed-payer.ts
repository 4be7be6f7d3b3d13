import type { FrameLocator, Page } from 'playwright';
import type { Canary } from '../../canary/canary.js';
import { Payer } from '../rig/payer.js';

/** A payer whose cards are typed into the isolated fields. */
export class FramedPayer extends Payer {
  constructor(page: Page, canary: Canary) {
    super(page, canary, undefined, 'gateway');
  }

  get fields(): FrameLocator {
    return this.element.frameLocator('iframe');
  }
}
