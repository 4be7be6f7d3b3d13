import { base64url } from './base64url.js';
import type { Binding } from './plaintext.js';
import type { Random } from './random.js';

/** A mark for a request that shares it with no other. */
export const newMark = (random: Random): string => base64url(random.bytes(16));

/**
 * The random `attempt` of the seals (16 bytes). A request that is sealed anew for the clock alone keeps it, so that the gateway
 * recognises the two as one payment. Only the code that seals knows it: with it, sections of different requests could be mixed.
 */
export class AttemptMark {
  #made: { readonly request: string; readonly mark: string } | undefined;

  /** The mark of a request: the same for the same payment of the same cards, until `forget()`. */
  of(binding: Binding, revision: number, random: Random): string {
    const request = JSON.stringify([{ ...binding, issuedAt: undefined }, revision]);
    if (this.#made?.request === request) return this.#made.mark;
    const mark = newMark(random);
    // A check moves no money, and may come between the two seals of a payment.
    if (binding.operation !== 'check') this.#made = { request, mark };
    return mark;
  }

  /** Called when an attempt has ended: the next one is another payment. */
  forget(): void {
    this.#made = undefined;
  }
}
