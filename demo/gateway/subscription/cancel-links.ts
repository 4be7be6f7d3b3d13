import { timingSafeEqual } from 'node:crypto';
import type { Vault } from '../crypto/vault.js';

/** The addresses at which subscribers cancel, one for each subscription; whoever knows it needs no other proof. */
export interface CancelLinks {
  addressOf(subscriptionId: string): string;
  /** Whether a token is the one in the subscription's address. */
  opens(subscriptionId: string, token: string): boolean;
}

/** Makes addresses below `checkout` (no trailing slash), with tokens that only the vault's key can write. */
export function createCancelLinks(vault: Vault, checkout: string): CancelLinks {
  const tokenOf = (id: string): string => vault.hash('cancel', id);
  return {
    // In the query: logs, of this gateway and of others, keep paths.
    addressOf: (id) => `${checkout}/subscriptions/${encodeURIComponent(id)}/cancel?token=${tokenOf(id)}`,
    opens(id, token) {
      const [sent, expected] = [Buffer.from(token), Buffer.from(tokenOf(id))];
      return sent.length === expected.length && timingSafeEqual(sent, expected);
    },
  };
}
