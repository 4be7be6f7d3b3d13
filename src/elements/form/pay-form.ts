import type { ACTS } from '../../channel/values.js';
import type { CardSource } from '../../flow/cards/card-source.js';
import type { CheckoutError } from '../../http/error.js';
import { type CardFieldsSettings, type CardFieldsState, NO_CARDS } from '../fields/card-fields.js';

/** What the payer pays for, as the page has set it. All of it is plain data, so that a form in a frame has it too. */
export interface Subject {
  readonly operation: 'transfer' | 'order';
  readonly currency: string;
  /** Minor units. Undefined: the payer types it, or the page does not know it yet. */
  readonly amount?: number | undefined;
  /** Whether the payer types the amount. */
  readonly isTyped?: boolean | undefined;
  /** Whether they type it before the cards. */
  readonly isFirst?: boolean | undefined;
  /** The least and the greatest amount that the payer may type, in minor units. */
  readonly least?: number | undefined;
  readonly most?: number | undefined;
  /** `asked`: the payer decides whether their cards are saved; `agreed`: they have agreed already. */
  readonly saves?: 'asked' | 'agreed' | undefined;
}

/** What a press of the button does. The button's sentence says it. */
export type Act = (typeof ACTS)[number];

/** Whether a press asks only for the price. */
export const isCheck = (act: Act): boolean => act === 'show_fee' || act === 'check_again';

/** The price as the form shows it. Its sentences and sums are ready to be read. */
export interface ShownPrice {
  readonly status: 'none' | 'running' | 'given' | 'impossible' | 'fields' | 'unavailable';
  /** The sentence about it. */
  readonly text: string;
  /** Whether that sentence is only for screen readers, because the summary shows the same. */
  readonly isSpoken?: boolean | undefined;
  /** Undefined while it is unknown. */
  readonly fee?: string | undefined;
  /** The total that the payer's card is charged, as far as it is known. */
  readonly pays?: string | undefined;
}

/** What the payment adds to the form. Like the subject, it is plain data. */
export interface FormStatus {
  readonly act: Act;
  /** Undefined for an order: its price stands above the form. */
  readonly price?: ShownPrice | undefined;
  /** An error that belongs to no input. */
  readonly problem?: string | undefined;
  /** A question, which another press answers. */
  readonly question?: string | undefined;
  /** The recipient's card of the previous attempt, masked. */
  readonly before?: string | undefined;
  /** The time by which the payer has to confirm, and whether it is over, or almost. */
  readonly deadline?: { readonly text: string; readonly isOver: boolean; readonly isSoon?: boolean | undefined } | undefined;
  /** The button's text while it stays locked for a time. */
  readonly wait?: string | undefined;
  /** Whether a press waits to be carried out. */
  readonly isBusy: boolean;
  /** Whether the button is disabled. */
  readonly isLocked: boolean;
  /** Whether the page has disabled the element. Here its fieldset disables the form; in a frame, one of its own does. */
  readonly isDisabled?: boolean | undefined;
  /** Whether a question appeared too recently for the payer to have read it. */
  readonly isUnread?: boolean | undefined;
}

/** The state of a form. It never contains a whole card number or a verification value. */
export interface FormState extends CardFieldsState {
  /** The amount that the payer has typed, in minor units; undefined unless it is valid. */
  readonly typed?: number | undefined;
  /** Whether the payer has agreed that their cards are saved. */
  readonly hasAgreed: boolean;
}

/** The state of a form that is still loading. */
export const EMPTY_FORM: FormState = { ...NO_CARDS, hasAgreed: false };

/**
 * The form of a payment, from the cards to the button. The element does not know which document it is drawn in: its own shadow root, with
 * the cards' inputs there or in the page, or that of a frame.
 */
export interface PayForm extends CardSource {
  readonly state: FormState;
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
