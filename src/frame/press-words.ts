import { arPress } from '../locales/press/ar.js';
import { enPress, type PressMessages } from '../locales/press/en.js';
import { ruPress } from '../locales/press/ru.js';

/** The sentences of the button, by the primary subtag of the language. */
const PRESS: ReadonlyMap<string, PressMessages> = new Map([
  ['ar', arPress],
  ['en', enPress],
  ['ru', ruPress],
]);

/** The sentences of the button. They are the frame's own: the page's could promise another sum than the cards are sealed for. */
export const pressWords = (language: string): PressMessages => PRESS.get(language.toLowerCase().split('-')[0]!) ?? enPress;
