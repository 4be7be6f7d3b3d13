import type { CheckoutError } from '../../http/error.js';
import type { Messages } from '../../locales/catalogue.js';

/**
 * What the payer reads of an error after which nothing was sent. What only the merchant can mend is told as that; in
 * test mode, where he looks himself, with the cure.
 */
export function troubleText(trouble: CheckoutError, words: Messages, isTest: boolean): string {
  if (trouble.party !== 'merchant') return words.nothing_sent;
  return isTest ? `${words.nothing_sent} (${trouble.message})` : words.shop_trouble;
}
