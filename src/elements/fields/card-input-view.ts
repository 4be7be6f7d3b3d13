import { html, nothing, type TemplateResult } from 'lit';
import { type BrandId, BRANDS } from '../../card/brand.js';
import type { CardDraft } from '../../card/card.js';
import { fill, type MessageKey, type Messages } from '../../locales/catalogue.js';
import type { SectionName } from '../../wire/request/card-section.js';

/** An input of a card section; month and year share one. */
export type InputName = keyof CardDraft;

/** What is wrong with an input: a reason of its verdict, or the gateway's own words. */
export interface Complaint {
  readonly key: MessageKey;
  readonly message?: string;
  /** It came up while the payer was typing: read out at once, as nothing else draws attention to it. */
  readonly isNew?: boolean;
}

/** An input of a card, what is said of it, and what listens to it. */
export interface CardInputContext {
  readonly section: SectionName;
  readonly name: InputName;
  readonly messages: Messages;
  readonly complaint: Complaint | undefined;
  /** Said where there is no complaint. */
  readonly remark: MessageKey | undefined;
  /** Of the number. */
  readonly brand: BrandId | undefined;
  readonly remember: (event: Event) => void;
  readonly arrive: (event: Event) => void;
  readonly edit: (event: Event) => void;
  readonly leave: (event: Event) => void;
}

const AUTOCOMPLETE: Readonly<Record<InputName, string>> = {
  number: 'cc-number', expiry: 'cc-exp', verification_value: 'cc-csc', holder: 'cc-name',
};

/**
 * A label, its input, and what is said of it. No input has a `maxlength`: it would cut a pasted text in silence, and of a
 * number that could leave another card's.
 */
export function cardInputView(context: CardInputContext): TemplateResult {
  const { section, name, messages, complaint, brand, remember, arrive, edit, leave } = context;
  const id = `${section}-${name}`;
  const numeric = name !== 'holder';
  const recipient = section === 'recipient_card';
  const remark = complaint ? undefined : context.remark;
  return html`
    <div class="field ${name}" part="field">
      <label part="label" for=${id}>${messages[name]}</label>
      <div class="control">
        <input
          part="input"
          id=${id}
          name=${name}
          type="text"
          inputmode=${numeric ? 'numeric' : 'text'}
          autocomplete=${recipient ? 'off' : AUTOCOMPLETE[name]}
          ?data-bwignore=${recipient}
          ?data-1p-ignore=${recipient}
          data-lpignore=${recipient ? 'true' : nothing}
          autocapitalize=${numeric ? 'off' : 'characters'}
          autocorrect="off"
          spellcheck="false"
          dir=${numeric ? 'ltr' : 'auto'}
          placeholder=${name === 'expiry' ? messages.expiry_hint : nothing}
          aria-required="true"
          aria-invalid=${complaint ? 'true' : 'false'}
          aria-describedby=${complaint || remark ? `${id}-error` : nothing}
          @focus=${arrive}
          @beforeinput=${remember}
          @compositionstart=${remember}
          @input=${edit}
          @compositionend=${edit}
          @blur=${leave}
        />
        ${name === 'number' ? brandMark(brand) : nothing}
      </div>
      ${complaint
        ? html`<p part="error" class="error" id="${id}-error" role=${complaint.isNew ? 'alert' : nothing}>
            ${fill(messages[complaint.key], { message: complaint.message ?? '' })}
          </p>`
        : nothing}
      ${remark
        ? html`<p part="remark" class="remark" id="${id}-error" role=${remark === 'undone' ? 'alert' : 'status'}>
            ${messages[remark]}
          </p>`
        : nothing}
    </div>
  `;
}

/** The brand's name, or the merchant's licensed art for it in a slot. */
function brandMark(id: BrandId | undefined): TemplateResult {
  const brand = BRANDS.find((each) => each.id === id);
  return html`<span part="brand" class="brand"
    >${brand ? html`<slot name="brand-${brand.id}">${brand.name}</slot>` : nothing}</span
  >`;
}
