import { endpoints } from '../../../src/wire/endpoints.js';
import { readJson } from '../http/request-body.js';
import type { Handler, Serve } from '../http/serve.js';
import type { CardDependencies } from '../payment/card-services.js';
import type { Jobs } from '../payment/jobs.js';
import type { Payments } from '../payment/payments.js';
import type { TransactionRecord } from '../store/store.js';
import { runCheck } from './check.js';
import type { AcceptedTransfer, Transfers } from './transfers.js';

export interface TransferRouteDependencies extends CardDependencies {
  readonly transfers: Transfers;
  readonly payments: Payments;
  readonly jobs: Jobs;
  /** The synchronous endpoint's response for a transaction. */
  readonly answer: (record: TransactionRecord) => unknown;
}

/** Serves checks and transfers (spec 4.1), each at once or as a job. */
export function serveTransfers(serve: Serve, dependencies: TransferRouteDependencies): void {
  const { transfers, payments, jobs, answer } = dependencies;

  const check: Handler = async (shop, { req }) => (await runCheck(await readJson(req.raw), shop, dependencies)).answer;
  const transfer: Handler = async (shop, { req }) => {
    const settle = async ({ record }: AcceptedTransfer) => (await payments.settle(record.uid)) ?? record;
    return answer(await transfers.accept(await readJson(req.raw), shop, settle));
  };

  serve(endpoints.p2pRestrictions, check);
  serve(endpoints.verifyP2p, check);
  serve(endpoints.verifyP2pAsync, async (shop, { req }) => {
    const { answer: checked, job } = await runCheck(await readJson(req.raw), shop, dependencies);
    return jobs.start({ kind: 'check', answer: checked }, shop, job);
  });
  serve(endpoints.p2ps, transfer);
  serve(endpoints.p2p, transfer);
  serve(endpoints.p2pAsync, async (shop, { req }) =>
    transfers.accept(await readJson(req.raw), shop, ({ record, job }) =>
      jobs.start({ kind: 'transaction', uid: record.uid }, shop, job),
    ),
  );
}
