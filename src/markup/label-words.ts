import type { CardInputName } from '../card/card-fields.js';
import { nameOfCatalogue } from '../locales/catalogue-name.js';
import { en } from '../locales/en.js';
import { isEnglish } from '../locales/language-tag.js';

type Sentences = Readonly<Record<string, string>>;
/** Of each language's file only the labels of the inputs get into a server's bundle. */
const FILES = {
  source_card: import.meta.glob('../locales/*.json', { eager: true, import: 'source_card' }),
  recipient_card: import.meta.glob('../locales/*.json', { eager: true, import: 'recipient_card' }),
  card: import.meta.glob('../locales/*.json', { eager: true, import: 'card' }),
  number: import.meta.glob('../locales/*.json', { eager: true, import: 'number' }),
  expiry: import.meta.glob('../locales/*.json', { eager: true, import: 'expiry' }),
  expiry_hint: import.meta.glob('../locales/*.json', { eager: true, import: 'expiry_hint' }),
  verification_value: import.meta.glob('../locales/*.json', { eager: true, import: 'verification_value' }),
  holder: import.meta.glob('../locales/*.json', { eager: true, import: 'holder' }),
  recipient_holder: import.meta.glob('../locales/*.json', { eager: true, import: 'recipient_holder' }),
} as const satisfies Readonly<
  Record<CardInputName | 'source_card' | 'recipient_card' | 'card' | 'expiry_hint' | 'recipient_holder', Sentences>
>;

/** The labels of the inputs of a card. */
export type LabelWords = Readonly<Record<keyof typeof FILES, string>>;

const NAMES = Object.keys(FILES.number).map((path) => path.slice('../locales/'.length, -'.json'.length));

/** The languages that have labels. */
export const LANGUAGES: readonly string[] = ['en', ...NAMES];

/** The labels in a language; undefined if there are none. */
export function labelWords(language: string): LabelWords | undefined {
  if (isEnglish(language)) return en;
  const name = nameOfCatalogue(language, NAMES);
  if (name === undefined) return undefined;
  const translated = Object.entries(FILES).map(([key, files]) => [key, (files as Sentences)[`../locales/${name}.json`]] as const);
  return { ...en, ...Object.fromEntries(translated) };
}
