import type { IntervalUnit } from '../../../src/wire/request/plan.js';

/** The texts of a plan's terms in one language. */
export interface PlanTexts {
  readonly language: string;
  readonly price: string;
  readonly today: string;
  readonly trial: string;
  readonly afterTrial: string;
  readonly end: string;
  readonly untilCanceled: string;
  /** "3 days". */
  length(count: number, unit: IntervalUnit): string;
  /** "every 3 days", "a day", "a week". */
  every(count: number, unit: IntervalUnit): string;
  /** The number of payments, without the trial's. */
  payments(count: number): string;
  /** The sum of all payments, beside their number. */
  inAll(total: string): string;
  /** Added to the number when the trial's payment is one of them. */
  readonly trialIsFirst: string;
}

// Intl has the plural forms of hours, days and months.
const lengthIn =
  (language: string) =>
  (count: number, unit: IntervalUnit): string =>
    new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(count);

/** An interval that has a word of its own. */
type Single = IntervalUnit | 'week' | 'year';

const everyIn =
  (language: string, single: Readonly<Record<Single, string>>, each: string) =>
  (count: number, unit: IntervalUnit): string => {
    if (count === 7 && unit === 'day') return single.week;
    if (count === 12 && unit === 'month') return single.year;
    return count === 1 ? single[unit] : `${each} ${lengthIn(language)(count, unit)}`;
  };

const countIn = (language: string, forms: Readonly<Partial<Record<Intl.LDMLPluralRule, string>>>, other: string) => {
  const rules = new Intl.PluralRules(language);
  return (count: number): string => `${new Intl.NumberFormat(language).format(count)} ${forms[rules.select(count)] ?? other}`;
};

const en: PlanTexts = {
  language: 'en',
  price: 'Price',
  today: 'Today',
  trial: 'Trial period',
  afterTrial: 'After the trial',
  end: 'Duration',
  untilCanceled: 'Until you cancel',
  length: lengthIn('en'),
  every: everyIn('en', { hour: 'an hour', day: 'a day', week: 'a week', month: 'a month', year: 'a year' }, 'every'),
  payments: countIn('en', { one: 'payment' }, 'payments'),
  inAll: (total) => `${total} in all`,
  trialIsFirst: ', the first one for the trial',
};

const ru: PlanTexts = {
  language: 'ru',
  price: 'Цена',
  today: 'Сегодня',
  trial: 'Пробный период',
  afterTrial: 'После пробного периода',
  end: 'Как долго',
  untilCanceled: 'Пока вы не отмените',
  length: lengthIn('ru'),
  every: everyIn('ru', { hour: 'в час', day: 'в день', week: 'в неделю', month: 'в месяц', year: 'в год' }, 'каждые'),
  payments: countIn('ru', { one: 'платёж', few: 'платежа' }, 'платежей'),
  inAll: (total) => `всего ${total}`,
  trialIsFirst: ', первый за пробный период',
};

const ar: PlanTexts = {
  language: 'ar',
  price: 'السعر',
  today: 'اليوم',
  trial: 'الفترة التجريبية',
  afterTrial: 'بعد الفترة التجريبية',
  end: 'المدة',
  untilCanceled: 'حتى تلغي الاشتراك',
  length: lengthIn('ar'),
  every: everyIn('ar', { hour: 'كل ساعة', day: 'كل يوم', week: 'كل أسبوع', month: 'كل شهر', year: 'كل سنة' }, 'كل'),
  payments: countIn('ar', { one: 'دفعة', two: 'دفعتان', few: 'دفعات' }, 'دفعة'),
  inAll: (total) => `الإجمالي ${total}`,
  trialIsFirst: '، أولاها للفترة التجريبية',
};

/** The texts in a language; in English for any other than Russian and Arabic. */
export const planTextsIn = (language: string): PlanTexts => ({ ru, ar })[language] ?? en;
