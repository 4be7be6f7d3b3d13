import { type CardInputName, rowOf } from '../../card/card-fields.js';
import { type CardDraft, checkCard } from '../../card/card.js';
import type { PaymentMessageKey, Words } from '../../locales/catalogue.js';
import type { SectionName } from '../../wire/request/card-section.js';
import type { Finding } from './text-field.js';
import type { InputAttributes } from './field-view.js';

/** The name of an input in a card section. Inputs that the page has written have no `name`, so that no form can send them. */
export const nameOf = (input: HTMLInputElement): CardInputName => (input.dataset['checkoutField'] ?? input.name) as CardInputName;

/** The attributes of a card's input. Autofill recognizes it by its `autocomplete`, and must not recognize the recipient's. */
export function attributesOf(name: CardInputName, section: SectionName, messages: Words): InputAttributes {
  const { attributes, autocomplete, placeholder } = rowOf(name);
  return {
    ...attributes,
    isExact: true,
    ...(section === 'recipient_card' ? { autocomplete: 'off', isIgnored: true } : { autocomplete }),
    ...(placeholder && { placeholder: messages[placeholder as PaymentMessageKey] }),
  };
}

/** The key of an input's label. */
export const labelOf = (name: CardInputName, section: SectionName): PaymentMessageKey =>
  ((section === 'recipient_card' && rowOf(name).recipientLabel) || name) as PaymentMessageKey;

/** The key of the sentence about a verdict. What is missing on the recipient's card has a sentence of its own. */
export const keyOf = (name: CardInputName, reason: string, section: SectionName): PaymentMessageKey =>
  `${reason === 'empty' && section === 'recipient_card' ? 'recipient_' : ''}${name}.${reason}` as PaymentMessageKey;

/**
 * Finds what is wrong with an input; also that it is empty.
 *
 * @param now Milliseconds since 1970.
 */
export function findingOf(name: CardInputName, section: SectionName, draft: CardDraft, now: number): Finding | undefined {
  const { fields } = rowOf(name);
  const result = checkCard(draft, { required: fields, include: fields, now });
  const verdict = result.state === 'refused' ? result.verdicts[name] : undefined;
  return verdict && verdict.state !== 'valid' ? { state: verdict.state, key: keyOf(name, verdict.reason, section) } : undefined;
}
