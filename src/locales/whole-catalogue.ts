import { en } from './en.js';
import type { FormMessages, Messages } from './messages.js';

/** Adds to the sentences of a form all that they lack, in English. */
export const wholeCatalogue = <Words extends FormMessages>(words: Words): Words & Messages => ({ ...en, ...words });
