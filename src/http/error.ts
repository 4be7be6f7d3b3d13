/** Who can act on an error: the payer, the merchant's developer, the network's operator, or the gateway. */
export type Party = 'payer' | 'merchant' | 'network' | 'gateway';

/**
 * The base class of every error that this package throws or reports.
 *
 * `code` is a literal whose meaning never changes. The message states what was expected, what was received, and how to fix
 * it. Neither message nor cause ever contains a PAN or a verification value.
 */
export abstract class CheckoutError extends Error {
  abstract readonly code: string;
  abstract readonly party: Party;
  override readonly name: string = 'CheckoutError';
}
