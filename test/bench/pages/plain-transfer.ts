// The twin of <p2p-transfer>'s first step: the same inputs, labels, icons, summary, button, styles, masks and complaints, written by
// hand with the DOM, without Lit. It has no flow, no key and no payment; their cost is what the comparison shows.
import type { CardDraft } from '../../../src/card/card.js';
import { cardFacts, checkCard } from '../../../src/card/card.js';
import { BRANDS } from '../../../src/card/brand.js';
import { editExpiry, editPan } from '../../../src/card/edit.js';
import { panDigits } from '../../../src/card/read-pan.js';
import { buttonStyles } from '../../../src/elements/base/button-styles.js';
import { theme } from '../../../src/elements/base/theme.js';
import { fieldStyles } from '../../../src/elements/fields/field-styles.js';
import { en } from '../../../src/locales/en.js';
import { formatAmount } from '../../../src/money/amount.js';

type Name = keyof CardDraft;
type Section = 'credit_card' | 'recipient_card';

const TRAITS: Readonly<Record<Name, string>> = {
  number: 'inputmode="numeric" autocapitalize="off" dir="ltr"',
  expiry: `inputmode="numeric" autocapitalize="off" dir="ltr" placeholder="${en.expiry_hint}"`,
  verification_value: 'inputmode="numeric" autocapitalize="off" dir="ltr"',
  holder: 'inputmode="text" autocapitalize="characters" dir="auto"',
};

const OUTLINE =
  '<rect x=".75" y=".75" width="30.5" height="18.5" rx="2.5" fill="none" stroke="currentColor" stroke-width="1.5"/>';
const icon = (shapes: string): string => `<svg class="glyph" viewBox="0 0 32 20" aria-hidden="true">${OUTLINE}${shapes}</svg>`;

/** Beside the inputs: the brand, and where the code is printed. */
const MARKS: Partial<Readonly<Record<Name, string>>> = {
  number: `<span part="brand" class="brand">${icon('<path d="M1 6.5h30" stroke="currentColor" stroke-width="2.5"/>')}</span>`,
  verification_value: `<span class="brand" aria-hidden="true">${icon(
    '<path d="M1 5.5h30" stroke="currentColor" stroke-width="3"/><rect x="19" y="10" width="9" height="5.5" rx="1" fill="currentColor"/>',
  )}</span>`,
};

const field = (section: Section, name: Name, autocomplete: string): string => `
  <div class="field ${name}" part="field">
    <label part="label" for="${section}-${name}">${en[name]}</label>
    <div class="control">
      <input part="input" id="${section}-${name}" name="${name}" type="text" ${TRAITS[name]} autocomplete="${autocomplete}"
        autocorrect="off" spellcheck="false" aria-required="true" aria-invalid="false">
      ${MARKS[name] ?? ''}
    </div>
  </div>`;

const card = (section: Section, fields: string): string =>
  `<fieldset part="card"><legend part="legend">${en[section === 'credit_card' ? 'source_card' : 'recipient_card']}</legend>
    <div class="fields">${fields}</div></fieldset>`;

const markup = `
  <div part="base" class="base" lang="en" dir="ltr">
    <div class="details" part="details-step">
      <form part="source-form" novalidate autocomplete="on">${card(
        'credit_card',
        field('credit_card', 'number', 'cc-number') +
          field('credit_card', 'expiry', 'cc-exp') +
          field('credit_card', 'verification_value', 'cc-csc'),
      )}</form>
      <form part="recipient-form" novalidate autocomplete="off">
        ${card('recipient_card', field('recipient_card', 'number', 'off'))}
      </form>
      <form part="transfer-form" novalidate autocomplete="off">
        <dl part="summary" class="summary">
          <div><dt>${en.they_get}<span part="goes-to" class="goes-to"></span></dt><dd part="amount"></dd></div>
          <div><dt>${en.fee}</dt><dd>–</dd></div>
          <div class="total"><dt>${en.you_pay}</dt><dd>–</dd></div>
        </dl>
        <p part="price" class="price" role="status">${en.fee_before}</p>
        <button part="button submit" type="submit" class="submit"></button>
      </form>
    </div>
    <div aria-live="polite"></div>
  </div>`;

let template: HTMLTemplateElement | undefined;
let sheet: CSSStyleSheet | undefined;

function parts(): { content: DocumentFragment; sheet: CSSStyleSheet } {
  if (!template) {
    template = document.createElement('template');
    // As short as the element's own templates are in the package.
    template.innerHTML = markup.replaceAll(/\s*\n\s*/g, ' ').replaceAll('> <', '><');
  }
  if (!sheet) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(theme.cssText + buttonStyles.cssText + fieldStyles.cssText);
  }
  return { content: document.importNode(template.content, true), sheet };
}

class PlainTransferElement extends HTMLElement {
  #inputs: HTMLInputElement[] = [];
  #before: { text: string; caret: number } | undefined;

  connectedCallback(): void {
    if (this.shadowRoot) return;
    const { content, sheet: styles } = parts();
    const sum = formatAmount(Number(this.getAttribute('amount')), this.getAttribute('currency') ?? 'USD', 'en');
    content.querySelector('[part=amount]')!.textContent = sum;
    content.querySelector('button')!.textContent = en.show_fee;
    this.#inputs = [...content.querySelectorAll('input')];
    for (const input of this.#inputs) {
      input.addEventListener('beforeinput', this.#remember);
      input.addEventListener('input', this.#edit);
      input.addEventListener('blur', this.#leave);
    }
    for (const form of content.querySelectorAll('form')) form.addEventListener('submit', this.#submit);
    const root = this.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = [styles];
    root.append(content);
  }

  readonly #remember = (event: Event): void => {
    const input = event.currentTarget as HTMLInputElement;
    this.#before = { text: input.value, caret: input.selectionEnd ?? input.value.length };
  };

  readonly #edit = (event: Event): void => {
    const input = event.currentTarget as HTMLInputElement;
    const edit = input.name === 'number' ? editPan : input.name === 'expiry' ? editExpiry : undefined;
    if (edit) {
      const after = { text: input.value, caret: input.selectionEnd ?? input.value.length };
      const shown = edit(this.#before ?? { text: '', caret: 0 }, after, (event as InputEvent).inputType);
      if (shown.text !== after.text) input.value = shown.text;
      if (shown.caret !== input.selectionEnd) input.setSelectionRange(shown.caret, shown.caret);
    }
    if (input.name === 'number') {
      const { brand } = cardFacts(panDigits(input.value) ?? '');
      const mark = input.nextElementSibling!;
      const name = BRANDS.find(({ id }) => id === brand)?.name ?? '';
      if (mark.textContent !== name) mark.textContent = name;
    }
    this.#judge(input, false);
    const valid = (['credit_card', 'recipient_card'] as const).every((section) => this.#check(section).state === 'valid');
    this.dispatchEvent(new CustomEvent('plain-change', { detail: { valid }, bubbles: true, composed: true }));
  };

  readonly #leave = (event: Event): void => this.#judge(event.currentTarget as HTMLInputElement, true);

  readonly #submit = (event: Event): void => {
    event.preventDefault();
    for (const input of this.#inputs) this.#judge(input, true, true);
    this.#inputs.find((input) => input.getAttribute('aria-invalid') === 'true')?.focus();
  };

  #check(section: Section) {
    const draft: Partial<Record<Name, string>> = {};
    for (const { id, name, value } of this.#inputs) if (id.startsWith(section)) draft[name as Name] = value;
    const required =
      section === 'credit_card' ? (['number', 'exp_month', 'exp_year', 'verification_value'] as const) : (['number'] as const);
    return checkCard(draft, { required, now: Date.now() });
  }

  #judge(input: HTMLInputElement, left: boolean, asked = false): void {
    const result = this.#check(input.id.startsWith('credit_card') ? 'credit_card' : 'recipient_card');
    const verdict = result.state === 'refused' ? result.verdicts[input.name as Name] : undefined;
    const wrong = verdict && verdict.state !== 'valid' && (asked || input.value !== '') && (verdict.state === 'invalid' || left);
    const complaint = wrong ? (en[`${input.name}.${verdict.reason}` as keyof typeof en] ?? '') : '';
    const place = input.closest('.field')!;
    let text = place.querySelector('.error');
    if (complaint && !text) {
      text = document.createElement('p');
      text.className = 'error';
      text.id = `${input.id}-error`;
      place.append(text);
    }
    if (complaint) text!.textContent = complaint;
    else text?.remove();
    if (input.getAttribute('aria-invalid') !== String(complaint !== ''))
      input.setAttribute('aria-invalid', String(complaint !== ''));
  }
}

customElements.define('plain-transfer', PlainTransferElement);
