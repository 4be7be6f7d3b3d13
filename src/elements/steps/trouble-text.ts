import type { CheckoutError } from '../../http/error.js';
import type { Messages } from '../../locales/catalogue.js';

/**
 * What the payer reads of an error after which nothing was sent. What only the merchant can mend is told as that; in
 * test mode, where he looks himself, with the cure.
 */
export function troubleText(trouble: CheckoutError, messages: Messages, isTest: boolean): string {
  if (trouble.party !== 'merchant') return messages.nothing_sent;
  return isTest ? `${messages.nothing_sent} (${trouble.message})` : messages.shop_trouble;
}
