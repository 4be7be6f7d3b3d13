import { join } from 'node:path';
import { root } from './install.mjs';

/** Where everything is kept that can be made again: bundles, an empty database, a certificate. */
export const CACHE = join(root, 'node_modules/.cache/checkout-elements');
