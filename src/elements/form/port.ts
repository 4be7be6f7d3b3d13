import type { ToFrame } from '../../channel/to-frame.js';
import type { ToPage } from '../../channel/to-page.js';
import type { CardFacts } from '../../card/card.js';
import type { CardCommand, CardPort } from '../../flow/cards/card-port.js';
import type { CheckoutError } from '../../http/error.js';
import type { SectionName } from '../../wire/request/card-section.js';
import type { CardFieldsSettings } from '../fields/card-fields.js';

// All of it is plain data, so that a form in a frame has it too: the channel's schemas describe it.

/** The shop that the page has set. */
export type Shop = Omit<Extract<ToFrame, { kind: 'shop' }>, 'kind'>;

/** What the payer pays for, as the page has set it. */
export type Subject = NonNullable<Extract<ToFrame, { kind: 'set' }>['subject']>;

/** What the payment adds to the form. */
export type FormStatus = Extract<ToFrame, { kind: 'status' }>['status'] & {
  /** In a frame: why the last press had no effect. */
  readonly refusal?: string | undefined;
  /** In a frame: the recipient as the page knows it, because nothing that changes the height may tell more. */
  readonly told?: CardFacts | undefined;
};

/** What a press of the button does. The button's sentence says it. */
export type Act = FormStatus['act'];

/** Whether a press asks only for the price. */
export const isCheck = (act: Act): boolean => act === 'show_fee' || act === 'check_again';

/** The price as the form shows it. */
export type ShownPrice = NonNullable<FormStatus['price']>;

/**
 * The state of a form. It is a new object after each change, and never contains a whole card number or a verification value.
 */
export type FormSnapshot = Extract<ToPage, { kind: 'state' }>['state'];

/** The state of a form that is still loading. */
export const EMPTY_FORM: FormSnapshot = {
  checkable: false,
  complete: false,
  revision: 0,
  source: {},
  recipient: {},
  sameCard: false,
  isFilled: false,
  missing: {},
  hasAgreed: false,
};

/** The page's settings for a form. */
export interface FormSettings extends CardFieldsSettings {
  /** In a frame: the shop that the page has accepted. Another one empties the form. */
  readonly shop: Shop | undefined;
  readonly subject: Subject | undefined;
  /** The language of the sums, as a BCP 47 tag. */
  readonly language: string;
  /** In a frame: whether the page wants the visibility guard, so that a press counts only if the payer sees the button. */
  readonly guards: boolean;
}

/** A command to a form. */
export type FormCommand =
  | Exclude<CardCommand, { kind: 'focus' }>
  /** Changes the given settings and keeps the others. Setting the same once more changes nothing. */
  | ({ readonly kind: 'set' } & Partial<FormSettings>)
  | { readonly kind: 'status'; readonly status: FormStatus }
  /** Fills in an amount in minor units, unless the payer has typed one. */
  | { readonly kind: 'refill'; readonly amount?: number | undefined }
  /** Reads the inputs again: a restored page, or a browser, may have filled them without an event. */
  | { readonly kind: 'refresh' }
  /** Moves the focus to a field, never to the button: to the first field of the cards, or to the first unfinished one. */
  | { readonly kind: 'focus'; readonly where: 'first' | 'unfinished'; readonly options?: FocusOptions | undefined }
  /** Shows and announces all errors, and moves the focus to the first, unless something before the form has one too. */
  | { readonly kind: 'complain'; readonly movesFocus: boolean };

/** A report from a form. */
export type FormReport =
  /** The snapshot is another. */
  | { readonly kind: 'changed' }
  /** The payer has pressed the button, which said this, or Enter in the last field. */
  | { readonly kind: 'pressed'; readonly act: Act }
  /** The time to confirm is over, and the payer wants to start again. */
  | { readonly kind: 'restart' }
  /** The payer wants to remove a saved card. */
  | { readonly kind: 'remove'; readonly section: SectionName; readonly token: string }
  /** The form fails for another reason than the page's settings. */
  | { readonly kind: 'failed'; readonly error: CheckoutError }
  /** The form's `error`, or which inputs the page has written, is another: the element has to be set up again. */
  | { readonly kind: 'judged' };

/**
 * The form of a payment, from the cards to the button. The element does not know which document it is drawn in: its own shadow root, with
 * the cards' inputs there or in the page, or that of a frame.
 */
export interface FormPort extends CardPort {
  readonly snapshot: FormSnapshot;
  /** The error that keeps the form from working with the page's settings. */
  readonly error?: CheckoutError | undefined;
  post(command: FormCommand): void;
  /** @returns a function that ends the reports. */
  subscribe(report: (report: FormReport) => void): () => void;
}

/** Whether the payer has filled in all that a payment needs. */
export const isWhole = ({ complete, typed }: FormSnapshot, { isTyped }: Partial<Subject> = {}): boolean =>
  complete && (!isTyped || typed !== undefined);
