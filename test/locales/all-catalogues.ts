import { enOrder } from '../../src/locales/en-order.js';
import { en } from '../../src/locales/en.js';
import { enPress } from '../../src/locales/press-words.js';
import type { Sentences } from './judge-catalogue.js';

/** The English sentences, in the order of a catalogue's file. */
export const english: Sentences = { ...enPress, ...en, ...enOrder };

const files = import.meta.glob<Sentences>('../../src/locales/*.json', { eager: true, import: 'default' });

/** Every catalogue, by the language in its file's name. */
export const CATALOGUES: Readonly<Record<string, Sentences>> = {
  en: english,
  ...Object.fromEntries(Object.entries(files).map(([path, all]) => [path.replace(/^.*\/|\.json$/g, ''), all])),
};
