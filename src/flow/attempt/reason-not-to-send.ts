import { CANCELED } from '../canceled.js';
import { requireNetwork } from '../network.js';
import type { PaymentSettings } from '../payment-kind.js';
import type { AttemptOptions } from './attempt-options.js';
import type { BackToForm } from './back-to-form.js';
import type { ConfirmedTerms } from './confirmed-terms.js';

/**
 * The reason not to send a request, according to the records at this moment. Undefined if it may be sent.
 *
 * @param key Thumbprint of the shop's key.
 */
export function reasonNotToSend<Settings extends PaymentSettings>(
  { price, revision }: ConfirmedTerms<Settings>,
  trackingId: string,
  key: string,
  { surroundings: { cards, prepare, presence, records }, guard, questions }: AttemptOptions<Settings>,
): BackToForm | undefined {
  // These may not be the cards whose price the payer confirmed.
  if (cards.snapshot.revision !== revision) throw CANCELED;
  const record = records.find(key, trackingId);
  // A payment that has failed may be sent again where the merchant gives each attempt an id.
  if (record && !(record.outcome === 'failed' && prepare)) return { why: 'sent_before', record };
  if (guard.waitFor(price.amount) > 0) return { why: 'stopped' };
  const reason = questions.next(key, price, trackingId);
  if (reason) return { why: 'question', reason, price };
  requireNetwork(presence);
  return undefined;
}
