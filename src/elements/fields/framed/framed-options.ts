import type { Subject } from '../../../channel/to-frame.js';
import type { Clock } from '../../../clock/clock.js';
import type { CheckoutError } from '../../../http/error.js';
import type { FormMessageKey, FormMessages } from '../../../locales/catalogue.js';
import type { SectionName } from '../../../wire/request/card-section.js';

/** What the fields need from their element. */
export interface FramedFieldsOptions {
  /** The frame's address. */
  readonly url: string;
  readonly legends: Readonly<{ credit_card: FormMessageKey; recipient_card?: FormMessageKey }>;
  /** The shop that the page has set; undefined before. */
  readonly shop: () => { readonly publicKey: string; readonly checkoutUrl: string } | undefined;
  /** Thumbprint of its key. */
  readonly thumbprint: () => Promise<string>;
  /** What is paid, which the frame shows. */
  readonly subject: () => Subject | undefined;
  /** In which sums are written. */
  readonly language: () => string;
  /** Whether nothing is sealed unless the payer sees the fields. */
  readonly guards: () => boolean;
  /** What stands in the frame's place until it is ready, as high as the fields. */
  readonly room: (words: FormMessages) => unknown;
  readonly clock: Clock;
  /** Called when the payer presses Enter in a field. */
  readonly press: () => void;
  /** Called when the payer wants a saved card removed. */
  readonly remove: (section: SectionName, token: string) => void;
  /** Called when the frame can't be worked with, for another reason than the page's settings. */
  readonly report: (error: CheckoutError) => void;
  /** Called when `fault` has changed. */
  readonly judged: () => void;
}
