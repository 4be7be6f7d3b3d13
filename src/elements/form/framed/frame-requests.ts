import type { ToFrame } from '../../../channel/to-frame.js';
import type { Known } from '../../../channel/handshake.js';
import type { ToPage } from '../../../channel/to-page.js';
import type { Clock } from '../../../clock/clock.js';
import { SealError } from '../../../checkout/errors.js';
import type { Binding, SealedSections } from '../../../checkout/seal.js';
import { FieldsFrameError } from '../../errors.js';

type Answer = Extract<ToPage, { readonly id: number }>;
/** Receives an answer, or undefined if the frame is gone. @returns whether it was the last. */
type Answered = (answer?: Answer) => boolean;

/** The connection to the frame. */
interface Wire {
  readonly isOpen: boolean;
  /** Whether the frame's release knows this. */
  knows(name: Known): boolean;
  send(message: ToFrame): void;
  /** Treats the frame as lost: it no longer answers. */
  markLost(): void;
}

/**
 * How long an answer may take, in milliseconds. After that the frame counts as lost: not every browser reports that its process
 * has died.
 */
const ANSWER_PATIENCE = 10_000;

/** The requests that the frame has not answered yet. */
export class FrameRequests {
  readonly #wire: Wire;
  readonly #url: string;
  readonly #clock: Clock;
  readonly #open = new Map<number, Answered>();
  #ids = 0;

  /** @param options The frame's address, for errors, and the clock. */
  constructor(wire: Wire, { url, clock }: { readonly url: string; readonly clock: Clock }) {
    this.#wire = wire;
    this.#url = url;
    this.#clock = clock;
  }

  /** Passes an answer to its request. */
  answer(answer: Answer): void {
    if (this.#open.get(answer.id)?.(answer)) this.#open.delete(answer.id);
  }

  /** Ends all requests, because the frame is gone. */
  cancelAll(): void {
    const open = [...this.#open.values()];
    this.#open.clear();
    for (const answered of open) answered();
  }

  /**
   * Makes the frame seal its cards.
   *
   * @param revision The frame's own revision.
   * @returns undefined if the cards or the sum are not those for which the payer saw the price.
   * @throws SealError, FieldsFrameError.
   */
  seal(binding: Binding, revision: number): Promise<SealedSections | undefined> {
    const { operation, amount, currency, trackingId, productId, contract, issuedAt } = binding;
    const bound = {
      operation,
      amount,
      currency,
      trackingId,
      productId,
      issuedAt,
      ...(contract && this.#wire.knows('contract') && { contract: contract as 'oneclick'[] }),
    };
    const sealed: { -readonly [Name in keyof SealedSections]: SealedSections[Name] } = {};
    return new Promise((resolve, reject) => {
      this.#ask({ kind: 'seal', id: 0, revision, binding: bound }, (answer) => {
        if (answer?.kind === 'sealed') {
          sealed[answer.section] = { token: answer.token };
          if (Object.keys(sealed).length < answer.of) return false;
          resolve(sealed);
        } else if (answer?.kind !== 'unsealed') {
          reject(new FieldsFrameError('fields_lost', this.#url));
        } else if (answer.reason === 'stale' || answer.reason === 'other_sum' || answer.reason === 'not_pressed') {
          resolve(undefined);
        } else {
          reject(new SealError(answer.reason, answer.message));
        }
        return true;
      });
    });
  }

  #ask(message: Extract<ToFrame, { readonly id: number }>, answered: Answered): void {
    if (!this.#wire.isOpen) return void answered();
    this.#ids += 1;
    const stop = this.#clock.after(ANSWER_PATIENCE, () => this.#wire.markLost());
    this.#open.set(this.#ids, (answer) => {
      const isLast = answered(answer);
      if (isLast || !answer) stop();
      return isLast;
    });
    this.#wire.send({ ...message, id: this.#ids });
  }
}
