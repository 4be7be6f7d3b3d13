import type { Vault } from '../crypto/vault.js';
import { duplicate, Refusal } from '../http/error-response.js';
import type { ErrorTree } from '../http/problems.js';
import type { Decision } from '../issuer/decide.js';
import type { PaymentClaim, Store, StoredDecision } from '../store/store.js';
import type { Clock } from '../time/clock.js';
import { type Habit, HABITS, refusedCopy, refusedRequest } from '../issuer/habit.js';

/** Spec 8: the same payment again within this many milliseconds is a duplicate. */
export const DUPLICATE_WINDOW = 30_000;

/** A payment, for the duplicate check. */
export interface ClaimedPayment {
  readonly shopId: number;
  /** The source card's PAN, or its token if the sandbox compares tokens. */
  readonly source: string;
  /** Minor units. */
  readonly amount: number;
  readonly sealIds: readonly string[];
  /** Spec 2.5 duplicate_check. False skips the comparison, but a sealed section and an attempt still pay only once. */
  readonly compare: boolean;
}

/** What the duplicate check makes of the issuer's decision. */
export type JudgeCopy = (decision: Decision) => StoredDecision;

/** The services of the duplicate check. */
export interface DuplicateDependencies {
  readonly clock: Pick<Clock, 'now'>;
  readonly store: Pick<Store, 'duplicateClaims'>;
  readonly vault: Pick<Vault, 'hash'>;
  readonly habit: Habit;
}

/** Refuses a copy in its POST, as a gateway of this habit does. */
export function refuseCopy(reason: string, habit: Habit): Refusal {
  if (habit === HABITS.refused) return duplicate(reason);
  const { message, errors } = refusedRequest(habit) as { readonly message: string; readonly errors: ErrorTree };
  return new Refusal({ status: 422, code: habit.code, message, errors });
}

/**
 * Refuses a request whose sealed sections, or whose attempt, already paid, before every other check.
 *
 * @throws Refusal 422, unless the sandbox refuses copies later or not at all.
 */
export async function refuseUsedSeals(
  sealIds: readonly string[],
  { store, habit }: Pick<DuplicateDependencies, 'store' | 'habit'>,
): Promise<void> {
  if (habit.refused !== 'request' || !(await store.duplicateClaims.anySealUsed(sealIds))) return;
  throw refuseCopy('this encrypted card data was already used for a payment', habit);
}

/**
 * Records a payment for the duplicate check. Call it after everything else that could refuse the request: a refused request
 * must not block the next one.
 *
 * @throws Refusal 422 for a duplicate, unless the sandbox refuses copies in another form.
 */
export async function claimPayment(
  { shopId, source, amount, sealIds, compare }: ClaimedPayment,
  { clock, store, vault, habit }: DuplicateDependencies,
): Promise<JudgeCopy> {
  const at = clock.now();
  const claim: PaymentClaim = {
    sealIds,
    fingerprint: vault.hash('payment', `${shopId} ${source} ${amount}`),
    at,
    since: compare ? at - DUPLICATE_WINDOW : null,
  };
  if (habit.compared === 'job' || habit.compared === 'bank') {
    return (decision) => (decision.kind === 'failed' ? decision : { ...decision, claim });
  }
  if (habit.compared === 'never' || (await store.duplicateClaims.claim(claim))) return (decision) => decision;
  if (habit.refused === 'request') throw refuseCopy('the same card and amount within 30 seconds', habit);
  return () => refusedCopy(habit);
}

/** Makes up for the comparison of a payment that was accepted without one. @returns whether it is a duplicate. */
export async function comesSecond(
  { claim }: StoredDecision,
  { clock, store }: Pick<DuplicateDependencies, 'clock' | 'store'>,
): Promise<boolean> {
  if (!claim) return false;
  const at = clock.now();
  return !(await store.duplicateClaims.claim({ ...claim, at, since: claim.since === null ? null : at - DUPLICATE_WINDOW }));
}
