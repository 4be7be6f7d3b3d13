import { html, nothing, type TemplateResult } from 'lit';
import type { Complaint, Field } from './field.js';

/** What an input listens to. */
export interface InputListeners {
  readonly arrive?: (event: Event) => void;
  /** Before an edit. */
  readonly remember?: (event: Event) => void;
  readonly press?: (event: KeyboardEvent) => void;
  readonly edit: (event: Event) => void;
  readonly leave: (event: Event) => void;
}

/** How a text is asked for. */
export interface InputForm {
  readonly type?: 'text' | 'email' | 'tel' | 'date';
  readonly inputmode?: 'numeric' | 'decimal';
  readonly autocomplete: string;
  readonly autocapitalize?: 'off' | 'characters';
  readonly dir?: 'ltr' | 'auto';
  readonly placeholder?: string;
  /** What it holds before the payer types. What they have typed is theirs, so it is never written over. */
  readonly initial?: string;
  /** Whether password managers shall leave it alone. */
  readonly isIgnored?: boolean;
  /** Whether the browser's own corrections are off: they change digits. */
  readonly isExact?: boolean;
}

/** What is known of a field. */
export interface FieldNote<Key extends string> {
  readonly field: Field<Key>;
  /** A note where nothing is wrong. An urgent one interrupts what a screen reader is reading. */
  readonly remark?: { readonly text: string; readonly isUrgent?: boolean } | undefined;
  /** The sentence of a complaint. */
  readonly say: (complaint: Complaint<Key>) => string;
}

/** A label, its input, and what is known of it. */
export interface FieldContext<Key extends string> extends FieldNote<Key> {
  readonly label: string;
  readonly control: TemplateResult;
  readonly classes?: string;
  /** A note that stands there always, and is read out with the input. */
  readonly hint?: TemplateResult | undefined;
}

/** What is wrong with a field, or else a remark. */
export function noteView<Key extends string>({ field, remark, say }: FieldNote<Key>): TemplateResult | typeof nothing {
  const { id, complaint } = field;
  return complaint
    ? html`<p part="error" class="error" id="${id}-error" role=${complaint.isNew ? 'alert' : nothing} ?data-left=${complaint.isLeft}>${say(complaint)}</p>`
    : remark
      ? html`<p part="remark" class="remark" id="${id}-error" role=${remark.isUrgent ? 'alert' : 'status'}>${remark.text}</p>`
      : nothing;
}

/** A label, its input, and under it what is wrong, or else a remark. */
export function fieldView<Key extends string>(context: FieldContext<Key>): TemplateResult {
  const { field, label, control, classes = '', hint } = context;
  return html`
    <div class="field ${classes}" part="field">
      <label part="label" for=${field.id}>${label}</label>
      <div class="control">${control}</div>
      ${hint ?? nothing} ${noteView(context)}
    </div>
  `;
}

/** What describes an input: `others`, and the text under it. */
export const describedBy = ({ id, complaint }: Field<string>, hasRemark = false, others = ''): string | typeof nothing =>
  [others, complaint || hasRemark ? `${id}-error` : ''].filter(Boolean).join(' ') || nothing;

/**
 * An input for a text. It never has a `maxlength`: that would cut a pasted text in silence, and what is left of a card number
 * may be another card's.
 */
export function inputView(
  field: Field<string>,
  form: InputForm,
  { arrive, remember, press, edit, leave }: InputListeners,
  description: string | typeof nothing,
): TemplateResult {
  const { type = 'text', inputmode, autocapitalize, placeholder, isIgnored = false, isExact } = form;
  return html`
    <input
      part="input"
      id=${field.id}
      name=${field.name}
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
      aria-invalid=${field.complaint ? 'true' : 'false'}
      aria-describedby=${description}
      @focus=${arrive}
      @keydown=${press}
      @beforeinput=${remember}
      @compositionstart=${remember}
      @input=${edit}
      @compositionend=${edit}
      @blur=${leave}
    />
  `;
}
