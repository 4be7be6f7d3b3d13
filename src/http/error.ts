/** Who can act on an error: the payer, the merchant's developer, whoever runs the network, or the gateway. */
export type Party = 'payer' | 'merchant' | 'network' | 'gateway';

/**
 * The base of every error this package throws or reports.
 *
 * `code` is a literal that never changes its meaning; the text says what was expected, what came, and the cure.
 * Neither text nor cause ever carries a PAN or a verification value.
 */
export abstract class CheckoutError extends Error {
  abstract readonly code: string;
  abstract readonly party: Party;
  override readonly name: string = 'CheckoutError';
}
