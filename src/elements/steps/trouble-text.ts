import type { CheckoutError } from '../../http/error.js';
import type { Words } from '../../locales/catalogue.js';

/**
 * The payer's text about an error before anything was sent. If only the merchant can fix it, the text says so; in test mode,
 * which the merchant sees, it includes the cure.
 */
export function troubleText(trouble: CheckoutError, words: Words, isTest: boolean): string {
  if (trouble.code === 'network_unreachable') return words.no_connection;
  if (trouble.code === 'prepare_failed' && trouble.party === 'network') return words.shop_unreachable;
  if (trouble.party !== 'merchant') return words.nothing_sent;
  return isTest ? `${words.nothing_sent} (${trouble.message})` : words.shop_trouble;
}
