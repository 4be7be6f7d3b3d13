import type { Emptied } from '../../../src/flow/cards/card-port.js';
import { AttemptMark } from '../../../src/checkout/attempt-mark.js';
import type { Binding, Random, SealedSections } from '../../../src/checkout/seal.js';
import { PaperCards } from '../rig/rig.js';

/** The `attempt` in a token of these cards, which a gateway reads when it opens the seal. */
export const attemptIn = (token: string): string => token.split(' ')[1] ?? '';

/** Cards whose tokens name the seal, which is another one each time, and its `attempt`, which a payment sealed anew keeps. */
export class MarkedCards extends PaperCards {
  readonly #name: string;
  readonly #random: Random;
  readonly #mark = new AttemptMark();

  constructor(name: string, random: Random) {
    super();
    this.#name = name;
    this.#random = random;
  }

  override async seal(binding: Binding, revision: number): Promise<SealedSections | undefined> {
    const sections = await super.seal(binding, revision);
    if (!sections) return undefined;
    const attempt = this.#mark.of(binding, revision, this.#random);
    return { ...sections, credit_card: { token: `${this.#name}.${this.seals.length} ${attempt}` } };
  }

  override clear(what: Emptied): void {
    super.clear(what);
    this.#mark.forget();
  }
}
