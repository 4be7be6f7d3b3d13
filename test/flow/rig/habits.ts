import type { Habit } from '../../../demo/gateway/issuer/habit.js';

/** The words with which a gateway refuses a copy of a payment. Some of them do not say that it is one. */
export const WORDINGS = [
  'Duplicate transaction',
  'This payment has already been made',
  'Please wait 30 seconds before you pay this again',
  'The operation was declined',
  'Дублирующая операция',
  'С этой карты такая сумма списана 5 секунд назад',
  'Doppelte Zahlung',
  'Eine Zahlung über diesen Betrag wurde eben erst ausgeführt',
  'Transacción duplicada',
  'Operación no permitida en este momento',
] as const;

/** The parameters that a refused request names. Of some of them a value can be wrong by itself. */
export const PATHS = ['base', 'amount', 'credit_card.number', 'credit_card.token', 'tracking_id'] as const;

const CODES = ['duplicate_transaction', 'invalid_params', undefined] as const;

type Form = { [Each in Habit as string]: Omit<Each, 'words' | 'code'> }[string];

const FORMS: readonly Form[] = [
  ...PATHS.map((path) => ({ compared: 'post', refused: 'request', path }) as const),
  ...(['post', 'job', 'bank'] as const).flatMap((compared) => [
    { compared, refused: 'job' } as const,
    { compared, refused: 'transaction' } as const,
    { compared, refused: 'transaction', uid: 'first' } as const,
  ]),
];

/** Every way in which a gateway refuses copies. */
export const HABITS_OF_GATEWAYS: readonly Habit[] = FORMS.flatMap((form) =>
  WORDINGS.flatMap((words) => CODES.map((code): Habit => ({ ...form, words, code }))),
);

/** A habit in a few words. */
export const habitText = (habit: Habit): string =>
  [
    `compared: ${habit.compared}`,
    habit.refused && `refused: ${habit.refused}`,
    habit.refused === 'request' && habit.path,
    habit.uid === 'first' && "with the first one's uid",
    habit.refused && `"${habit.words}" (${habit.code ?? 'no code'})`,
    habit.jobsEndTwice && 'jobs end twice',
  ]
    .filter(Boolean)
    .join(', ');

const MOMENTS = { post: 'at the request', job: 'when the job starts', bank: 'at the bank', never: 'never' } as const;
const ENDS = { request: 'the request is refused', job: 'the job fails', transaction: 'the transaction fails' } as const;

/** When a gateway compares payments, and what becomes of a copy. */
export const habitName = ({ compared, refused, jobsEndTwice }: Habit): string =>
  [`${MOMENTS[compared]}: ${refused ? ENDS[refused] : 'paid again'}`, jobsEndTwice && 'jobs end twice']
    .filter(Boolean)
    .join(', ');
