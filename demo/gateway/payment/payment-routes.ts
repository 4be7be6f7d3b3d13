import { endpoints } from '../../../src/wire/endpoints.js';
import { recordNotFound } from '../http/error-response.js';
import type { Serve } from '../http/serve.js';
import type { Store, TransactionRecord } from '../store/store.js';
import type { Jobs } from './jobs.js';

export interface PaymentRouteDependencies {
  readonly store: Store;
  readonly jobs: Jobs;
  /** The synchronous endpoint's response for a transaction. */
  readonly answer: (record: TransactionRecord) => { readonly transaction: unknown };
}

/** Serves the states of jobs and transactions. A shop can't see another shop's. */
export function servePayments(serve: Serve, { store, jobs, answer }: PaymentRouteDependencies): void {
  serve(endpoints.pollJob, (shop, { req }) => jobs.poll(req.param('job_id') ?? '', shop));
  serve(endpoints.transactionByUid, async (shop, { req }) => {
    const record = await store.transactions.byUid(req.param('uid') ?? '');
    if (record?.shopId !== shop.id) throw recordNotFound();
    return answer(record);
  });
  serve(endpoints.lookupByTrackingId, async (shop, { req }) => {
    const [newest, ...older] = await store.transactions.byTrackingId(shop.id, req.param('tracking_id') ?? '');
    if (!newest) throw recordNotFound();
    // Spec 8: one transaction for a unique tracking_id, otherwise an array.
    return older.length === 0 ? answer(newest) : { transactions: [newest, ...older].map((one) => answer(one).transaction) };
  });
  serve(endpoints.transactionsByTrackingId, async (shop, { req }) => {
    const records = await store.transactions.byTrackingId(shop.id, req.param('tracking_id') ?? '');
    return { transactions: records.map((record) => answer(record).transaction) };
  });
}
