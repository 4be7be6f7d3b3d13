import type { ToFrame } from '../../channel/to-frame.js';
import type { ToPage } from '../../channel/to-page.js';
import type { CardSource } from '../../flow/cards/card-source.js';
import type { CheckoutError } from '../../http/error.js';
import type { CardFieldsSettings } from '../fields/card-fields.js';

// All of it is plain data, so that a form in a frame has it too: the channel's schemas describe it.

/** What the payer pays for, as the page has set it. */
export type Subject = NonNullable<Extract<ToFrame, { kind: 'set' }>['subject']>;

/** What the payment adds to the form. */
export type FormStatus = Extract<ToFrame, { kind: 'status' }>['status'];

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

/**
 * The form of a payment, from the cards to the button. The element does not know which document it is drawn in: its own shadow root, with
 * the cards' inputs there or in the page, or that of a frame.
 */
export interface PayForm extends CardSource {
  readonly state: FormSnapshot;
  /** The error that keeps the form from working with the page's settings. */
  readonly error?: CheckoutError | undefined;
  /** Calls the listener after each change of the state. @returns a function that removes the listener. */
  subscribe(listener: () => void): () => void;
  /** Changes the given settings and keeps the others. Passing the same settings again changes nothing. */
  configure(settings: Partial<CardFieldsSettings>): void;
  /** Renders the form. */
  render(status: FormStatus): unknown;
  /** Reads the inputs again: a restored page, or a browser, may have filled them without an event. */
  refresh(): void;
  /** Fills in an amount in minor units, unless the payer has typed one. */
  refill(amount: number | undefined): void;
  /**
   * Shows and announces all errors, and moves the focus to the first.
   *
   * @param movesFocus False if something before the form has an error too, and gets the focus.
   * @returns whether there are any errors.
   */
  complain(movesFocus?: boolean): Promise<boolean>;
  /**
   * Moves the focus to a field, never to the button: to the first field of the cards, or to the first unfinished one.
   *
   * @returns false if no field is shown, or if `unfinished` is asked for and all are complete.
   */
  focus(where: 'first' | 'unfinished', options?: FocusOptions): boolean;
}
