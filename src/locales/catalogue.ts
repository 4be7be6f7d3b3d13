import { nameOfCatalogue } from './catalogue-name.js';
import { isEnglish } from './language-tag.js';
import type { Messages, Words } from './messages.js';

export { fill } from './fill.js';
export type { MessageKey, Messages, PaymentMessageKey, PlanMessageKey, Words } from './messages.js';

/** A language's own sentences. An element has those that are missing, as in an older file from a cache, in English. */
export type Catalogue = Words<never>;

/** Functions that load a catalogue, by its name: `ru`, `pt-BR`. */
export type Loaders = Readonly<Record<string, () => Promise<Partial<Messages>>>>;

/** The catalogues of a page. Each is loaded once, when it is first needed. */
export interface Catalogues {
  /** Whether there are sentences in a language. */
  readonly has: (language: string) => boolean;
  /** The catalogue of a language; undefined until it is loaded. For English, and for a language without a catalogue, it is empty. */
  readonly find: (language: string) => Catalogue | undefined;
  /** Loads the catalogue of a language. Rejects if its loader rejects; the next call tries again. */
  readonly load: (language: string) => Promise<Catalogue>;
}

/** Catalogues from loaders. */
export function createCatalogues(loaders: Loaders): Catalogues {
  const names = Object.keys(loaders);
  const here = new Map<string, Partial<Messages>>();
  const coming = new Map<string, Promise<unknown>>();
  // English is not looked up, because that takes milliseconds of the first form.
  const nameOf = (language: string): string | undefined => (isEnglish(language) ? undefined : nameOfCatalogue(language, names));

  const find = (language: string): Catalogue | undefined => {
    const name = nameOf(language);
    // The full tag decides how numbers are written.
    if (name === undefined) return { language: isEnglish(language) ? language : 'en' };
    const messages = here.get(name);
    return messages && { ...messages, language };
  };

  const load = async (language: string): Promise<Catalogue> => {
    const name = nameOf(language);
    if (name !== undefined && !here.has(name)) {
      if (!coming.has(name)) {
        const arrived = loaders[name]!().then((messages) => here.set(name, messages));
        coming.set(
          name,
          arrived.finally(() => coming.delete(name)),
        );
      }
      await coming.get(name);
    }
    return find(language)!;
  };
  const has = (language: string): boolean => isEnglish(language) || nameOf(language) !== undefined;
  return { has, find, load };
}
