import { GATEWAY_LANGUAGES } from '../../../src/locales/gateway-language.js';
import { en } from './texts/en.js';

export { fill } from '../../../src/locales/fill.js';

/** The texts of the payer's pages and e-mails, in one language. */
export type Texts = Readonly<Record<keyof typeof en, string>> & { readonly language: string };

// As text, which is read when it is needed: most runs need one language.
const files = import.meta.glob<string>('./texts/*.json', { eager: true, query: '?raw', import: 'default' });
const read = new Map<string, Texts>([['en', { ...en, language: 'en' }]]);

/** The language of a payment's pages and e-mails: the requested one if the gateway knows it (spec 2.1), otherwise English. */
export const languageOf = (asked: string | null | undefined): string =>
  asked && GATEWAY_LANGUAGES.includes(asked) ? asked : 'en';

/** The texts in a language; in English for one that the gateway doesn't know. */
export function textsIn(asked: string | null | undefined): Texts {
  const language = languageOf(asked);
  const file = files[`./texts/${language}.json`];
  if (file && !read.has(language)) read.set(language, { ...en, ...(JSON.parse(file) as Partial<Texts>), language });
  return read.get(language) ?? textsIn('en');
}
