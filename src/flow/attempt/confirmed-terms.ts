import type { Price } from '../state.js';

/** What the payer has confirmed with a press. It is a copy: the page can't change it later. */
export interface ConfirmedTerms<Settings> {
  readonly price: Price;
  readonly settings: Settings;
  /** The revision of the cards that the price is for. */
  readonly revision: number;
  /** Which attempt of this form it is: 1, 2, … */
  readonly attempt: number;
}
