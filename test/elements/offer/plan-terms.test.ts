import { describe, expect, test } from 'vitest';
import { Speech } from '../../../src/elements/base/speech.js';
import { hasReadableTerms, termsText } from '../../../src/elements/offer/plan-terms.js';
import { catalogues } from '../../../src/locales/catalogues.js';
import { enPlan } from '../../../src/locales/en-plan.js';
import type { Plan } from '../../../src/wire/response/plan.js';

const monthly: Plan = {
  id: 'pln_1',
  title: 'Paper',
  currency: 'USD',
  plan: { amount: 1000, interval: 1, interval_unit: 'month' },
};

async function say(plan: Partial<Plan>, language = 'en'): Promise<string> {
  const words = { ...enPlan, ...(await catalogues.load(language)) };
  return termsText({ ...monthly, ...plan }, new Speech(words, language))
    .join(' ')
    .replaceAll(/[\u2066-\u2069]/g, '')
    .replaceAll('\u00a0', ' ');
}

const every = (interval: number, unit: string, amount = 1000) => ({ plan: { amount, interval, interval_unit: unit } });

describe('in English', () => {
  test.each<[Partial<Plan>, string]>([
    [{}, '10.00 USD a month, until you cancel.'],
    [every(2, 'month'), '10.00 USD every 2 months, until you cancel.'],
    [every(1, 'day'), '10.00 USD a day, until you cancel.'],
    [every(7, 'day'), '10.00 USD a week, until you cancel.'],
    [every(14, 'day'), '10.00 USD every 14 days, until you cancel.'],
    [every(12, 'month'), '10.00 USD a year, until you cancel.'],
    // Seven hours are no week, and twelve days no year.
    [every(7, 'hour'), '10.00 USD every 7 hours, until you cancel.'],
    [every(12, 'day'), '10.00 USD every 12 days, until you cancel.'],
    [every(1, 'hour'), '10.00 USD an hour, until you cancel.'],
    [every(36, 'hour'), '10.00 USD every 36 hours, until you cancel.'],
    [
      { trial: { amount: 100, interval: 3, interval_unit: 'day' } },
      '3 days for 1.00 USD, then 10.00 USD a month, until you cancel.',
    ],
    [
      { trial: { amount: 100, interval: 1, interval_unit: 'month' } },
      '1 month for 1.00 USD, then 10.00 USD a month, until you cancel.',
    ],
    [{ trial: { amount: 0, interval: 7, interval_unit: 'day' } }, '7 days free, then 10.00 USD a month, until you cancel.'],
    [
      { trial: { amount: 100, interval: 12, interval_unit: 'hour', as_first_payment: true } },
      '12 hours for 1.00 USD, then 10.00 USD a month, until you cancel. The trial payment counts as the first payment.',
    ],
    [
      { trial: { amount: 0, interval: 7, interval_unit: 'day', as_first_payment: true } },
      '7 days free, then 10.00 USD a month, until you cancel.',
    ],
    [{ infinite: false, billing_cycles: 12 }, '10.00 USD a month, 12 payments (120.00 USD in all).'],
    [{ infinite: false, billing_cycles: 1 }, '10.00 USD a month, 1 payment.'],
    [{ ...every(7, 'day', 450), infinite: false, billing_cycles: 12 }, '4.50 USD a week, 12 payments (54.00 USD in all).'],
    // The trial's own price would be missing in the sum, or replace a payment in it.
    [
      { trial: { amount: 100, interval: 3, interval_unit: 'day' }, infinite: false, billing_cycles: 12 },
      '3 days for 1.00 USD, then 10.00 USD a month, 12 payments.',
    ],
    [
      { trial: { amount: 0, interval: 3, interval_unit: 'day', as_first_payment: true }, infinite: false, billing_cycles: 12 },
      '3 days free, then 10.00 USD a month, 12 payments.',
    ],
    [
      { trial: { amount: 0, interval: 3, interval_unit: 'day' }, infinite: false, billing_cycles: 12 },
      '3 days free, then 10.00 USD a month, 12 payments (120.00 USD in all).',
    ],
    // Too large to be written exactly.
    [
      { ...every(1, 'month', Number.MAX_SAFE_INTEGER), infinite: false, billing_cycles: 2 },
      '90,071,992,547,409.91 USD a month, 2 payments.',
    ],
    // Spec 2.8: ignored when infinite is true, which is the default.
    [{ infinite: true, billing_cycles: 12 }, '10.00 USD a month, until you cancel.'],
    [{ billing_cycles: 12 }, '10.00 USD a month, until you cancel.'],
    [{ trial: null }, '10.00 USD a month, until you cancel.'],
    [{ ...every(1, 'month', 1500), currency: 'JPY' }, '1,500 JPY a month, until you cancel.'],
  ])('%o reads “%s”', async (plan, text) => {
    expect(await say(plan)).toBe(text);
  });
});

describe('in Russian, by its plurals', () => {
  test.each<[Partial<Plan>, string]>([
    [{}, '10,00 USD в месяц, пока вы не отмените подписку.'],
    [every(2, 'month'), '10,00 USD каждые 2 месяца, пока вы не отмените подписку.'],
    [every(5, 'month'), '10,00 USD каждые 5 месяцев, пока вы не отмените подписку.'],
    [every(7, 'day'), '10,00 USD в неделю, пока вы не отмените подписку.'],
    [every(21, 'day'), '10,00 USD каждый 21 день, пока вы не отмените подписку.'],
    [
      { trial: { amount: 100, interval: 3, interval_unit: 'day' } },
      '3 дня за 1,00 USD, затем 10,00 USD в месяц, пока вы не отмените подписку.',
    ],
    [
      { trial: { amount: 0, interval: 14, interval_unit: 'day' } },
      '14 дней бесплатно, затем 10,00 USD в месяц, пока вы не отмените подписку.',
    ],
    [{ infinite: false, billing_cycles: 12 }, '10,00 USD в месяц, 12 платежей (всего 120,00 USD).'],
    [{ infinite: false, billing_cycles: 3 }, '10,00 USD в месяц, 3 платежа (всего 30,00 USD).'],
  ])('%o reads “%s”', async (plan, text) => {
    expect(await say(plan, 'ru')).toBe(text);
  });
});

describe('in Arabic, by its plurals', () => {
  test.each<[Partial<Plan>, RegExp]>([
    [every(1, 'month'), /كل شهر، إلى أن تلغي الاشتراك\.$/],
    [every(2, 'month'), /كل شهرين، /],
    [every(3, 'month'), /كل [3٣] أشهر، /],
    [every(11, 'month'), /كل (11|١١) شهرًا، /],
    [{ infinite: false, billing_cycles: 2 }, /دفعتان \(الإجمالي .*USD\)\.$/],
  ])('%o reads %s', async (plan, text) => {
    expect(await say(plan, 'ar')).toMatch(text);
  });
});

test.each<[string, Partial<Plan>]>([
  ['a unit without words', every(1, 'week')],
  ['no length', every(0, 'month')],
  ['half a month', every(0.5, 'month')],
  ['a negative charge', every(1, 'month', -1)],
  ['a trial in weeks', { trial: { amount: 1, interval: 1, interval_unit: 'week' } }],
  ['a trial without a duration', { trial: { amount: 1, interval: 0, interval_unit: 'day' } }],
  ['a trial with a negative price', { trial: { amount: -1, interval: 1, interval_unit: 'day' } }],
  ['an unknown number of cycles', { infinite: false }],
  ['no cycles', { infinite: false, billing_cycles: 0 }],
  ['an unknown currency', { currency: 'XXX' }],
])('terms with %s are refused', (_, plan) => {
  expect(hasReadableTerms({ ...monthly, ...plan })).toBe(false);
});
