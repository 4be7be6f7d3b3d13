import { type CardInputName, rowOf } from '../card/card-fields.js';
import { isRightToLeft } from '../money/amount.js';
import type { LabelWords } from './label-words.js';

/** The sentences of the forms, and their language. */
export type Words = LabelWords & { readonly language: string };

/** A card to write a form for. */
export interface MarkupCard {
  readonly slot: 'source' | 'recipient';
  readonly legend: keyof LabelWords;
  readonly fields: readonly CardInputName[];
}

/** Autofill and password managers would enter the payer's own card as the recipient, and a transfer can't be undone. */
const NO_AUTOFILL = 'autocomplete="off" data-bwignore data-1p-ignore data-lpignore="true"';

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

function fieldMarkup(name: CardInputName, { slot }: MarkupCard, words: Words, id: string): string {
  const isRecipient = slot === 'recipient';
  const { attributes, autocomplete, placeholder, recipientLabel } = rowOf(name);
  const label = words[((isRecipient && recipientLabel) || name) as keyof LabelWords];
  const { inputmode, autocapitalize, dir } = attributes;
  const autofill = isRecipient ? NO_AUTOFILL : `autocomplete="${autocomplete}"`;
  const mode = inputmode ? ` inputmode="${inputmode}"` : '';
  const hint = placeholder ? ` placeholder="${escaped(words[placeholder as keyof LabelWords])}"` : '';
  return `      <div class="field ${name}">
        <label for="${id}">${escaped(label)}</label>
        <div class="control">
          <input id="${id}" data-checkout-field="${name}" type="text" ${autofill}${mode} autocapitalize="${autocapitalize}" autocorrect="off" spellcheck="false" dir="${dir}"${hint} enterkeyhint="next" aria-required="true">
        </div>
      </div>
`;
}

/**
 * Writes the form of a card. Its inputs have no names, and a form with the method `dialog` is not sent: without the script,
 * nothing that the payer types leaves the page.
 *
 * @param prefix The beginning of the ids.
 */
export function cardForm(card: MarkupCard, words: Words, prefix: string): string {
  const { slot, legend, fields } = card;
  const id = `${prefix}-${slot}`;
  const { language } = words;
  const direction = isRightToLeft(language) ? 'rtl' : 'ltr';
  return `<form slot="${slot}" id="${id}" data-checkout-card method="dialog" novalidate autocomplete="${slot === 'source' ? 'on' : 'off'}" lang="${escaped(language)}" dir="${direction}">
  <fieldset>
    <legend>${escaped(words[legend])}</legend>
    <div class="fields">
${fields.map((name) => fieldMarkup(name, card, words, `${id}-${name}`)).join('')}    </div>
  </fieldset>
</form>
`;
}
