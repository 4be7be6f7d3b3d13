import type { Decision } from './decide.js';

/**
 * What a gateway does with a copy of a payment. Spec 8 says that it rejects one, but neither when it compares payments, nor how the
 * rejection looks.
 */
export type Habit = {
  readonly words: string;
  /** The error_code; absent: none. */
  readonly code?: string | undefined;
  /** Whose uid the transaction of a refused copy has. Default: its own. */
  readonly uid?: 'own' | 'first';
  /** Each job fails at first, with finished true, and has its real result a few seconds later. */
  readonly jobsEndTwice?: boolean;
} & (
  | {
      readonly compared: 'post';
      readonly refused: 'request';
      /** The parameter that the refusal names. Default: none in particular. */
      readonly path?: string;
    }
  /** A copy is accepted, and then its job or its transaction fails. `bank`: compared when the money would move. */
  | { readonly compared: 'post' | 'job' | 'bank'; readonly refused: 'job' | 'transaction' }
  /** Every copy pays again. */
  | { readonly compared: 'never'; readonly refused?: undefined }
);

const COPY = {
  words: 'Duplicate transaction. It was not processed. The first one is unaffected.',
  code: 'duplicate_transaction',
};

/** The habits by their names on the command line. The first one is the default. */
export const HABITS = {
  refused: { ...COPY, compared: 'post', refused: 'request' },
  'failed-job': { ...COPY, compared: 'job', refused: 'job' },
  'failed-transaction': { ...COPY, compared: 'bank', refused: 'transaction' },
  paid: { ...COPY, compared: 'never' },
} as const satisfies Readonly<Record<string, Habit>>;

/** Spec 7.1: the body that refuses a copy in its POST. */
export function refusedRequest(habit: Habit): Readonly<Record<string, unknown>> {
  const { words, code } = habit;
  const path = habit.refused === 'request' ? (habit.path ?? 'base') : 'base';
  return { ...(code !== undefined && { error_code: code }), message: words, errors: { [path]: [words] } };
}

/** Spec 2.4: the response of the failed job of a copy. */
export const refusedJob = ({ words, code }: Pick<Habit, 'words' | 'code'>): Readonly<Record<string, unknown>> => ({
  status: 'error',
  errors: [words],
  message: words,
  finished: true,
  ...(code !== undefined && { error_code: code }),
});

/** ISO 8583: a duplicate transmission. */
const COPY_CODE = '94';

/** The decision on a copy whose refusal is a failed transaction. */
export const refusedCopy = ({ words }: Pick<Habit, 'words'>): Decision & { readonly kind: 'failed' } => ({
  kind: 'failed',
  message: words,
  bankCode: COPY_CODE,
  unverified: false,
});

/** Whether a payment was refused as a copy of another. */
export const isRefusedCopy = ({ decision }: { readonly decision: Decision }): boolean =>
  decision.kind === 'failed' && decision.bankCode === COPY_CODE;
