import { enForm } from './en-form.js';
import type { FormMessages, Messages } from './messages.js';

export { fill } from './fill.js';
export type { FormMessageKey, FormMessages, MessageKey, Messages, OrderMessageKey, OrderMessages } from './messages.js';

/** The sentences of a form, and the language they are in as a BCP 47 tag. A language that was loaded has all other sentences too. */
export interface FormCatalogue extends FormMessages {
  readonly language: string;
}

/** Every sentence, and the language of the sentences as a BCP 47 tag. */
export interface Catalogue extends Messages {
  readonly language: string;
}

/** Functions that load a language's catalogue, by the primary subtag of the language. */
export type Loaders = Readonly<Record<string, () => Promise<Messages>>>;

/** The catalogues of a page. Each is loaded once, when it is first needed. */
export interface Catalogues {
  /** The catalogue of a language: English if the language has none; undefined while its own is not loaded yet. */
  readonly find: (language: string) => FormCatalogue | undefined;
  /** Loads the catalogue of a language. Rejects if its loader rejects; the next call tries again. */
  readonly load: (language: string) => Promise<FormCatalogue>;
}

/** Catalogues from loaders. English is always there. */
export function createCatalogues(loaders: Loaders): Catalogues {
  const here = new Map<string, FormMessages>([['en', enForm]]);
  const coming = new Map<string, Promise<unknown>>();
  // `ru` and `ru-RU` share a catalogue, but the full tag decides how numbers are written.
  const subtagOf = (language: string): string => language.toLowerCase().split('-')[0]!;

  const find = (language: string): FormCatalogue | undefined => {
    const subtag = subtagOf(language);
    const messages = here.get(subtag);
    if (!messages && Object.hasOwn(loaders, subtag)) return undefined;
    return messages ? { ...messages, language } : { ...enForm, language: 'en' };
  };

  const load = async (language: string): Promise<FormCatalogue> => {
    const subtag = subtagOf(language);
    if (!find(language)) {
      if (!coming.has(subtag)) {
        // An older file from a cache may lack a newer sentence.
        const arrived = loaders[subtag]!().then((messages) => here.set(subtag, { ...enForm, ...messages }));
        coming.set(
          subtag,
          arrived.finally(() => coming.delete(subtag)),
        );
      }
      await coming.get(subtag);
    }
    return find(language)!;
  };
  return { find, load };
}

/** The catalogues of this package. */
export const catalogues = createCatalogues({
  // The names are literals, because bundlers make a file only for an import that they can read.
  ar: async () => (await import('./ar.js')).ar,
  ru: async () => (await import('./ru.js')).ru,
});
