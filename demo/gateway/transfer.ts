import { transferRequest, type TransferRequest } from '../../src/wire/transfer-request.js';
import type { Agenda } from './agenda.js';
import { brandName } from './card-facts.js';
import { claimPayment } from './duplicates.js';
import { echoRequest } from './echo.js';
import type { Identifiers } from './identifiers.js';
import { bankOf } from './issuer/banks.js';
import { asSource, type JobConduct } from './issuer/cards.js';
import { decide, missingFields, type PresentedCard } from './issuer/decide.js';
import { bankFee } from './issuer/fees.js';
import type { Notifications } from './notifications.js';
import { readRequest, type ReadingDependencies, type ReadRequest } from './read-request.js';
import type { Shop } from './shops.js';
import type { ShownCard, TransactionRecord } from './store/store.js';

/** A transfer that was taken, and how its job goes when it was asked asynchronously. */
export interface AcceptedTransfer {
  readonly record: TransactionRecord;
  readonly job: JobConduct;
}

/** Transfers over their whole life. */
export interface Transfers {
  /**
   * Takes a transfer (spec 2.5): from here on it exists, as `pending`.
   *
   * @throws Refusal 422 with every problem of the request, or the duplicate rejection.
   */
  accept(body: unknown, shop: Shop): Promise<AcceptedTransfer>;
  /** Carries out the issuer's decision: successful, failed, or incomplete until 3-D Secure is done. */
  settle(uid: string): Promise<TransactionRecord | undefined>;
  /** Ends the 3-D Secure challenge. The first verdict stands: any later one finds the transfer final. */
  confirm(uid: string, verdict: 'passed' | 'wrong code' | 'cancelled'): Promise<TransactionRecord | undefined>;
  /** Fails a transfer nobody confirmed in time. */
  expire(uid: string): Promise<void>;
}

export interface TransferDependencies extends ReadingDependencies {
  readonly agenda: () => Agenda;
  readonly identifiers: Identifiers;
  readonly notifications: Notifications;
  readonly duplicatesBy: 'pan' | 'token';
}

/** Milliseconds an abandoned 3-D Secure challenge lasts when the request named no expired_at. */
export const CHALLENGE_LASTS = 30 * 60_000;

const EXPIRED = 'Expired: the transfer was not confirmed in time';

const VERDICTS = {
  passed: 'Successfully processed',
  'wrong code': '3-D Secure authentication failed: wrong code',
  cancelled: '3-D Secure authentication was cancelled by the cardholder',
} as const;

/** Runs transfers on a store, a clock and the sandbox's issuer. */
export function createTransfers(dependencies: TransferDependencies): Transfers {
  const { clock, store, vault, identifiers, notifications, agenda, duplicatesBy } = dependencies;

  function show({ pan, holder = null, exp_month = null, exp_year = null }: PresentedCard, token: string | null): ShownCard {
    return {
      holder,
      stamp: vault.hash('stamp', pan),
      brand: brandName(pan),
      last_4: pan.slice(-4),
      first_1: pan.slice(0, 1),
      bin: pan.slice(0, 6),
      ...bankOf(pan),
      exp_month,
      exp_year,
      token_provider: null,
      ...(token !== null && { token }),
    };
  }

  // Spec 2.5 contract: a oneclick card is kept for later, its PAN encrypted.
  async function save(card: PresentedCard, shop: Shop, request: TransferRequest): Promise<string | null> {
    if (!request.additional_data?.contract?.includes('oneclick')) return null;
    const token = identifiers.secret();
    await store.savedCards.insert({
      token,
      shopId: shop.id,
      encryptedPan: vault.encrypt(card.pan),
      holder: card.holder ?? null,
      expMonth: card.exp_month ?? null,
      expYear: card.exp_year ?? null,
    });
    return token;
  }

  async function claim(
    { request, cards, sealIds, sourceToken }: ReadRequest<TransferRequest>,
    shop: Shop,
  ): Promise<void> {
    const byToken = duplicatesBy === 'token' ? sourceToken : undefined;
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
    const usesBefore = await store.payments.countUse(vault.hash('stamp', `${shop.id} ${source.pan}`));
    const record: TransactionRecord = {
      uid: identifiers.next(),
      shopId: shop.id,
      status: 'pending',
      message: null,
      request: echoRequest(request),
      source: show(source, await save(source, shop, request)),
      recipient: show(recipient, await save(recipient, shop, request)),
      decision: decide(cards, usesBefore),
      bankFee: bankFee({ pan: source.pan, brand: brandName(source.pan), amount, currency, exponent }),
      requiredFields: missingFields(cards),
      challenge: identifiers.secret(),
      refId: null,
      createdAt: now,
      updatedAt: now,
      paidAt: null,
      expiresAt: request.expired_at ? Date.parse(request.expired_at) : null,
    };
    await store.transactions.insert(record);
    return record;
  }

  /** Changes a transfer that still has the status `from`, and does what its new status brings. */
  async function move(
    uid: string,
    from: 'pending' | 'incomplete',
    change: (record: TransactionRecord, now: number) => Partial<TransactionRecord>,
  ): Promise<TransactionRecord | undefined> {
    const now = clock.now();
    let moved = false;
    const record = await store.transactions.update(uid, (current) => {
      moved = current.status === from;
      return moved ? { ...current, ...change(current, now), updatedAt: now } : undefined;
    });
    if (!record || !moved) return record;
    if (record.status === 'incomplete' && record.expiresAt !== null) {
      await agenda().add('expire transaction', uid, record.expiresAt);
    }
    if (record.status === 'successful' || record.status === 'failed') await notifications.announce(record);
    return record;
  }

  const paid = (now: number): Partial<TransactionRecord> => ({
    status: 'successful',
    message: VERDICTS.passed,
    paidAt: now,
    refId: identifiers.next().slice(0, 10).toUpperCase(),
  });
  const failed = (message: string): Partial<TransactionRecord> => ({ status: 'failed', message });

  return {
    async accept(body, shop) {
      const read = await readRequest('transfer', transferRequest, body, shop, dependencies);
      await claim(read, shop);
      return { record: await insert(read, shop), job: asSource(read.cards.source.pan).transferJob ?? {} };
    },
    settle: (uid) =>
      move(uid, 'pending', ({ decision, expiresAt }, now) => {
        if (decision.kind === 'failed') return failed(decision.message);
        if (expiresAt !== null && expiresAt <= now) return failed(EXPIRED);
        if (decision.kind === 'successful') return paid(now);
        return {
          status: 'incomplete',
          message: 'Waiting for 3-D Secure authentication',
          expiresAt: expiresAt ?? now + CHALLENGE_LASTS,
        };
      }),
    confirm: (uid, verdict) =>
      move(uid, 'incomplete', ({ expiresAt }, now) => {
        if (expiresAt !== null && expiresAt <= now) return failed(EXPIRED);
        return verdict === 'passed' ? paid(now) : failed(VERDICTS[verdict]);
      }),
    async expire(uid) {
      await move(uid, 'incomplete', () => failed(EXPIRED));
    },
  };
}
