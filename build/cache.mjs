import { join } from 'node:path';
import { root } from './install.mjs';

/** The folder for everything that can be created again: bundles, an empty database. */
export const CACHE = join(root, 'node_modules/.cache/checkout-elements');
