import type { PresentedCard } from '../gateway/issuer/decide.js';
import { isRefusedCopy, refusedCopy, type Habit } from '../gateway/issuer/habit.js';
import { showCard } from '../gateway/card/saved-card.js';
import type { Identifiers } from '../gateway/crypto/identifiers.js';
import {
  claimPayment,
  comesSecond,
  refuseUsedSeals,
  type ClaimedPayment,
  type JudgeCopy,
} from '../gateway/payment/duplicates.js';
import { newPayment, type NewPayment } from '../gateway/payment/new-payment.js';
import { settled, VERDICTS } from '../gateway/payment/payments.js';
import type { ShownCard, TransactionRecord } from '../gateway/store/store.js';
import { Claims, Names } from './memory.js';

/** How the payer's bank ends a 3-D Secure challenge. */
export type Verdict = keyof typeof VERDICTS;

interface Surroundings {
  readonly identifiers: Identifiers;
  readonly now: () => number;
  readonly habit: () => Habit;
  /** Called when a payment has failed. */
  readonly failed: (record: TransactionRecord) => void;
}

/** The payments of a scripted gateway, in memory. */
export class Ledger {
  readonly #records = new Map<string, TransactionRecord>();
  readonly #saved = new Map<string, PresentedCard>();
  readonly #claims = new Claims();
  readonly #names: Names;
  readonly #around: Surroundings;

  constructor(around: Surroundings) {
    this.#around = around;
    this.#names = new Names(around.identifiers.secret);
  }

  get all(): readonly TransactionRecord[] {
    return [...this.#records.values()];
  }

  /** @throws Refusal 422 */
  async refuseUsedSeals(sealIds: readonly string[]): Promise<void> {
    await refuseUsedSeals(sealIds, { store: this.#claims, habit: this.#around.habit() });
  }

  async savedCard(token: string): Promise<PresentedCard | undefined> {
    return this.#saved.get(token);
  }

  /** Saves a card. @returns its token. */
  save(card: PresentedCard): string {
    const token = this.#around.identifiers.secret();
    // Neither the verification value nor what only one payment has.
    const { pan, holder, exp_month, exp_year } = card;
    this.#saved.set(token, { pan, holder, exp_month, exp_year });
    return token;
  }

  show(card: PresentedCard, token: string | null = null): ShownCard {
    return showCard(card, token, this.#names);
  }

  /** Counts a payment from a card. @returns the number of earlier ones. */
  countUse({ pan }: PresentedCard): Promise<number> {
    return this.#claims.duplicateClaims.countUse(this.#names.hash('stamp', pan));
  }

  /** @throws Refusal 422 for a copy, if this gateway refuses copies in their POST. */
  claim(payment: ClaimedPayment): Promise<JudgeCopy> {
    return claimPayment(payment, this.#services());
  }

  add(payment: Omit<NewPayment, 'uid' | 'challenge' | 'at'>): string {
    const { identifiers, now } = this.#around;
    const record = newPayment({ ...payment, uid: identifiers.next(), challenge: identifiers.secret(), at: now() });
    this.#records.set(record.uid, record);
    return record.uid;
  }

  /** Carries out the issuer's decision. */
  async settle(uid: string): Promise<TransactionRecord> {
    const { habit } = this.#around;
    const record = this.#records.get(uid)!;
    if (record.status !== 'pending') return record;
    const compares = habit().compared === 'job' || (habit().compared === 'bank' && record.decision.kind === 'successful');
    if (compares && (await comesSecond(record.decision, this.#services()))) return this.#change(uid, this.#copy());
    return this.#change(
      uid,
      settled(record, this.#around.now(), (now) => this.#paid(now)),
    );
  }

  /** Ends the 3-D Secure challenge; only the first verdict counts. */
  async confirm(uid: string, verdict: Verdict): Promise<TransactionRecord> {
    const record = this.#records.get(uid)!;
    const now = this.#around.now();
    if (record.status !== 'incomplete') return record;
    if (record.expiresAt !== null && record.expiresAt <= now) return this.#fail(uid, VERDICTS.cancelled);
    if (verdict !== 'passed') return this.#fail(uid, VERDICTS[verdict]);
    const compares = this.#around.habit().compared === 'bank';
    if (compares && (await comesSecond(record.decision, this.#services()))) return this.#change(uid, this.#copy());
    return this.#change(uid, this.#paid(now));
  }

  /** The transaction as this gateway reports it. */
  reported(uid: string): TransactionRecord {
    const record = this.#records.get(uid)!;
    if (this.#around.habit().uid !== 'first' || !isRefusedCopy(record)) return record;
    const first = this.all.find((one) => one.request.tracking_id === record.request.tracking_id && !isRefusedCopy(one));
    return { ...record, uid: first?.uid ?? uid };
  }

  #services() {
    return { clock: { now: this.#around.now }, store: this.#claims, vault: this.#names, habit: this.#around.habit() };
  }

  #copy(): Partial<TransactionRecord> {
    const habit = this.#around.habit();
    return { status: 'failed', message: habit.words, decision: refusedCopy(habit) };
  }

  #paid(now: number): Partial<TransactionRecord> {
    const refId = this.#around.identifiers.next().replaceAll('-', '').slice(0, 10).toUpperCase();
    return { status: 'successful', message: VERDICTS.passed, paidAt: now, refId };
  }

  #fail(uid: string, message: string): TransactionRecord {
    return this.#change(uid, { status: 'failed', message });
  }

  #change(uid: string, changes: Partial<TransactionRecord>): TransactionRecord {
    const record = { ...this.#records.get(uid)!, ...changes, updatedAt: this.#around.now() };
    this.#records.set(uid, record);
    if (record.status === 'failed') this.#around.failed(record);
    return record;
  }
}
