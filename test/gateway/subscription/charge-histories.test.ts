import { test, vi } from 'vitest';
import { MONTHLY, DAILY, HOURLY, checkChargeHistory, type ChargeHistory } from './charge-history.js';

// Milliseconds: the first test of a file starts a database, and a year has many charges.
vi.setConfig({ testTimeout: 60_000 });

// Most tables end long after the last charge, because they also show what must not be charged.
const histories: ChargeHistory[] = [
  [
    'months from the 31st of January',
    '2027-01-31T10:00:00Z',
    'UTC',
    undefined,
    { plan: MONTHLY },
    '2027-06-01T00:00:00Z',
    [
      ['2027-01-31T10:00:00Z', 1000, 'successful'],
      ['2027-02-28T10:00:00Z', 1000, 'successful'],
      ['2027-03-31T10:00:00Z', 1000, 'successful'],
      ['2027-04-30T10:00:00Z', 1000, 'successful'],
      ['2027-05-31T10:00:00Z', 1000, 'successful'],
    ],
    'active',
  ],
  [
    'days over the change to summer time, at the same hour',
    '2027-03-26T09:00:00Z',
    'Europe/Berlin',
    undefined,
    { plan: DAILY },
    '2027-03-29T12:00:00Z',
    [
      ['2027-03-26T09:00:00Z', 1000, 'successful'],
      ['2027-03-27T09:00:00Z', 1000, 'successful'],
      ['2027-03-28T08:00:00Z', 1000, 'successful'],
      ['2027-03-29T08:00:00Z', 1000, 'successful'],
    ],
    'active',
  ],
  [
    'hours over the change to winter time, an exact hour apart',
    '2027-10-30T23:10:00Z',
    'Europe/Berlin',
    undefined,
    { plan: HOURLY },
    '2027-10-31T03:00:00Z',
    [
      ['2027-10-30T23:10:00Z', 1000, 'successful'], // 01:10
      ['2027-10-31T00:10:00Z', 1000, 'successful'], // 02:10
      ['2027-10-31T01:10:00Z', 1000, 'successful'], // 02:10 for the second time
      ['2027-10-31T02:10:00Z', 1000, 'successful'], // 03:10
    ],
    'active',
  ],
  [
    'two cycles without a trial, and no third',
    '2027-01-31T10:00:00Z',
    'UTC',
    undefined,
    { plan: MONTHLY, infinite: false, billing_cycles: 2 },
    '2028-01-01T00:00:00Z',
    [
      ['2027-01-31T10:00:00Z', 1000, 'successful'],
      ['2027-02-28T10:00:00Z', 1000, 'successful'],
    ],
    'canceled',
  ],
  [
    'a trial before the only cycle',
    '2027-01-31T10:00:00Z',
    'UTC',
    undefined,
    { plan: MONTHLY, infinite: false, billing_cycles: 1, trial: { amount: 1, interval: 2, interval_unit: 'hour' } },
    '2028-01-01T00:00:00Z',
    [
      ['2027-01-31T10:00:00Z', 1, 'successful'],
      ['2027-01-31T12:00:00Z', 1000, 'successful'],
    ],
    'canceled',
  ],
  [
    'a trial as the first of three payments',
    '2027-01-31T10:00:00Z',
    'UTC',
    undefined,
    {
      plan: MONTHLY,
      infinite: false,
      billing_cycles: 3,
      trial: { amount: 1, interval: 2, interval_unit: 'hour', as_first_payment: true },
    },
    '2028-01-01T00:00:00Z',
    [
      ['2027-01-31T10:00:00Z', 1, 'successful'],
      ['2027-01-31T12:00:00Z', 1000, 'successful'],
      ['2027-02-28T12:00:00Z', 1000, 'successful'],
    ],
    'canceled',
  ],
  [
    'a trial as the only payment',
    '2027-01-31T10:00:00Z',
    'UTC',
    undefined,
    {
      plan: MONTHLY,
      infinite: false,
      billing_cycles: 1,
      trial: { amount: 1, interval: 2, interval_unit: 'hour', as_first_payment: true },
    },
    '2027-01-31T12:00:01Z',
    [['2027-01-31T10:00:00Z', 1, 'successful']],
    'canceled',
  ],
];

test.each(histories)('charges %s', checkChargeHistory);
