import { test, vi } from 'vitest';
import {
  MONTHLY,
  DAILY,
  HOURLY,
  DECLINES_2_AFTER_1,
  DECLINES_5_AFTER_1,
  ERRS_2_AFTER_1,
  ERRS_5_AFTER_1,
  ERRS_2_AFTER_3,
  checkChargeHistory,
  type ChargeHistory,
} from './charge-history.js';

// Milliseconds: the first test of a file starts a database, and a year has many charges.
vi.setConfig({ testTimeout: 60_000 });

// Most tables end long after the last charge, because they also show what must not be charged.
const histories: ChargeHistory[] = [
  [
    'all attempts used up',
    '2027-03-26T10:00:00Z',
    'Europe/Berlin',
    DECLINES_5_AFTER_1,
    { plan: DAILY },
    '2028-01-01T00:00:00Z',
    [
      ['2027-03-26T10:00:00Z', 1000, 'successful'],
      ['2027-03-27T10:00:00Z', 1000, 'failed'], // attempt 1
      ['2027-03-28T01:00:00Z', 1000, 'failed'], // attempt 2, at 03:00, the first moment of summer time
      ['2027-03-29T01:00:00Z', 1000, 'failed'], // attempt 3 of the default 3; 03:00
    ],
    'failed',
  ],
  [
    'a single attempt',
    '2027-01-15T10:00:00Z',
    'UTC',
    DECLINES_2_AFTER_1,
    { plan: DAILY, number_payment_attempts: 1 },
    '2028-01-01T00:00:00Z',
    [
      ['2027-01-15T10:00:00Z', 1000, 'successful'],
      ['2027-01-16T10:00:00Z', 1000, 'failed'],
    ],
    'failed',
  ],
  [
    'six attempts, the last of them paid',
    '2027-01-15T10:00:00Z',
    'UTC',
    DECLINES_5_AFTER_1,
    { plan: MONTHLY, number_payment_attempts: 6 },
    '2027-03-14T00:00:00Z',
    [
      ['2027-01-15T10:00:00Z', 1000, 'successful'],
      ['2027-02-15T10:00:00Z', 1000, 'failed'],
      ['2027-02-16T03:00:00Z', 1000, 'failed'],
      ['2027-02-17T03:00:00Z', 1000, 'failed'],
      ['2027-02-18T03:00:00Z', 1000, 'failed'],
      ['2027-02-19T03:00:00Z', 1000, 'failed'],
      ['2027-02-20T03:00:00Z', 1000, 'successful'],
    ],
    'active',
  ],
  [
    'attempts at 08:00 where the night is prevented',
    '2027-01-15T10:00:00Z',
    'UTC',
    DECLINES_2_AFTER_1,
    { plan: MONTHLY, prevent_payments_at_night: true },
    '2027-03-14T00:00:00Z',
    [
      ['2027-01-15T10:00:00Z', 1000, 'successful'],
      ['2027-02-15T10:00:00Z', 1000, 'failed'],
      ['2027-02-16T08:00:00Z', 1000, 'failed'],
      ['2027-02-17T08:00:00Z', 1000, 'successful'],
    ],
    'active',
  ],
  [
    'errors: at the start of each following hour',
    '2027-01-15T22:17:00Z',
    'UTC',
    ERRS_2_AFTER_1,
    { plan: MONTHLY },
    '2027-03-14T00:00:00Z',
    [
      ['2027-01-15T22:17:00Z', 1000, 'successful'],
      ['2027-02-15T22:17:00Z', 1000, 'failed'],
      ['2027-02-15T23:00:00Z', 1000, 'failed'],
      ['2027-02-16T00:00:00Z', 1000, 'successful'],
    ],
    'active',
  ],
  [
    'errors used up',
    '2027-01-15T10:17:00Z',
    'UTC',
    ERRS_5_AFTER_1,
    { plan: MONTHLY },
    '2028-01-01T00:00:00Z',
    [
      ['2027-01-15T10:17:00Z', 1000, 'successful'],
      ['2027-02-15T10:17:00Z', 1000, 'failed'],
      ['2027-02-15T11:00:00Z', 1000, 'failed'],
      ['2027-02-15T12:00:00Z', 1000, 'failed'],
    ],
    'error',
  ],
  [
    'errors: not from 20:00 to 08:00 where the night is prevented',
    '2027-02-26T17:17:00Z',
    'Europe/Berlin',
    ERRS_5_AFTER_1,
    { plan: MONTHLY, prevent_payments_at_night: true, number_payment_attempts: 6 },
    '2027-04-01T00:00:00Z',
    [
      ['2027-02-26T17:17:00Z', 1000, 'successful'], // 18:17
      ['2027-03-26T17:17:00Z', 1000, 'failed'], // 18:17
      ['2027-03-26T18:00:00Z', 1000, 'failed'], // 19:00; 20:00 is night
      ['2027-03-27T07:00:00Z', 1000, 'failed'], // 08:00
      ['2027-03-27T08:00:00Z', 1000, 'failed'],
      ['2027-03-27T09:00:00Z', 1000, 'failed'],
      ['2027-03-27T10:00:00Z', 1000, 'successful'], // 11:00
    ],
    'active',
  ],
  [
    'charges that are due at night, at 08:00; the order itself at once',
    '2027-01-31T21:30:00Z',
    'Europe/Berlin',
    undefined,
    { plan: MONTHLY, prevent_payments_at_night: true },
    '2027-05-02T00:00:00Z',
    [
      ['2027-01-31T21:30:00Z', 1000, 'successful'], // 22:30, by a payer who is awake
      ['2027-03-01T07:00:00Z', 1000, 'successful'], // due on 28 February, 22:30
      ['2027-04-01T06:00:00Z', 1000, 'successful'], // due on 31 March, 22:30: the night moves no later cycle
      ['2027-05-01T06:00:00Z', 1000, 'successful'], // due on 30 April
    ],
    'active',
  ],
  [
    'hours where the night is prevented: one charge for all of it',
    '2027-01-15T17:30:00Z',
    'UTC',
    undefined,
    { plan: HOURLY, prevent_payments_at_night: true },
    '2027-01-16T09:00:00Z',
    [
      ['2027-01-15T17:30:00Z', 1000, 'successful'],
      ['2027-01-15T18:30:00Z', 1000, 'successful'],
      ['2027-01-15T19:30:00Z', 1000, 'successful'],
      ['2027-01-16T08:00:00Z', 1000, 'successful'], // due at 20:30
      ['2027-01-16T08:30:00Z', 1000, 'successful'],
    ],
    'active',
  ],
  [
    'cycles that pass during a recovery, which are not charged later',
    '2027-01-15T10:00:00Z',
    'UTC',
    DECLINES_2_AFTER_1,
    { plan: HOURLY },
    '2027-01-17T04:30:00Z',
    [
      ['2027-01-15T10:00:00Z', 1000, 'successful'],
      ['2027-01-15T11:00:00Z', 1000, 'failed'],
      ['2027-01-16T03:00:00Z', 1000, 'failed'],
      ['2027-01-17T03:00:00Z', 1000, 'successful'],
      ['2027-01-17T04:00:00Z', 1000, 'failed'], // the card starts over
    ],
    'failed_attempt',
  ],
  [
    'a trial as first payment: declines after it are recovered from',
    '2027-01-15T10:00:00Z',
    'UTC',
    DECLINES_2_AFTER_1,
    { plan: MONTHLY, trial: { amount: 100, interval: 1, interval_unit: 'day', as_first_payment: true } },
    '2027-02-01T00:00:00Z',
    [
      ['2027-01-15T10:00:00Z', 100, 'successful'],
      ['2027-01-16T10:00:00Z', 1000, 'failed'],
      ['2027-01-17T03:00:00Z', 1000, 'failed'],
      ['2027-01-18T03:00:00Z', 1000, 'successful'],
    ],
    'active',
  ],
  [
    'a trial as first payment: errors after it are recovered from',
    '2027-01-15T10:17:00Z',
    'UTC',
    ERRS_2_AFTER_1,
    { plan: MONTHLY, trial: { amount: 100, interval: 1, interval_unit: 'day', as_first_payment: true } },
    '2027-02-01T00:00:00Z',
    [
      ['2027-01-15T10:17:00Z', 100, 'successful'],
      ['2027-01-16T10:17:00Z', 1000, 'failed'],
      ['2027-01-16T11:00:00Z', 1000, 'failed'],
      ['2027-01-16T12:00:00Z', 1000, 'successful'],
    ],
    'active',
  ],
  [
    'a trial that is no payment: a decline after it ends everything',
    '2027-01-15T10:00:00Z',
    'UTC',
    DECLINES_2_AFTER_1,
    { plan: MONTHLY, trial: { amount: 100, interval: 1, interval_unit: 'day' } },
    '2028-01-01T00:00:00Z',
    [
      ['2027-01-15T10:00:00Z', 100, 'successful'],
      ['2027-01-16T10:00:00Z', 1000, 'failed'],
    ],
    'failed',
  ],
  [
    'a trial that is no payment: so does an error',
    '2027-01-15T10:17:00Z',
    'UTC',
    ERRS_2_AFTER_1,
    { plan: MONTHLY, trial: { amount: 100, interval: 1, interval_unit: 'day', as_first_payment: false } },
    '2028-01-01T00:00:00Z',
    [
      ['2027-01-15T10:17:00Z', 100, 'successful'],
      ['2027-01-16T10:17:00Z', 1000, 'failed'],
    ],
    'error',
  ],
  [
    'a trial that is no payment: what fails after paid cycles is recovered from',
    '2027-01-15T10:17:00Z',
    'UTC',
    ERRS_2_AFTER_3,
    { plan: DAILY, trial: { amount: 100, interval: 1, interval_unit: 'day' } },
    '2027-01-19T00:00:00Z',
    [
      ['2027-01-15T10:17:00Z', 100, 'successful'],
      ['2027-01-16T10:17:00Z', 1000, 'successful'],
      ['2027-01-17T10:17:00Z', 1000, 'successful'],
      ['2027-01-18T10:17:00Z', 1000, 'failed'],
      ['2027-01-18T11:00:00Z', 1000, 'failed'],
      ['2027-01-18T12:00:00Z', 1000, 'successful'],
    ],
    'active',
  ],
  [
    'a declined order',
    '2027-01-15T10:00:00Z',
    'UTC',
    '4005550000000019',
    { plan: DAILY },
    '2028-01-01T00:00:00Z',
    [['2027-01-15T10:00:00Z', 1000, 'failed']],
    'failed',
  ],
];

test.each(histories)('charges %s', checkChargeHistory);
