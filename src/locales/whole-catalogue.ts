import { en } from './en.js';
import type { FormMessages, Messages } from './messages.js';

/** Adds all other sentences to those of a form: those that they lack are in English. */
export const wholeCatalogue = <Words extends FormMessages>(words: Words): Words & Messages => ({ ...en, ...words });
