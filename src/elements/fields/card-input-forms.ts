import type { CardDraft } from '../../card/card.js';
import type { MessageKey } from '../../locales/catalogue.js';
import type { InputForm } from './field-view.js';

/** An input of a card section; month and year share one. */
export type InputName = keyof CardDraft;

const NUMERIC = { inputmode: 'numeric', autocapitalize: 'off', dir: 'ltr', isExact: true } as const;

/** How each input of a card is asked for; autofill finds it by its `autocomplete`. */
export const FORMS: Readonly<Record<InputName, InputForm>> = {
  number: { ...NUMERIC, autocomplete: 'cc-number' },
  expiry: { ...NUMERIC, autocomplete: 'cc-exp' },
  verification_value: { ...NUMERIC, autocomplete: 'cc-csc' },
  holder: { autocomplete: 'cc-name', autocapitalize: 'characters', dir: 'auto', isExact: true },
};

/** In reading order. */
export const NAMES = Object.keys(FORMS) as readonly InputName[];

/** The sentence about a verdict. */
export const keyOf = (name: InputName, reason: string): MessageKey => `${name}.${reason}` as MessageKey;
