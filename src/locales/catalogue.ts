import { en } from './en.js';

/** The name of a sentence. */
export type MessageKey = keyof typeof en;

/** Every sentence in one language. */
export type Messages = Readonly<Record<MessageKey, string>>;

// English is always at hand; other languages join here, each loaded when it is asked for.
const catalogues: Readonly<Record<string, Messages | undefined>> = { en };

/** The catalogue of a language (`en`, `en-GB`); English for a language there is none of. */
export const catalogueOf = (language: string): Messages => catalogues[language.toLowerCase().split('-')[0]!] ?? en;

/** Fills the names in braces. A name without a value stays visible, so that it is noticed. */
export const fill = (sentence: string, values: Readonly<Record<string, string>>): string =>
  sentence.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
