import { judgeSeal, type Mandate, mandateOf, NO_PRESS, type Promised, type SealRequest } from '../../src/frame/mandate.js';

type Binding = SealRequest['binding'];

export const TO_SEND: Promised = {
  act: 'send',
  operation: 'transfer',
  amount: 10_000,
  currency: 'USD',
  revision: 7,
  saves: false,
};
export const TRANSFER = {
  operation: 'transfer',
  amount: 10_000,
  currency: 'USD',
  trackingId: 'order-1',
  issuedAt: Date.parse('2026-11-21T10:00:00Z'),
} as const;

/** The presses of a payer, and what a page asks to be sealed for them, one after another. */
export class Deeds {
  mandate: Mandate = NO_PRESS;
  /** Milliseconds, by `performance.now()`. */
  at = 60_000;

  pressed(promised: Promised = TO_SEND): this {
    this.mandate = mandateOf(this.mandate, promised, this.at);
    return this;
  }

  ended(): this {
    this.mandate = { ...this.mandate, press: undefined };
    return this;
  }

  /** @returns why nothing is sealed; undefined if something is. */
  seal(binding: Binding, promised: Promised | undefined): string | undefined {
    const verdict = judgeSeal(this.mandate, { binding, promised, at: this.at, time: TRANSFER.issuedAt });
    if (typeof verdict === 'string') return verdict;
    this.mandate = verdict;
    return undefined;
  }
}
