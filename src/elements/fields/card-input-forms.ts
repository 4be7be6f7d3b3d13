import { type CardDraft, type CardField, checkCard, inputOf } from '../../card/card.js';
import type { MessageKey, Messages } from '../../locales/catalogue.js';
import type { SectionName } from '../../wire/request/card-section.js';
import type { Finding } from './field.js';
import type { InputForm } from './field-view.js';

/** An input of a card section; month and year share one. */
export type InputName = keyof CardDraft;

/** The name of an input in a card section. Inputs that the page has written have no `name`, so that no form can send them. */
export const nameOf = (input: HTMLInputElement): InputName => (input.dataset['checkoutField'] ?? input.name) as InputName;

const NUMERIC = { inputmode: 'numeric', autocapitalize: 'off', dir: 'ltr', isExact: true } as const;

const FORMS: Readonly<Record<InputName, InputForm>> = {
  number: { ...NUMERIC, autocomplete: 'cc-number' },
  expiry: { ...NUMERIC, autocomplete: 'cc-exp' },
  verification_value: { ...NUMERIC, autocomplete: 'cc-csc' },
  holder: { autocomplete: 'cc-name', autocapitalize: 'characters', dir: 'auto', isExact: true },
};

/** The attributes of a card's input. Autofill recognizes it by its `autocomplete`, and must not recognize the recipient's. */
export const formOf = (name: InputName, section: SectionName, messages: Messages): InputForm => ({
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

/** The input of a field that a refusal names (`number`, `exp_month`, `date`, …); undefined if no card has the field. */
export function inputNamed(field: string): InputName | undefined {
  const wanted = field === 'date' ? 'expiry' : inputOf(field as CardField);
  return NAMES.find((name) => name === wanted);
}

/** The key of an input's label. */
export const labelOf = (name: InputName, section: SectionName): MessageKey =>
  section === 'recipient_card' && name === 'holder' ? 'recipient_holder' : name;

/** The key of the sentence about a verdict. */
export const keyOf = (name: InputName, reason: string, section?: SectionName): MessageKey =>
  `${reason === 'empty' && section ? labelOf(name, section) : name}.${reason}` as MessageKey;

/**
 * Finds what is wrong with an input. An empty one is accepted, because the payer may still fill it in.
 *
 * @param now Milliseconds since 1970.
 */
export function findingOf(name: InputName, draft: CardDraft, now: number): Finding | undefined {
  const result = checkCard(draft, { required: [], now });
  const verdict = result.state === 'refused' ? result.verdicts[name] : undefined;
  return verdict && verdict.state !== 'valid' ? { state: verdict.state, key: keyOf(name, verdict.reason) } : undefined;
}
