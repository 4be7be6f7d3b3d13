import { timingSafeEqual } from 'node:crypto';
import type { Vault } from '../crypto/vault.js';

/** The addresses of a subscription's pages. The address is the only proof that they require. */
export interface SubscriptionLinks {
  /** Where the subscriber cancels. */
  cancelOf(id: string): string;
  /** Whether a token is the one in the address where the subscriber cancels. */
  opensCancel(id: string, token: string): boolean;
  /** Where the payer types the card of a subscription that the merchant created. */
  checkoutOf(id: string): string;
  /** The token in that address. */
  paymentTokenOf(id: string): string;
  /** The id of a payment token's subscription; undefined when the token is not genuine. */
  idOf(paymentToken: string): string | undefined;
}

const equal = (one: string, other: string): boolean => {
  const [sent, expected] = [Buffer.from(one), Buffer.from(other)];
  return sent.length === expected.length && timingSafeEqual(sent, expected);
};

const PREFIX = 'sbs_';

/** Creates addresses below `checkout` (no trailing slash), with tokens that require the vault's key. */
export function createSubscriptionLinks(vault: Vault, checkout: string): SubscriptionLinks {
  const cancelToken = (id: string): string => vault.hash('cancel', id);
  // The token names its subscription, so that nothing has to be kept for it.
  const paymentTokenOf = (id: string): string => id.slice(PREFIX.length) + vault.hash('checkout', id);
  return {
    // In the query, because logs keep paths.
    cancelOf: (id) => `${checkout}/subscriber/${encodeURIComponent(id)}?token=${cancelToken(id)}`,
    opensCancel: (id, token) => equal(token, cancelToken(id)),
    checkoutOf: (id) => `${checkout}/v2/checkout?token=${paymentTokenOf(id)}`,
    paymentTokenOf,
    idOf(token) {
      const id = PREFIX + token.slice(0, 16);
      return equal(token, paymentTokenOf(id)) ? id : undefined;
    },
  };
}
