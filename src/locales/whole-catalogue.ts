import { en } from './en.js';
import type { FormMessages, Messages } from './messages.js';

/** Every sentence, from those of a form: what these lack is said in English. */
export const wholeCatalogue = <Words extends FormMessages>(words: Words): Words & Messages => ({ ...en, ...words });
