import { enEvery } from './en-every.js';

/** The English sentences about a subscription plan, with those of every element. */
export const enPlan = {
  ...enEvery,

  offer_loading: 'Loading…',
  subscribe_bare: 'Subscribe',
  subscribe: 'Subscribe to {title}',
  terms: '{charge} {every}, {until}.',
  terms_trial: '{period} for {amount}, then {charge} {every}, {until}.',
  terms_trial_free: '{period} free, then {charge} {every}, {until}.',
  terms_first_payment: 'The trial payment counts as the first payment.',
  until_canceled: 'until you cancel',
  until_paid: '{count, plural, one {# payment} other {# payments}}',
  until_total: '{payments} ({total} in all)',
  'period.hour': '{count, plural, one {# hour} other {# hours}}',
  'period.day': '{count, plural, one {# day} other {# days}}',
  'period.month': '{count, plural, one {# month} other {# months}}',
  'every.hour': 'an hour',
  'every.day': 'a day',
  'every.week': 'a week',
  'every.month': 'a month',
  'every.year': 'a year',
  'every_few.hour': '{count, plural, one {every # hour} other {every # hours}}',
  'every_few.day': '{count, plural, one {every # day} other {every # days}}',
  'every_few.month': '{count, plural, one {every # month} other {every # months}}',
} as const;
