import type { Subject } from '../../../channel/to-frame.js';
import type { Clock } from '../../../clock/clock.js';
import type { CheckoutError } from '../../../http/error.js';
import type { Messages } from '../../../locales/messages.js';
import type { CardLegends } from '../card-fields.js';
import type { SectionName } from '../../../wire/request/card-section.js';

/** The settings and callbacks that an element passes to framed fields. */
export interface FramedFieldsOptions {
  /** The frame's address. */
  readonly url: string;
  readonly legends: CardLegends;
  /** The shop that the page has set. Undefined until then. */
  readonly shop: () => { readonly publicKey: string; readonly checkoutUrl: string } | undefined;
  /** The thumbprint of the shop's key. */
  readonly thumbprint: () => Promise<string>;
  /** The operation and the sum, which the frame shows. */
  readonly subject: () => Subject | undefined;
  /** The language of the sums, as a BCP 47 tag. */
  readonly language: () => string;
  /** Whether the page wants the visibility guard: cards are sealed only if the payer sees the fields. */
  readonly guards: () => boolean;
  /** Renders a placeholder as high as the fields, until the frame is ready. */
  readonly placeholder: (words: Messages) => unknown;
  readonly clock: Clock;
  /** Called when the payer presses Enter in the last field. */
  readonly press: () => void;
  /** Called when the payer wants to remove a saved card. */
  readonly remove: (section: SectionName, token: string) => void;
  /** Called when the frame fails for another reason than the page's settings. */
  readonly report: (error: CheckoutError) => void;
  /** Called when `error` has changed. */
  readonly judged: () => void;
}
