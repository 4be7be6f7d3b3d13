import type { PaymentClaim, Store } from '../gateway/store/store.js';
import type { Vault } from '../gateway/crypto/vault.js';

/** What the duplicate check of a scripted gateway remembers. */
export class Claims implements Pick<Store, 'duplicateClaims'> {
  readonly #claims: PaymentClaim[] = [];
  readonly #uses = new Map<string, number>();

  readonly duplicateClaims = {
    anySealUsed: async (sealIds: readonly string[]): Promise<boolean> => this.#isUsed(sealIds),
    claim: async (claim: PaymentClaim): Promise<boolean> => {
      const { sealIds, fingerprint, since } = claim;
      const isSame = (one: PaymentClaim): boolean => since !== null && one.fingerprint === fingerprint && one.at > since;
      if (this.#claims.some(isSame) || this.#isUsed(sealIds)) return false;
      this.#claims.push(claim);
      return true;
    },
    countUse: async (card: string): Promise<number> => {
      const before = this.#uses.get(card) ?? 0;
      this.#uses.set(card, before + 1);
      return before;
    },
  };

  #isUsed(sealIds: readonly string[]): boolean {
    return this.#claims.some((claim) => claim.sealIds.some((id) => sealIds.includes(id)));
  }
}

/** Random names in place of texts: equal for equal texts, and useless to who sees them. */
export class Names implements Pick<Vault, 'hash'> {
  readonly #names = new Map<string, string>();
  readonly #secret: () => string;

  constructor(secret: () => string) {
    this.#secret = secret;
  }

  hash(purpose: string, text: string): string {
    const key = `${purpose} ${text}`;
    const name = this.#names.get(key) ?? this.#secret();
    this.#names.set(key, name);
    return name;
  }
}
