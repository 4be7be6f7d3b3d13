import { type CardDraft, type CardField, checkCard } from '../../card/card.js';
import type { FormMessageKey, FormMessages } from '../../locales/catalogue.js';
import type { SectionName } from '../../wire/request/card-section.js';
import type { Finding } from './field.js';
import type { InputForm } from './field-view.js';

/** An input of a card section; month and year share one. */
export type InputName = keyof CardDraft;

/** Which input of a card section it is. One that the page has written has no name, so that no form can send it. */
export const nameOf = (input: HTMLInputElement): InputName => (input.dataset['checkoutField'] ?? input.name) as InputName;

const NUMERIC = { inputmode: 'numeric', autocapitalize: 'off', dir: 'ltr', isExact: true } as const;

const FORMS: Readonly<Record<InputName, InputForm>> = {
  number: { ...NUMERIC, autocomplete: 'cc-number' },
  expiry: { ...NUMERIC, autocomplete: 'cc-exp' },
  verification_value: { ...NUMERIC, autocomplete: 'cc-csc' },
  holder: { autocomplete: 'cc-name', autocapitalize: 'characters', dir: 'auto', isExact: true },
};

/** How an input of a card is asked for; autofill finds it by its `autocomplete`, and must not find the recipient's. */
export const formOf = (name: InputName, section: SectionName, messages: FormMessages): InputForm => ({
  ...FORMS[name],
  ...(section === 'recipient_card' && { autocomplete: 'off', isIgnored: true }),
  ...(name === 'expiry' && { placeholder: messages.expiry_hint }),
});

/** The fields that every card has. */
export const ALWAYS: Readonly<Record<SectionName, readonly CardField[]>> = {
  credit_card: ['number', 'exp_month', 'exp_year', 'verification_value'],
  recipient_card: ['number'],
};

/** In reading order. */
export const NAMES = Object.keys(FORMS) as readonly InputName[];

/** The label of an input. */
export const labelOf = (name: InputName, section: SectionName): FormMessageKey =>
  section === 'recipient_card' && name === 'holder' ? 'recipient_holder' : name;

/** The sentence about a verdict. */
export const keyOf = (name: InputName, reason: string, section?: SectionName): FormMessageKey =>
  `${reason === 'empty' && section ? labelOf(name, section) : name}.${reason}` as FormMessageKey;

/** What is wrong with an input; it may be empty while the payer is at the form. @param now Milliseconds since 1970. */
export function findingOf(name: InputName, draft: CardDraft, now: number): Finding | undefined {
  const result = checkCard(draft, { required: [], now });
  const verdict = result.state === 'refused' ? result.verdicts[name] : undefined;
  return verdict && verdict.state !== 'valid' ? { state: verdict.state, key: keyOf(name, verdict.reason) } : undefined;
}
