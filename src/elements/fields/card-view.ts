import { html, nothing, type TemplateResult } from 'lit';
import type { BrandId } from '../../card/brand.js';
import { fill, type FormMessageKey, type FormMessages } from '../../locales/messages.js';
import type { SectionName } from '../../wire/request/card-section.js';
import { brandMark, codeMark } from './brand-mark.js';
import { formOf, type InputName, labelOf } from './card-input-forms.js';
import { describedBy, type FieldNote, fieldView, type InputForm, type InputListeners, inputView } from './field-view.js';

/** What is shown of an input of a card, and what it listens to. */
export interface CardFieldView extends FieldNote<FormMessageKey> {
  readonly name: InputName;
  /** Whether the card asks for it. */
  readonly isAsked: boolean;
  readonly label: string;
  readonly form: InputForm;
  /** What stands inside its frame: the card's brand, or where the code is. */
  readonly mark: unknown;
  readonly listeners: InputListeners;
}

/** How an input of a card stands. */
export interface CardFieldState extends Pick<CardFieldView, 'field' | 'isAsked' | 'listeners'> {
  /** Of the card's number. */
  readonly brand: BrandId | undefined;
  /** A note where nothing is wrong. */
  readonly remark: FormMessageKey | undefined;
  /** Whether that interrupts what a screen reader is reading. */
  readonly isUrgent: boolean;
}

/** What is shown of an input of a card. */
export function viewOf(
  name: InputName,
  section: SectionName,
  messages: FormMessages,
  { brand, remark, isUrgent, ...state }: CardFieldState,
): CardFieldView {
  return {
    ...state,
    name,
    label: messages[labelOf(name, section)],
    form: formOf(name, section, messages),
    mark: name === 'number' ? brandMark(brand) : name === 'verification_value' ? codeMark(brand === 'amex') : nothing,
    remark: remark && { text: messages[remark], isUrgent },
    say: ({ key, message = '' }) => fill(messages[key], { message }),
  };
}

/** What is shown of a card. */
export interface CardView {
  readonly section: SectionName;
  readonly legend: string;
  readonly saved: unknown;
  /** In reading order. */
  readonly fields: readonly CardFieldView[];
}

/** What describes the input of a card. */
export const descriptionOf = ({ field, remark }: CardFieldView): string | typeof nothing =>
  describedBy(field, remark !== undefined);

/** An input of a card with all that belongs to it. */
export const cardFieldView = (view: CardFieldView): TemplateResult =>
  fieldView({
    ...view,
    classes: view.name,
    control: html`${inputView(view.field, view.form, view.listeners, descriptionOf(view))} ${view.mark}`,
  });

/** A card: its title, its saved cards and its inputs. */
export function cardView({ section, legend, saved, fields }: CardView): TemplateResult {
  const isRecipient = section === 'recipient_card';
  return html`
    <fieldset part="card ${isRecipient ? 'recipient-card' : 'source-card'}">
      <legend part="legend">${legend}</legend>
      <div class="fields">${saved} ${fields.map((each) => (each.isAsked ? cardFieldView(each) : nothing))}</div>
    </fieldset>
  `;
}
