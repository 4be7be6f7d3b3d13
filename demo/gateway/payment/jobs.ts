import type { Job } from '../../../src/wire/response/job.js';
import type { Identifiers } from '../crypto/identifiers.js';
import { jobFault } from '../faults/request-faults.js';
import { notFound } from '../http/error-response.js';
import type { JobBehavior } from '../issuer/cards.js';
import type { Shop } from '../shop/shops.js';
import { isOutage } from '../store/outage.js';
import type { SubscriptionRecord } from '../store/record/subscription-record.js';
import type { JobRecord, Store, TransactionRecord } from '../store/store.js';
import type { Scheduler } from '../time/scheduler.js';
import type { Clock } from '../time/clock.js';
import { type Habit, isRefusedCopy, refusedJob } from '../issuer/habit.js';
import type { Payments } from './payments.js';

/** Asynchronous requests (spec 2.4, 4.1 rows 3, 4 and 7). */
export interface Jobs {
  /** Schedules work, which runs when it is due, with or without polls. Inside `Store.atomically` it belongs to the transaction. */
  start(work: JobRecord['work'], shop: Shop, conduct: JobBehavior, within?: Store): Promise<Job>;
  run(id: string): Promise<void>;
  /** @throws Refusal 404: unknown job, another shop's, or lost. */
  poll(id: string, shop: Shop): Promise<Job>;
}

export interface JobDependencies {
  readonly clock: Clock;
  readonly store: Store;
  readonly identifiers: Identifiers;
  readonly scheduler: () => Scheduler;
  readonly payments: Payments;
  readonly habit: Habit;
  /** Writes a transaction as the synchronous endpoint would answer it. */
  readonly answer: (record: TransactionRecord) => unknown;
  /** Writes a subscription for its payer. */
  readonly answerSubscription: (record: SubscriptionRecord) => Promise<unknown>;
}

// Milliseconds. A transfer takes a little longer than a check, and neither is done at the response to its POST.
const LASTS = { check: 300, transaction: 700, subscription: 700 } as const;

const FAILED = 'The operation could not be followed to its end';

/** How long (ms) a job that ends twice has its first result. */
const FIRST_END_LASTS = 4000;
/** The first result of such a job. */
export const TIMED_OUT = 'The acquirer did not answer in time';

const failed = (id: string, response: unknown): Job => ({ status: 'failed', job_id: id, response });

// Read at each poll: 3-D Secure may have ended since the job was done.
async function responseOf(
  { work }: JobRecord,
  { store, habit, answer, answerSubscription }: Pick<JobDependencies, 'store' | 'habit' | 'answer' | 'answerSubscription'>,
): Promise<unknown> {
  if (work.kind === 'check') return work.answer;
  if (work.kind === 'subscription') {
    const subscription = await store.subscriptions.byId(work.id);
    return subscription && { subscription: await answerSubscription(subscription) };
  }
  const record = await store.transactions.byUid(work.uid);
  if (!record || habit.uid !== 'first' || !isRefusedCopy(record)) return record && answer(record);
  const called = await store.transactions.byTrackingId(record.shopId, record.request.tracking_id ?? '');
  const first = called.findLast((one) => !isRefusedCopy(one));
  return answer({ ...record, uid: first?.uid ?? record.uid });
}

/** Creates jobs on a store and a scheduler. */
export function createJobs(dependencies: JobDependencies): Jobs {
  const { clock, store, identifiers, scheduler, payments, habit } = dependencies;
  /** Runs the work of a job. @returns the state in which it leaves the job. */
  async function end({ work, ending }: JobRecord): Promise<JobRecord['state']> {
    if (work.kind === 'check') return ending;
    const record = await payments.settle(work.uid);
    return record && isRefusedCopy(record) && habit.refused === 'job' ? 'refused' : ending;
  }

  return {
    start(work, shop, conduct, within = store) {
      const { lasts = LASTS[work.kind], ending = 'done' } = { ...conduct, ...jobFault() };
      const createdAt = clock.now();
      const id = identifiers.next();
      const dueAt = createdAt + lasts;
      return within.atomically(async (kept) => {
        await kept.jobs.insert({ id, shopId: shop.id, state: 'new', ending, work, createdAt, dueAt });
        await scheduler().add('run job', id, dueAt, kept);
        return { status: 'new', job_id: id };
      });
    },
    async run(id) {
      try {
        await store.atomically(async (kept) => {
          const job = await kept.jobs.byId(id);
          if (job?.state !== 'new') return;
          // The work of a job that fails or gets lost is done, but a client can't know that.
          await kept.jobs.setState(id, await end(job));
        });
      } catch (error) {
        // The transaction was rolled back, and the scheduler runs the job again once the database is back.
        if (isOutage(error)) throw error;
        // Clients must not poll forever. The job failed; its payment remains unknown to them.
        await store.jobs.setState(id, 'failed');
        throw error;
      }
    },
    async poll(id, shop) {
      const job = await store.jobs.byId(id);
      if (!job || job.shopId !== shop.id || job.state === 'lost') throw notFound('The job');
      if (job.state === 'new') return { status: 'new', job_id: id };
      if (habit.jobsEndTwice && job.work.kind !== 'check' && clock.now() < job.dueAt + FIRST_END_LASTS) {
        return failed(id, refusedJob({ words: TIMED_OUT }));
      }
      if (job.state === 'done') return { status: 'done', job_id: id, response: await responseOf(job, dependencies) };
      if (job.state === 'refused') return failed(id, refusedJob(habit));
      return failed(id, { status: 'error', errors: [FAILED], message: FAILED, finished: false });
    },
  };
}
