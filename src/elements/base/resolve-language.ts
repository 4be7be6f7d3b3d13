import { catalogues } from '../../locales/catalogues.js';
import { isAuto } from '../../locales/language-tag.js';

/**
 * The language of an element. With `auto`, it is the first one with a catalogue: of the page's `lang` around the element, then of
 * those that the browser asks for.
 */
export function resolveLanguage(asked: string, element: Element): string {
  if (!isAuto(asked)) return asked;
  const around = element.closest('[lang]') ?? document.documentElement;
  return [around.getAttribute('lang') ?? '', ...navigator.languages].find((tag) => catalogues.has(tag)) ?? 'en';
}
