import { transferRequest, type TransferRequest } from '../../../src/wire/request/transfer.js';
import { brandName } from '../issuer/card-facts.js';
import { claimPayment } from '../payment/duplicates.js';
import { echoRequest } from '../payment/request-echo.js';
import { duplicatesFault } from '../faults/request-faults.js';
import type { Identifiers } from '../crypto/identifiers.js';
import { asSource, type JobConduct } from '../issuer/cards.js';
import { decide, missingFields, type PresentedCard } from '../issuer/decide.js';
import { bankFee } from '../issuer/fees.js';
import type { CardDependencies } from '../card/present-card.js';
import { countUse, saveCard, showCard } from '../card/saved-card.js';
import { readRequest, type ReadRequest } from './read-request.js';
import type { Shop } from '../shop/shops.js';
import type { TransactionRecord } from '../store/store.js';

/** A transfer that was taken, and how its job goes when it was asked asynchronously. */
export interface AcceptedTransfer {
  readonly record: TransactionRecord;
  readonly job: JobConduct;
}

/** Takes transfers; `Payments` carries them to their end. */
export interface Transfers {
  /**
   * Takes a transfer (spec 2.5) as `pending`, and sees with `follow` to what becomes of it. Both are one step: nothing is
   * claimed for a transfer that doesn't exist, and none waits for work that was never begun.
   *
   * @returns what `follow` does.
   * @throws Refusal 422 with every problem of the request, or the duplicate rejection.
   */
  accept<T>(body: unknown, shop: Shop, follow: (accepted: AcceptedTransfer) => Promise<T>): Promise<T>;
}

export interface TransferDependencies extends CardDependencies {
  readonly identifiers: Identifiers;
  readonly duplicatesBy: 'pan' | 'token';
}

/** Runs transfers on a store, a clock and the sandbox's issuer. */
export function createTransfers(dependencies: TransferDependencies): Transfers {
  const { clock, store, vault, identifiers, duplicatesBy } = dependencies;

  // Spec 2.5 contract: a oneclick card is kept for later.
  const save = async (card: PresentedCard, shop: Shop, request: TransferRequest): Promise<string | null> =>
    request.additional_data?.contract?.includes('oneclick') ? saveCard(card, shop.id, dependencies) : null;

  async function claim(
    { request, cards, sealIds, sourceToken }: ReadRequest<TransferRequest>,
    shop: Shop,
  ): Promise<void> {
    const byToken = (duplicatesFault() ?? duplicatesBy) === 'token' ? sourceToken : undefined;
    await claimPayment(
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

  async function insert(read: ReadRequest<TransferRequest>, shop: Shop): Promise<TransactionRecord> {
    const { request, cards, exponent } = read;
    const { source, recipient } = cards;
    const now = clock.now();
    const { amount, currency } = request;
    const usesBefore = await countUse(source, shop.id, store, vault);
    const record: TransactionRecord = {
      uid: identifiers.next(),
      shopId: shop.id,
      type: 'p2p',
      status: 'pending',
      message: null,
      request: echoRequest(request),
      source: showCard(source, await save(source, shop, request), vault),
      recipient: showCard(recipient, await save(recipient, shop, request), vault),
      purchase: null,
      decision: decide(cards, usesBefore),
      bankFee: bankFee({ pan: source.pan, brand: brandName(source.pan), amount, currency, exponent }),
      requiredFields: missingFields(cards),
      challenge: identifiers.secret(),
      refId: null,
      createdAt: now,
      updatedAt: now,
      paidAt: null,
      expiresAt: request.expired_at ? Date.parse(request.expired_at) : null,
      history: [{ at: now, status: 'pending', message: null }],
    };
    await store.transactions.insert(record);
    return record;
  }

  return {
    async accept(body, shop, follow) {
      const read = await readRequest('transfer', transferRequest, body, shop, dependencies);
      return store.atomically(async () => {
        await claim(read, shop);
        return follow({ record: await insert(read, shop), job: asSource(read.cards.source.pan).transferJob ?? {} });
      });
    },
  };
}
