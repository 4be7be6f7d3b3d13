import { make } from './dom.js';

// As a merchant's list would be, by hand: English, and each language of docs/languages.md.
const LANGUAGES =
  `en ar az be bg bn cs da de el es et fa fi fr he hi hr hu hy id it ja ka kk ko ky lt lv mn ms nl no pl pt pt-BR ro ru sk sl sr sr-Latn
sv tg th tk tr uk ur uz vi zh zh-Hant`.split(/\s+/);

const KEPT = 'shop-language';

/** A language's name in itself. */
const nameOf = (tag: string): string => new Intl.DisplayNames(tag, { type: 'language' }).of(tag) ?? tag;

/** A menu below the element, which sets its language; the next page remembers it. */
export function addLanguageMenu(payment: HTMLElement, storage: Storage): void {
  const menu = make('select');
  for (const tag of LANGUAGES) menu.append(new Option(nameOf(tag), tag));
  const kept = storage.getItem(KEPT) ?? 'en';
  menu.value = LANGUAGES.includes(kept) ? kept : 'en';
  const apply = (): void => payment.setAttribute('language', menu.value);
  menu.addEventListener('change', () => {
    storage.setItem(KEPT, menu.value);
    apply();
  });
  apply();
  payment.closest('.pay')?.append(make('label', { className: 'language' }, 'Language of the form', menu));
}
