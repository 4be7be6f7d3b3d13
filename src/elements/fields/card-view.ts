import type { CardInputName } from '../../card/card-fields.js';
import { html, nothing, type TemplateResult } from 'lit';
import type { BrandId } from '../../card/brand.js';
import type { Messages, PaymentMessageKey, Words } from '../../locales/messages.js';
import type { SectionName } from '../../wire/request/card-section.js';
import { fillRefusal } from '../base/gateway-message.js';
import { artCopy } from './brand/art-copy.js';
import { brandMark, codeMark } from './brand/brand-mark.js';
import { attributesOf, keyOf, labelOf } from './card-input-texts.js';
import { describedBy, type FieldNote, fieldView, type InputAttributes, inputView } from './field-view.js';

/** A card's input as it is rendered, with its listeners. */
export interface CardFieldView extends FieldNote<PaymentMessageKey> {
  readonly name: CardInputName;
  /** Whether the card asks for it. */
  readonly isRequested: boolean;
  readonly label: string;
  /** Whether it needs more room than sixteen digits. */
  readonly isLong: boolean;
  readonly form: InputAttributes;
  /** Inside the input's frame: an icon of the card's brand or of the code's place on the card, or a hint that is only read out. */
  readonly mark: unknown;
}

/** The state of a card's input. */
export interface CardFieldState extends Pick<CardFieldView, 'field' | 'isRequested'> {
  /** The brand of the card number. */
  readonly brand: BrandId | undefined;
  /** The element's shadow root, or a child of the element. */
  readonly root: ParentNode | null | undefined;
  /** How many digits the number has. */
  readonly digits: number;
  /** How many a sentence may tell: in a frame none, since the sentences are the page's, and their height is its to see. */
  readonly count: number;
  /** A note that is shown unless there is an error. */
  readonly remark: PaymentMessageKey | undefined;
  /** Whether the remark interrupts the screen reader. */
  readonly isUrgent: boolean;
}

/** The sentence of a key. Where the recipient's card has none of its own, the one for both cards. */
const sentenceOf = (key: PaymentMessageKey, messages: Partial<Messages>): string =>
  messages[key] ?? messages[key.replace('recipient_', '') as PaymentMessageKey] ?? '';

/** Returns the view of a card's input. */
export function viewOf(
  name: CardInputName,
  section: SectionName,
  messages: Words,
  { brand, root, digits, count, remark, isUrgent, ...state }: CardFieldState,
): CardFieldView {
  const sentence = (key: PaymentMessageKey): string =>
    key === 'undone' ? `${messages.undone} ${sentenceOf(keyOf(name, 'empty', section), messages)}` : sentenceOf(key, messages);
  return {
    ...state,
    name,
    label: messages[labelOf(name, section)],
    isLong: name === 'number' && digits > 16,
    form: attributesOf(name, section, messages),
    mark:
      name === 'number'
        ? brandMark(brand, artCopy(root, brand, section))
        : name === 'verification_value'
          ? codeMark(brand === 'amex')
          : name === 'expiry'
            ? html`<span hidden id="${state.field.id}-hint">${messages['expiry.format']}</span>`
            : nothing,
    remark: remark && { text: sentence(remark), isUrgent },
    say: ({ key, message }) => fillRefusal(sentence(key), message, { count }),
  };
}

/** A card as it is rendered. */
export interface CardView {
  readonly section: SectionName;
  readonly legend: string;
  readonly saved: unknown;
  /** In reading order; undefined in the place of an input that is not drawn. */
  readonly fields: readonly (CardFieldView | undefined)[];
}

/** The ids for the `aria-describedby` of a card's input. An error says more than the hint. */
export const descriptionOf = ({ field, name, remark }: CardFieldView): string | typeof nothing =>
  describedBy(field, remark !== undefined, name === 'expiry' && !field.complaint ? `${field.id}-hint` : '');

/** A card's input with its label, icon, and error or remark. */
export const cardFieldView = (view: CardFieldView): TemplateResult =>
  fieldView({
    ...view,
    classes: view.isLong ? `${view.name} long` : view.name,
    control: html`${inputView(view.field, view.form, descriptionOf(view))} ${view.mark}`,
  });

/** A card: its title, its saved cards and its inputs. */
export function cardView({ section, legend, saved, fields }: CardView): TemplateResult {
  const isRecipient = section === 'recipient_card';
  return html`
    <fieldset part="card ${isRecipient ? 'recipient-card' : 'source-card'}">
      <legend part="legend">${legend}</legend>
      <div class="fields" part="box">${saved} ${fields.map((each) => (each ? cardFieldView(each) : nothing))}</div>
    </fieldset>
  `;
}
