import { json, parsed, refusal, withBody } from './answers.js';
import type { Exchange } from '../network/exchange.js';
import type { Fault } from './fault.js';
import type { RawMessage } from '../network/raw-http.js';

type Json = Readonly<Record<string, unknown>>;

const jobOf = ({ path }: Exchange): string => decodeURIComponent(path.split('/').at(-1) ?? '');

const instead = (name: string, answer: (exchange: Exchange) => RawMessage, more: Partial<Fault> = {}): Fault => ({
  name,
  act: async (exchange) => exchange.answer(answer(exchange)),
  ...more,
});

/** Changes the transaction in a job's answer, where there is one. */
const changed = (name: string, change: Json, more: Partial<Fault> = {}): Fault => ({
  name,
  ...more,
  async act(exchange) {
    const answer = await exchange.deliver();
    const job = parsed(answer);
    const response = job?.['response'] as Json | undefined;
    const transaction = response?.['transaction'] as Json | undefined;
    if (!transaction) exchange.answer(answer);
    else exchange.answer(withBody(answer, JSON.stringify({ ...job, response: { transaction: { ...transaction, ...change } } })));
  },
});

export const jobGone = instead('job 404', () => refusal(404, {}, 'not_found', 'The job was not found'));
export const jobNew = instead('job back to new', (exchange) => json(200, { status: 'new', job_id: jobOf(exchange) }));
export const jobEmpty = instead('job done without response', (exchange) =>
  json(200, { status: 'done', job_id: jobOf(exchange) }),
);
export const jobNull = instead('job done with null', (exchange) =>
  json(200, { status: 'done', job_id: jobOf(exchange), response: null }),
);
export const jobOdd = instead('job done with an error body', (exchange) =>
  json(200, { status: 'done', job_id: jobOf(exchange), response: { message: 'odd', errors: {} } }),
);
export const jobNotFinished = instead('job failed, finished false', (exchange) =>
  json(200, {
    status: 'failed',
    job_id: jobOf(exchange),
    response: { status: 'error', errors: ['x'], message: 'x', finished: false },
  }),
);
export const otherWord = changed('an unknown status', { status: 'clearing' });
export const otherJob = changed("another job's answer", {
  status: 'failed',
  tracking_id: 'another-id',
  uid: 'other-uid',
  amount: 1,
});
export const otherAmount = changed("another payment's sum", { status: 'successful', amount: 1 });

/** Changes every transaction in an answer to the merchant's server. */
const listed = (name: string, change: (found: readonly Json[]) => readonly Json[], more: Partial<Fault> = {}): Fault => ({
  name,
  ...more,
  async act(exchange) {
    const answer = await exchange.deliver();
    const found = parsed(answer)?.['transactions'];
    exchange.answer(Array.isArray(found) ? withBody(answer, JSON.stringify({ transactions: change(found as Json[]) })) : answer);
  },
});

const contradiction = { limit: 'gateway contradicts itself' } as const;

export const deniesSuccess = changed('says failed of what is paid', { status: 'failed' }, contradiction);
export const claimsSuccess = changed('says successful of what is not paid', { status: 'successful' }, contradiction);
export const saysFinished = instead(
  'job failed, finished true',
  (exchange) =>
    json(200, {
      status: 'failed',
      job_id: jobOf(exchange),
      response: { status: 'error', errors: ['x'], message: 'x', finished: true },
    }),
  contradiction,
);

/** Faults of the list of an attempt's transactions. */
export const ODD_LISTS: readonly Fault[] = [
  listed("another attempt's transaction", (found) =>
    found.map((one) => ({ ...one, tracking_id: 'another-id', status: 'failed' })),
  ),
  listed('a transaction of an unknown status', (found) => found.map((one) => ({ ...one, status: 'clearing' }))),
  listed('a failed transaction beside it', (found) => [
    ...found.map((one) => ({ ...one, uid: '11111111-2222-4333-8444-555555555555', status: 'failed' })),
    ...found,
  ]),
  listed('no transaction, though there is one', () => [], contradiction),
];

/** Faults that pass: a later poll gets the truth. */
export const ODD_JOBS: readonly Fault[] = [jobGone, jobNew, jobEmpty, jobNull, jobOdd, otherWord, otherJob, otherAmount];
export const CONTRADICTIONS: readonly Fault[] = [deniesSuccess, claimsSuccess, saysFinished];
