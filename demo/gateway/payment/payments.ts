import type { Identifiers } from '../crypto/identifiers.js';
import type { Decision } from '../issuer/decide.js';
import type { Store, TransactionRecord } from '../store/store.js';
import type { Scheduler } from '../time/scheduler.js';
import type { Clock } from '../time/clock.js';
import { comesSecond } from './duplicates.js';
import { type Habit, refusedCopy } from '../issuer/habit.js';

/** Takes accepted payments to their end: transfers, orders and charges alike. */
export interface Payments {
  /** Carries out the issuer's decision: successful, failed, or incomplete until 3-D Secure ends. */
  settle(uid: string): Promise<TransactionRecord | undefined>;
  /** Ends the 3-D Secure challenge. Only the first verdict counts. */
  confirm(uid: string, verdict: 'passed' | 'wrong code' | 'cancelled'): Promise<TransactionRecord | undefined>;
  /** Fails a payment that the payer did not confirm in time. */
  expire(uid: string): Promise<void>;
}

export interface PaymentDependencies {
  readonly clock: Clock;
  readonly store: Store;
  readonly identifiers: Identifiers;
  readonly scheduler: () => Scheduler;
  readonly habit: Habit;
  /** Called when a payment starts to wait for 3-D Secure. */
  readonly challenged: (record: TransactionRecord) => Promise<void>;
  /** Called when a payment is final. */
  readonly ended: (record: TransactionRecord) => Promise<void>;
}

/** Milliseconds until an abandoned 3-D Secure challenge fails, unless the request has an expired_at. */
export const CHALLENGE_LASTS = 30 * 60_000;

const expired = ({ type }: TransactionRecord): Partial<TransactionRecord> =>
  failed(`Expired: the ${type === 'p2p' ? 'transfer' : 'payment'} was not confirmed in time`);

// A product may be on sale for years: a payer who left must not reserve an item for that long.
const challengeEnds = ({ expiresAt, type }: TransactionRecord, now: number): number => {
  const latest = now + CHALLENGE_LASTS;
  return type === 'p2p' ? (expiresAt ?? latest) : Math.min(expiresAt ?? latest, latest);
};

const failed = (message: string): Partial<TransactionRecord> => ({ status: 'failed', message });

/** The message of a payment by the end of its 3-D Secure challenge. */
export const VERDICTS = {
  passed: 'Successfully processed',
  'wrong code': '3-D Secure authentication failed: wrong code',
  cancelled: '3-D Secure authentication was canceled by the cardholder',
} as const;

/** Whether a payment is a copy of another, where the sandbox compares at this point and not in the POST. */
async function isCopy(
  uid: string,
  from: TransactionRecord['status'],
  isPaid: (decision: Decision) => boolean,
  dependencies: PaymentDependencies,
): Promise<boolean> {
  const record = await dependencies.store.transactions.byUid(uid);
  if (record?.status !== from || (dependencies.habit.compared === 'bank' && !isPaid(record.decision))) return false;
  return comesSecond(record.decision, dependencies);
}

/** What the issuer's decision makes of a payment. */
export function settled(
  record: TransactionRecord,
  now: number,
  paid: (now: number) => Partial<TransactionRecord>,
): Partial<TransactionRecord> {
  const { decision, expiresAt } = record;
  if (decision.kind === 'failed') return failed(decision.message);
  if (expiresAt !== null && expiresAt <= now) return expired(record);
  if (decision.kind === 'successful') return paid(now);
  return {
    status: 'incomplete',
    message: 'Waiting for 3-D Secure authentication',
    expiresAt: challengeEnds(record, now),
  };
}

/** Runs payments on a store, a clock and the scheduler. */
export function createPayments(dependencies: PaymentDependencies): Payments {
  const { clock, store, identifiers, scheduler, habit, challenged, ended } = dependencies;

  const copy = (): Partial<TransactionRecord> => ({ ...failed(habit.words), decision: refusedCopy(habit) });

  /** Changes a payment that still has the status `from`, and reports its new status. */
  async function move(
    uid: string,
    from: 'pending' | 'incomplete',
    change: (record: TransactionRecord, now: number) => Partial<TransactionRecord>,
  ): Promise<TransactionRecord | undefined> {
    const now = clock.now();
    // In one transaction: if the follow-up failed after the change, nothing would repeat it.
    return store.atomically(async () => {
      let moved = false;
      const record = await store.transactions.update(uid, (current) => {
        moved = current.status === from;
        if (!moved) return undefined;
        const changed = { ...current, ...change(current, now), updatedAt: now };
        const { status, message } = changed;
        return { ...changed, history: [...current.history, { at: now, status, message }] };
      });
      if (!record || !moved) return record;
      if (record.status === 'incomplete' && record.expiresAt !== null) {
        await scheduler().add('expire transaction', uid, record.expiresAt);
      }
      if (record.status === 'incomplete') await challenged(record);
      if (record.status === 'successful' || record.status === 'failed') await ended(record);
      return record;
    });
  }

  const paid = (now: number): Partial<TransactionRecord> => ({
    status: 'successful',
    message: VERDICTS.passed,
    paidAt: now,
    refId: identifiers.next().replaceAll('-', '').slice(0, 10).toUpperCase(),
  });

  return {
    settle: (uid) =>
      store.atomically(async () => {
        const isSecond = await isCopy(uid, 'pending', ({ kind }) => kind === 'successful', dependencies);
        return move(uid, 'pending', (record, now) => (isSecond ? copy() : settled(record, now, paid)));
      }),
    confirm: (uid, verdict) =>
      store.atomically(async () => {
        const isSecond = habit.compared === 'bank' && (await isCopy(uid, 'incomplete', () => verdict === 'passed', dependencies));
        return move(uid, 'incomplete', (record, now) => {
          if (record.expiresAt !== null && record.expiresAt <= now) return expired(record);
          if (isSecond) return copy();
          return verdict === 'passed' ? paid(now) : failed(VERDICTS[verdict]);
        });
      }),
    async expire(uid) {
      await move(uid, 'incomplete', expired);
    },
  };
}
