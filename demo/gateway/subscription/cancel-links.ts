import { timingSafeEqual } from 'node:crypto';
import type { Vault } from '../crypto/vault.js';

/** The addresses where subscribers cancel, one for each subscription. The address is the only proof required. */
export interface CancelLinks {
  addressOf(subscriptionId: string): string;
  /** Whether a token is the one in the subscription's address. */
  opens(subscriptionId: string, token: string): boolean;
}

/** Creates addresses below `checkout` (no trailing slash), with tokens that require the vault's key. */
export function createCancelLinks(vault: Vault, checkout: string): CancelLinks {
  const tokenOf = (id: string): string => vault.hash('cancel', id);
  return {
    // In the query, because logs keep paths.
    addressOf: (id) => `${checkout}/subscriptions/${encodeURIComponent(id)}/cancel?token=${tokenOf(id)}`,
    opens(id, token) {
      const [sent, expected] = [Buffer.from(token), Buffer.from(tokenOf(id))];
      return sent.length === expected.length && timingSafeEqual(sent, expected);
    },
  };
}
