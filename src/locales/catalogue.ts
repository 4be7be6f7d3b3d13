import type { OrderMessages, Words } from './messages.js';

export { fill } from './fill.js';
export type { MessageKey, Messages, OrderMessageKey, OrderMessages, Words } from './messages.js';

/** A language's own sentences. An element has those that are missing, as in an older file from a cache, in English. */
export type Catalogue = Words<Partial<OrderMessages>>;

/** Functions that load a language's catalogue, by the primary subtag of the language. */
export type Loaders = Readonly<Record<string, () => Promise<Partial<OrderMessages>>>>;

/** The catalogues of a page. Each is loaded once, when it is first needed. */
export interface Catalogues {
  /** The catalogue of a language; undefined until it is loaded. For English, and for a language without a catalogue, it is empty. */
  readonly find: (language: string) => Catalogue | undefined;
  /** Loads the catalogue of a language. Rejects if its loader rejects; the next call tries again. */
  readonly load: (language: string) => Promise<Catalogue>;
}

/** Catalogues from loaders. */
export function createCatalogues(loaders: Loaders): Catalogues {
  const here = new Map<string, Partial<OrderMessages>>([['en', {}]]);
  const coming = new Map<string, Promise<unknown>>();
  // `ru` and `ru-RU` share a catalogue, but the full tag decides how numbers are written.
  const subtagOf = (language: string): string => language.toLowerCase().split('-')[0]!;

  const find = (language: string): Catalogue | undefined => {
    const subtag = subtagOf(language);
    const messages = here.get(subtag);
    if (!messages && Object.hasOwn(loaders, subtag)) return undefined;
    return messages ? { ...messages, language } : { language: 'en' };
  };

  const load = async (language: string): Promise<Catalogue> => {
    const subtag = subtagOf(language);
    if (!find(language)) {
      if (!coming.has(subtag)) {
        const arrived = loaders[subtag]!().then((messages) => here.set(subtag, messages));
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
