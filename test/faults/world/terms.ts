import type { CardDrafts } from '../../../src/flow/cards/plain-cards.js';
import { type Habit, HABITS } from '../../../demo/gateway/issuer/habit.js';
import { HABITS_OF_GATEWAYS } from '../../flow/rig/habits.js';
import type { Dice } from '../dice.js';

/** The terms of a run: what is paid, with which card, at which shop and gateway. */
export interface Terms {
  readonly what: 'transfer' | 'order';
  /** Minor units. */
  readonly amount: number;
  readonly currency: string;
  readonly card: keyof typeof CARDS;
  /** The page names the order; absent: each attempt gets an id of its own. */
  readonly trackingId: string | undefined;
  /** Whether the merchant's server gives each attempt its id. `cart`: every attempt, in every tab, has the id of the payer's cart. */
  readonly prepare: 'none' | 'names' | 'cart' | 'slow' | 'rejects once';
  /** Whether the page can ask the merchant's server how an attempt ended. */
  readonly resolveStatus: boolean;
  readonly duplicatesBy: 'pan' | 'token';
  /** What the gateway does with a copy of a payment. */
  readonly habit: Habit;
  /** Where 3-D Secure is shown. */
  readonly challenge: 'redirect' | 'window';
}

/** Test cards of the sandbox, by the course of a payment. */
export const CARDS = {
  pays: '4200000000000000',
  'pays slowly': '4000400000000020',
  declined: '4005550000000019',
  challenged: '4012000000001097',
} as const;

export const RECIPIENT = '4012000000001006';
export const VERIFICATION_VALUE = '739';

/** The cards as a payer types them. */
export const draftsOf = ({ what, card }: Terms): CardDrafts => ({
  credit_card: { number: CARDS[card], expiry: '11/32', verification_value: VERIFICATION_VALUE },
  ...(what === 'transfer' && { recipient_card: { number: RECIPIENT } }),
});

/** The habit of the gateway that a run meets. */
export function habitOf(dice: Dice): Habit {
  const [kind, habit] = [dice.fraction(), dice.pick(HABITS_OF_GATEWAYS)];
  const copies = kind < 0.25 ? HABITS.refused : kind < 0.3 ? HABITS.paid : habit;
  return dice.chance(0.1) ? { ...copies, jobsEndTwice: true } : copies;
}

/** Random terms, except for those that a kind of run sets. */
export function termsOf(dice: Dice, set: Partial<Terms> = {}): Terms {
  const fixed = dice.chance(0.25);
  return {
    what: 'transfer',
    amount: 10_000,
    currency: 'USD',
    card: dice.pick(['pays', 'pays', 'pays', 'pays', 'pays', 'pays slowly', 'declined', 'challenged'] as const),
    trackingId: fixed ? `order-${dice.whole(1000, 9999)}` : undefined,
    prepare: !fixed && dice.chance(0.3) ? dice.pick(['names', 'cart'] as const) : 'none',
    resolveStatus: dice.chance(0.4),
    duplicatesBy: dice.pick(['pan', 'token'] as const),
    challenge: dice.pick(['redirect', 'redirect', 'window'] as const),
    habit: habitOf(dice.for('habit')),
    ...set,
  };
}
