import { AttemptMark } from '../../src/checkout/attempt-mark.js';
import type { Binding, SealedSections } from '../../src/checkout/seal.js';
import type { CardCommand, CardPort, CardSourceState } from '../../src/flow/cards/card-port.js';
import type { Random } from '../../src/checkout/random.js';
import { sealText } from './gateway.js';

/** The fields of a form, with cards that are only their last four digits. */
export class Cards implements CardPort {
  /** The payer's card. */
  last4 = '1111';
  complete = true;
  revision = 1;
  readonly #key: string;
  readonly #random: Random;
  readonly #mark = new AttemptMark();

  constructor(key: string, random: Random) {
    this.#key = key;
    this.#random = random;
  }

  get snapshot(): CardSourceState {
    const { complete, revision, last4 } = this;
    return { checkable: true, complete, revision, sameCard: false, source: { last4 }, recipient: { last4: '1006' } };
  }

  /** The payer types cards, or the security code alone. */
  type(last4 = this.last4): void {
    if (last4 !== this.last4) this.revision += 1;
    this.last4 = last4;
    this.complete = true;
  }

  post(command: CardCommand): void {
    if (command.kind === 'require') this.revision += 1;
    if (command.kind !== 'clear') return;
    this.#mark.forget();
    if (command.what !== 'verification_value') this.revision += 1;
    this.complete = false;
  }

  async seal({ issuedAt, ...binding }: Binding, revision: number): Promise<SealedSections | undefined> {
    await Promise.resolve();
    if (revision !== this.revision) return undefined;
    const mark = this.#mark.of({ issuedAt, ...binding }, revision, this.#random);
    const token = sealText({ issuedAt, mark, last4: this.last4, amount: binding.amount });
    return { credit_card: { token }, recipient_card: { token: 'sealed' } };
  }

  thumbprint(): Promise<string> {
    return Promise.resolve(this.#key);
  }
}

/** Random values that count up, other ones in each page. */
export function pageRandom(page: number): Random {
  let count = 0;
  return {
    uuid: () => `id-${page}-${(count += 1)}`,
    bytes: (length) => new Uint8Array(length).fill((count += 1)).fill(page, 0, 1),
    fraction: () => 0.5,
  };
}
