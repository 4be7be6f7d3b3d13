import { html, nothing, type TemplateResult } from 'lit';
import { messageView } from '../base/gateway-message.js';
import type { Complaint, TextField } from './text-field.js';

/** The attributes of a text input. */
export interface InputAttributes {
  readonly type?: 'text' | 'email' | 'tel' | 'date';
  readonly inputmode?: 'numeric' | 'decimal';
  readonly autocomplete: string;
  readonly autocapitalize?: 'off' | 'characters';
  readonly dir?: 'ltr' | 'auto';
  readonly placeholder?: string;
  /** The text before the payer types. It never overwrites what they have typed. */
  readonly initial?: string;
  /** Whether password managers should ignore the input. */
  readonly isIgnored?: boolean;
  /** Whether the browser's spelling corrections are off, because they would change digits and names. */
  readonly isExact?: boolean;
}

/** A field with its error or remark. */
export interface FieldNote<Key extends string> {
  readonly field: TextField<string, Key>;
  /** A note that is shown unless there is an error. An urgent one interrupts the screen reader. */
  readonly remark?: { readonly text: string; readonly isUrgent?: boolean } | undefined;
  /** Returns the sentence of a complaint. */
  readonly say: (complaint: Complaint<Key>) => string;
}

/** A field with its label and its input. */
export interface FieldContext<Key extends string> extends FieldNote<Key> {
  readonly label: string;
  readonly control: TemplateResult;
  readonly classes?: string;
  /** A note that is always shown, and that screen readers read with the input. */
  readonly hint?: TemplateResult | undefined;
}

/** Renders a field's error or, without an error, its remark. */
export function noteView<Key extends string>({ field, remark, say }: FieldNote<Key>): TemplateResult | typeof nothing {
  const { id, complaint } = field;
  return complaint
    ? html`<p part="error" class="error" id="${id}-error" role=${complaint.isNew ? 'alert' : nothing} ?data-blurred=${complaint.isBlurred}>${messageView(say(complaint))}</p>`
    : remark
      ? html`<p part="remark" class="remark" id="${id}-error" role=${remark.isUrgent ? 'alert' : 'status'}>${remark.text}</p>`
      : nothing;
}

/** Renders a label and its input, with the hint and the error or remark below. */
export function fieldView<Key extends string>(context: FieldContext<Key>): TemplateResult {
  const { field, label, control, classes = '', hint } = context;
  return html`
    <div class="field ${classes}" part="field ${classes === 'amount' ? 'box' : ''}">
      <label part="label" for=${field.id}>${label}</label>
      <div class="control">${control}</div>
      ${hint ?? nothing} ${noteView(context)}
    </div>
  `;
}

/** The ids for the `aria-describedby` of an input: `others`, and its error or remark. */
export const describedBy = (
  { id, complaint }: TextField<string, string>,
  hasRemark = false,
  others = '',
): string | typeof nothing => [others, complaint || hasRemark ? `${id}-error` : ''].filter(Boolean).join(' ') || nothing;

/**
 * Renders a text input. It never has a `maxlength`, which would cut a pasted text without a message: what is left of a card
 * number may be another card's number.
 */
export function inputView(
  { id, name, complaint, listeners: { enter, remember, press, edit, leave } }: TextField<string, string>,
  form: InputAttributes,
  description: string | typeof nothing,
): TemplateResult {
  const { type = 'text', inputmode, autocapitalize, placeholder, isIgnored = false, isExact } = form;
  return html`
    <input
      part="input"
      id=${id}
      name=${name}
      type=${type}
      inputmode=${inputmode ?? nothing}
      autocomplete=${form.autocomplete}
      ?data-bwignore=${isIgnored}
      ?data-1p-ignore=${isIgnored}
      data-lpignore=${isIgnored ? 'true' : nothing}
      autocapitalize=${autocapitalize ?? nothing}
      autocorrect=${isExact ? 'off' : nothing}
      spellcheck=${isExact ? 'false' : nothing}
      dir=${form.dir ?? 'ltr'}
      placeholder=${placeholder ?? nothing}
      .defaultValue=${form.initial ?? ''}
      aria-required="true"
      aria-invalid=${complaint ? 'true' : 'false'}
      aria-describedby=${description}
      @focus=${enter}
      @keydown=${press}
      @beforeinput=${remember}
      @compositionstart=${remember}
      @input=${edit}
      @compositionend=${edit}
      @blur=${leave}
    />
  `;
}
