import { transferRequest, type TransferRequest } from '../../../src/wire/request/transfer.js';
import { countUse, saveCard, showCard } from '../card/saved-card.js';
import type { Identifiers } from '../crypto/identifiers.js';
import { duplicatesFault } from '../faults/request-faults.js';
import { brandName } from '../issuer/card-facts.js';
import { asSource, type JobBehavior } from '../issuer/cards.js';
import { decide, missingFields, type PresentedCard } from '../issuer/decide.js';
import { bankFee } from '../issuer/fees.js';
import { readingFor, type CardDependencies } from '../payment/card-services.js';
import { claimPayment, type JudgeCopy } from '../payment/duplicates.js';
import { newPayment } from '../payment/new-payment.js';
import { echoRequest } from '../payment/request-echo.js';
import type { Shop } from '../shop/shops.js';
import type { TransactionRecord } from '../store/store.js';
import { readRequest, type ReadRequest } from './read-request.js';

/** An accepted transfer, and the behavior of its job if it is asynchronous. */
export interface AcceptedTransfer {
  readonly record: TransactionRecord;
  readonly job: JobBehavior;
}

/** Accepts transfers; `Payments` takes them to their end. */
export interface Transfers {
  /**
   * Accepts a transfer (spec 2.5) as `pending`, and calls `follow`, in one transaction.
   *
   * @returns the result of `follow`.
   * @throws Refusal 422 with every problem of the request, or the duplicate rejection.
   */
  accept<T>(body: unknown, shop: Shop, follow: (accepted: AcceptedTransfer) => Promise<T>): Promise<T>;
}

export interface TransferDependencies extends CardDependencies {
  readonly identifiers: Identifiers;
  readonly duplicatesBy: 'pan' | 'token';
}

function claimTransfer(
  { request, cards, sealIds, sourceToken }: ReadRequest<TransferRequest>,
  shop: Shop,
  dependencies: TransferDependencies,
): Promise<JudgeCopy> {
  const byToken = (duplicatesFault() ?? dependencies.duplicatesBy) === 'token' ? sourceToken : undefined;
  return claimPayment(
    {
      shopId: shop.id,
      source: byToken ?? cards.source.pan,
      amount: request.amount,
      sealIds,
      compare: request.duplicate_check !== false,
    },
    dependencies,
  );
}

/** Accepts transfers with a store, a clock and the sandbox's issuer. */
export function createTransfers(dependencies: TransferDependencies): Transfers {
  const { clock, store, vault, identifiers } = dependencies;

  // Spec 2.5: the contract oneclick saves the card.
  const save = async (card: PresentedCard, shop: Shop, request: TransferRequest): Promise<string | null> =>
    request.additional_data?.contract?.includes('oneclick') ? saveCard(card, shop.id, dependencies) : null;

  async function insert(read: ReadRequest<TransferRequest>, shop: Shop, judged: JudgeCopy): Promise<TransactionRecord> {
    const { request, cards, exponent } = read;
    const { source, recipient } = cards;
    const { amount, currency } = request;
    const usesBefore = await countUse(source, shop.id, store, vault);
    const record = newPayment({
      uid: identifiers.next(),
      shopId: shop.id,
      type: 'p2p',
      request: echoRequest(request),
      source: showCard(source, await save(source, shop, request), vault),
      recipient: showCard(recipient, await save(recipient, shop, request), vault),
      purchase: null,
      decision: judged(decide(cards, usesBefore)),
      bankFee: bankFee({ pan: source.pan, brand: brandName(source.pan), amount, currency, exponent }),
      requiredFields: missingFields(cards),
      challenge: identifiers.secret(),
      at: clock.now(),
      expiresAt: request.expired_at ? Date.parse(request.expired_at) : null,
    });
    await store.transactions.insert(record);
    return record;
  }

  return {
    async accept(body, shop, follow) {
      const read = await readRequest(
        body,
        { operation: 'transfer', schema: transferRequest, shop },
        readingFor(shop, dependencies),
      );
      return store.atomically(async () => {
        const judged = await claimTransfer(read, shop, dependencies);
        return follow({ record: await insert(read, shop, judged), job: asSource(read.cards.source.pan).transferJob ?? {} });
      });
    },
  };
}
