import type { IntervalUnit } from '../../../src/wire/request/plan.js';

/** The texts of a plan's terms in one language. */
export interface PlanTexts {
  readonly language: string;
  readonly price: string;
  readonly today: string;
  readonly trial: string;
  readonly afterTrial: string;
  readonly end: string;
  readonly untilCancelled: string;
  /** "3 days". */
  length(count: number, unit: IntervalUnit): string;
  /** "every 3 days", "every day". */
  every(count: number, unit: IntervalUnit): string;
  /** The number of payments, without the trial's. */
  payments(count: number): string;
  /** Added when the trial's payment is one of them. */
  readonly trialIsFirst: string;
}

// Intl has the plural forms of hours, days and months.
const lengthIn =
  (language: string) =>
  (count: number, unit: IntervalUnit): string =>
    new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(count);

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
  untilCancelled: 'Until you cancel',
  length: lengthIn('en'),
  every: (count, unit) => (count === 1 ? `every ${unit}` : `every ${lengthIn('en')(count, unit)}`),
  payments: countIn('en', { one: 'payment' }, 'payments'),
  trialIsFirst: 'the first one for the trial',
};

const EVERY_ONE = { hour: 'каждый час', day: 'каждый день', month: 'каждый месяц' } as const;

const ru: PlanTexts = {
  language: 'ru',
  price: 'Цена',
  today: 'Сегодня',
  trial: 'Пробный период',
  afterTrial: 'После пробного периода',
  end: 'Как долго',
  untilCancelled: 'Пока вы не отмените',
  length: lengthIn('ru'),
  every: (count, unit) => (count === 1 ? EVERY_ONE[unit] : `каждые ${lengthIn('ru')(count, unit)}`),
  payments: countIn('ru', { one: 'платёж', few: 'платежа' }, 'платежей'),
  trialIsFirst: 'первый за пробный период',
};

const EACH_ONE = { hour: 'كل ساعة', day: 'كل يوم', month: 'كل شهر' } as const;

const ar: PlanTexts = {
  language: 'ar',
  price: 'السعر',
  today: 'اليوم',
  trial: 'الفترة التجريبية',
  afterTrial: 'بعد الفترة التجريبية',
  end: 'المدة',
  untilCancelled: 'حتى تلغي الاشتراك',
  length: lengthIn('ar'),
  every: (count, unit) => (count === 1 ? EACH_ONE[unit] : `كل ${lengthIn('ar')(count, unit)}`),
  payments: countIn('ar', { one: 'دفعة', two: 'دفعتان', few: 'دفعات' }, 'دفعة'),
  trialIsFirst: 'أولاها للفترة التجريبية',
};

/** The texts in a language; in English for any other than Russian and Arabic. */
export const planTextsIn = (language: string): PlanTexts => ({ ru, ar })[language] ?? en;
