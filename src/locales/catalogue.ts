import { en } from './en.js';
import type { Messages } from './messages.js';

export { fill } from './fill.js';
export type { MessageKey, Messages, OrderMessageKey, OrderMessages } from './messages.js';

/** Every sentence, and the language they are in as a BCP 47 tag. */
export interface Catalogue extends Messages {
  readonly language: string;
}

/** Where the catalogues of languages come from, by their primary subtags. */
export type Loaders = Readonly<Record<string, () => Promise<Messages>>>;

/** The catalogues of a page; each is loaded when it is first asked for, and once. */
export interface Catalogues {
  /** What is at hand for a language: English where there is no catalogue of it; undefined where that is not here yet. */
  readonly find: (language: string) => Catalogue | undefined;
  /** Brings the catalogue of a language. Rejects as its loader does; the next call tries again. */
  readonly load: (language: string) => Promise<Catalogue>;
}

/** Catalogues that come from loaders, with English at hand. */
export function createCatalogues(loaders: Loaders): Catalogues {
  const here = new Map<string, Messages>([['en', en]]);
  const coming = new Map<string, Promise<unknown>>();
  // `ru` and `ru-RU` have the same words; the tag asked for tells more on how to say them.
  const subtagOf = (language: string): string => language.toLowerCase().split('-')[0]!;

  const find = (language: string): Catalogue | undefined => {
    const subtag = subtagOf(language);
    const messages = here.get(subtag);
    if (!messages && Object.hasOwn(loaders, subtag)) return undefined;
    return messages ? { ...messages, language } : { ...en, language: 'en' };
  };

  const load = async (language: string): Promise<Catalogue> => {
    const subtag = subtagOf(language);
    if (!find(language)) {
      if (!coming.has(subtag)) {
        // An older file from a cache may lack a sentence of today.
        const arrived = loaders[subtag]!().then((messages) => here.set(subtag, { ...en, ...messages }));
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
  // Not by a computed name: bundlers make a file of each import they can read.
  ar: async () => (await import('./ar.js')).ar,
  ru: async () => (await import('./ru.js')).ru,
});
