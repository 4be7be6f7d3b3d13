import { countUse, showCard } from '../card/saved-card.js';
import type { Identifiers } from '../crypto/identifiers.js';
import type { Vault } from '../crypto/vault.js';
import { decideRecurring } from '../issuer/decide.js';
import { newPayment } from '../payment/new-payment.js';
import type { ChargeRecord, SubscriptionRecord } from '../store/record/subscription-record.js';
import type { Store, TransactionRecord } from '../store/store.js';

/** The payment of a charge: like the subscription's first payment, except for card data and amount. */
export async function chargePayment(
  { id, shopId, cardToken, firstUid }: SubscriptionRecord,
  { uid, amount, at }: ChargeRecord,
  store: Store,
  { vault, identifiers }: { readonly vault: Vault; readonly identifiers: Identifiers },
): Promise<TransactionRecord> {
  const first = await store.transactions.byUid(firstUid ?? '');
  const saved = await store.savedCards.byToken(shopId, cardToken ?? '');
  if (!first || !saved) throw new Error(`Subscription ${id} has lost its first payment or its card.`);
  const { holder, expMonth: exp_month, expYear: exp_year } = saved;
  const card = { pan: vault.decrypt(saved.encryptedPan), holder, exp_month, exp_year };
  return newPayment({
    uid,
    shopId,
    type: 'payment',
    request: { ...first.request, amount },
    source: showCard(card, null, vault),
    purchase: { kind: 'subscription', id },
    decision: decideRecurring(card, await countUse(card, shopId, store, vault), at),
    challenge: identifiers.secret(),
    at,
    expiresAt: null,
  });
}
