import { nameOfCatalogue } from '../locales/catalogue-name.js';
import type { Messages } from '../locales/messages.js';
import { enPress, enSaving } from '../locales/press-words.js';

const ENGLISH = { ...enPress, ...enSaving } as const;
/** The name of a sentence of the frame's own. */
type Key = keyof typeof ENGLISH;
type Sentences = Readonly<Record<string, string>>;
/** Of each language's file only these sentences get into the frame. */
const FILES: Readonly<Record<Key, Sentences>> = {
  send: import.meta.glob('../locales/*.json', { eager: true, import: 'send' }),
  send_to: import.meta.glob('../locales/*.json', { eager: true, import: 'send_to' }),
  show_fee: import.meta.glob('../locales/*.json', { eager: true, import: 'show_fee' }),
  send_confirm: import.meta.glob('../locales/*.json', { eager: true, import: 'send_confirm' }),
  send_same_card: import.meta.glob('../locales/*.json', { eager: true, import: 'send_same_card' }),
  check_again: import.meta.glob('../locales/*.json', { eager: true, import: 'check_again' }),
  pay: import.meta.glob('../locales/*.json', { eager: true, import: 'pay' }),
  subscribe_and_pay: import.meta.glob('../locales/*.json', { eager: true, import: 'subscribe_and_pay' }),
  subscribe_free: import.meta.glob('../locales/*.json', { eager: true, import: 'subscribe_free' }),
  too_early: import.meta.glob('../locales/*.json', { eager: true, import: 'too_early' }),
  wrong_date: import.meta.glob('../locales/*.json', { eager: true, import: 'wrong_date' }),
  not_in_view: import.meta.glob('../locales/*.json', { eager: true, import: 'not_in_view' }),
  saves_card: import.meta.glob('../locales/*.json', { eager: true, import: 'saves_card' }),
  save_card: import.meta.glob('../locales/*.json', { eager: true, import: 'save_card' }),
};
const NAMES = Object.keys(FILES.send).map((path) => path.slice('../locales/'.length, -'.json'.length));

/**
 * A sentence as far as it tells no count: its first sentence or, in a script without full stops, its first clause. The sentences are the
 * page's, which sees how much room they take.
 */
export const uncounted = (sentence = ''): string =>
  (/^[^{]*?[.!?。।։؟…۔，]|^[^{\s]*/u.exec(sentence)?.[0] ?? '').replace(/，$/, '。');

/**
 * The sentences of the button and about saved cards, in English where a language has none. They are the frame's own: the page's could
 * promise another sum than the cards are sealed for, or keep silent about what is saved.
 */
export function pressWords(language: string): Messages<Key> {
  const path = `../locales/${nameOfCatalogue(language, NAMES)}.json`;
  const translated = Object.entries(FILES).map(([key, files]) => [key, files[path] || ENGLISH[key as Key]] as const);
  return Object.fromEntries(translated) as Messages<Key>;
}
