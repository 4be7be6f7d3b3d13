import { createCatalogues } from './catalogue.js';
import { LOADERS } from './loaders.js';

/** The catalogues of this package. Apart from everything else: the isolated fields must not get them all. */
export const catalogues = createCatalogues(LOADERS);
