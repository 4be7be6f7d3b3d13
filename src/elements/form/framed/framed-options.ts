import type { Clock } from '../../../clock/clock.js';
import type { CheckoutError } from '../../../http/error.js';
import type { SectionName } from '../../../wire/request/card-section.js';
import type { Speech } from '../../base/speech.js';
import type { Act, FormStatus, Subject } from '../port.js';
import type { CardLegends } from '../../fields/card-fields.js';

/** The settings and callbacks that an element passes to a form in a frame. */
export interface FramedFormOptions {
  /** The frame's address. */
  readonly url: string;
  readonly legends: CardLegends;
  /** The shop that the page has set. Undefined until then. */
  readonly shop: () => { readonly publicKey: string; readonly checkoutUrl: string } | undefined;
  /** The thumbprint of the shop's key. */
  readonly thumbprint: () => Promise<string>;
  /** What the payer pays for. */
  readonly subject: () => Subject | undefined;
  readonly speech: () => Speech;
  /** Whether the page wants the visibility guard: a press counts only if the payer sees the button. */
  readonly guards: () => boolean;
  /** Renders a placeholder as high as the form, until the frame is ready. */
  readonly placeholder: (status: FormStatus) => unknown;
  readonly clock: Clock;
  /** Called when the payer has pressed the frame's button, which said `act`. */
  readonly pressed: (act: Act) => void;
  /** Called when the time to confirm is over, and the payer wants to start again. */
  readonly startAgain: () => void;
  /** Called when the payer wants to remove a saved card. */
  readonly remove: (section: SectionName, token: string) => void;
  /** Called when the frame fails for another reason than the page's settings. */
  readonly report: (error: CheckoutError) => void;
  /** Called when `error` has changed. */
  readonly judged: () => void;
}
