import type { Loaders } from './catalogue.js';

// In a script file the build puts others in place of these, for the files in the folder `locales` beside it: build/catalogues.ts.

/** Loads each catalogue, by the name of its file. */
export const LOADERS: Loaders = Object.fromEntries(
  Object.entries(import.meta.glob<Awaited<ReturnType<Loaders[string]>>>('./*.json', { import: 'default' })).map(
    ([path, load]) => [path.slice('./'.length, -'.json'.length), load],
  ),
);
