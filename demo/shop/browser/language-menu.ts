import { make } from './dom.js';

/**
 * As a merchant's list would be, by hand: English, and each language of docs/languages.md, by its name in itself. A browser knows only some
 * of these names, and gives the others in English.
 */
export const LANGUAGES: Readonly<Record<string, string>> = {
  en: 'English',
  ar: 'العربية',
  az: 'azərbaycan',
  be: 'беларуская',
  bg: 'български',
  bn: 'বাংলা',
  cs: 'čeština',
  da: 'dansk',
  de: 'Deutsch',
  el: 'Ελληνικά',
  es: 'español',
  et: 'eesti',
  fa: 'فارسی',
  fi: 'suomi',
  fr: 'français',
  he: 'עברית',
  hi: 'हिन्दी',
  hr: 'hrvatski',
  hu: 'magyar',
  hy: 'հայերեն',
  id: 'Indonesia',
  it: 'italiano',
  ja: '日本語',
  ka: 'ქართული',
  kk: 'қазақ тілі',
  ko: '한국어',
  ky: 'кыргызча',
  lt: 'lietuvių',
  lv: 'latviešu',
  mn: 'монгол',
  ms: 'Melayu',
  nl: 'Nederlands',
  no: 'norsk',
  pl: 'polski',
  pt: 'português',
  'pt-BR': 'português (Brasil)',
  ro: 'română',
  ru: 'русский',
  sk: 'slovenčina',
  sl: 'slovenščina',
  sr: 'српски',
  'sr-Latn': 'srpski (latinica)',
  sv: 'svenska',
  tg: 'тоҷикӣ',
  th: 'ไทย',
  tk: 'türkmen dili',
  tr: 'Türkçe',
  uk: 'українська',
  ur: 'اردو',
  uz: 'o‘zbek',
  vi: 'Tiếng Việt',
  zh: '中文',
  'zh-Hant': '繁體中文',
};

const KEPT = 'shop-language';

/** A menu below the element, which sets its language; the next page remembers it. */
export function addLanguageMenu(payment: HTMLElement, storage: Storage): void {
  const menu = make('select');
  for (const [tag, name] of Object.entries(LANGUAGES)) menu.append(new Option(name, tag));
  const kept = storage.getItem(KEPT) ?? 'en';
  menu.value = kept in LANGUAGES ? kept : 'en';
  const apply = (): void => payment.setAttribute('language', menu.value);
  menu.addEventListener('change', () => {
    storage.setItem(KEPT, menu.value);
    apply();
  });
  apply();
  payment.closest('.pay')?.append(make('label', { className: 'language' }, 'Language of the form', menu));
}
