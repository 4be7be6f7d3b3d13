import { html, nothing, type TemplateResult } from 'lit';
import { type BrandId, BRANDS } from '../card/brand.js';
import type { CardDraft, CardFacts, CardField } from '../card/card.js';
import { cardFacts, checkCard, inputOf } from '../card/card.js';
import { editExpiry, editPan, type Shown } from '../card/edit.js';
import { panDigits } from '../card/pan.js';
import { fill, type MessageKey, type Messages } from '../locales/catalogue.js';
import { draftOfBrand, type SavedCard, savedCardView, savedFacts } from './saved-card.js';
import type { SectionName } from '../wire/card-section.js';

/** An input of a card section; month and year share one. */
export type InputName = keyof CardDraft;

const AUTOCOMPLETE: Readonly<Record<InputName, string>> = {
  number: 'cc-number', expiry: 'cc-exp', verification_value: 'cc-csc', holder: 'cc-name',
};

// One character more than fits, so that what is too long is judged rather than cut in silence.
const MAX_LENGTH: Readonly<Record<InputName, number>> = { number: 30, expiry: 12, verification_value: 5, holder: 80 };

/**
 * The inputs of one card section. The digits stay in the inputs: what is kept here is which inputs there are and which
 * of them complain.
 */
export class CardInputs {
  readonly section: SectionName;
  readonly #legend: MessageKey;
  readonly #root: () => ParentNode | null;
  readonly #onEdit: (input?: InputName) => void;
  readonly #now: () => number;
  readonly #required = new Set<CardField>();
  /** What the payer reads at an input: a reason of its verdict, or the gateway's own words. */
  readonly #complaints = new Map<InputName, { readonly key: MessageKey; readonly message?: string }>();
  #facts: CardFacts = {};
  /** Inputs that the gateway asked for. */
  readonly #wanted = new Set<InputName>();
  #saved: SavedCard | undefined;
  #collected: readonly CardField[] = [];
  /** A remark at the number that stops nothing. */
  remark: MessageKey | undefined;
  /** The text before the browser applies an edit, for as long as that takes. */
  #before: Shown | undefined;

  /**
   * @param legend The card's title.
   * @param onEdit Hears of every input whose text has changed, or, without a name, that only complaints have.
   * @param now Milliseconds since 1970.
   */
  constructor(
    section: SectionName,
    legend: MessageKey,
    root: () => ParentNode | null,
    onEdit: (input?: InputName) => void,
    now: () => number,
  ) {
    this.section = section;
    this.#legend = legend;
    this.#root = root;
    this.#onEdit = onEdit;
    this.#now = now;
    this.forgetRequired();
  }

  /** Brand, BIN and last four. */
  get facts(): CardFacts {
    return this.#facts;
  }

  /** The fields a transfer has to seal; a saved card's token stands for number and expiry. */
  get required(): readonly CardField[] {
    const all = [...new Set([...this.#required, ...this.#collected])];
    return this.#saved ? all.filter((field) => !['number', 'exp_month', 'exp_year'].includes(field)) : all;
  }

  /** The saved card that stands here instead of a typed one. */
  get saved(): SavedCard | undefined {
    return this.#saved;
  }

  set saved(card: SavedCard | undefined) {
    this.#saved = card;
    this.#complaints.clear();
    this.#readFacts();
  }

  /** Fields to open from the beginning, beside those that every card has. */
  collect(fields: readonly CardField[]): void {
    this.#collected = fields;
  }

  /** Opens the inputs of fields. */
  require(fields: readonly CardField[]): void {
    for (const field of fields) this.#required.add(field);
  }

  /** Opens the inputs of fields that the gateway asked for, and says so at those that are not filled in. */
  want(fields: readonly CardField[]): void {
    this.require(fields);
    const result = this.check(fields);
    if (result.state === 'valid') return;
    for (const input of Object.keys(result.verdicts)) this.#wanted.add(input as InputName);
  }

  /** What the gateway asked for and is not filled in yet. */
  get wanted(): readonly CardField[] {
    return [...this.#wanted].map((input) => (input === 'expiry' ? 'exp_month' : input));
  }

  /** Back to the inputs that every card has. */
  forgetRequired(): void {
    this.#required.clear();
    this.#wanted.clear();
    this.require(['number']);
    if (this.section === 'credit_card') this.require(['exp_month', 'exp_year', 'verification_value']);
  }

  /** What the inputs hold, checked; `include` restricts it to those fields. */
  check(include: readonly CardField[] = this.required) {
    const fields = this.required.filter((field) => include.includes(field));
    return checkCard(this.#draft(), { required: fields, include: fields, now: this.#now() });
  }

  /** Shows what is wrong with the inputs. @returns the first of them in reading order. */
  complain(): HTMLInputElement | undefined {
    const result = this.check();
    this.#complaints.clear();
    if (result.state === 'valid') return undefined;
    for (const [input, verdict] of Object.entries(result.verdicts)) {
      if (verdict && verdict.state !== 'valid') this.#complain(input as InputName, verdict.reason);
    }
    return this.#inputs().find((input) => this.#complaints.has(input.name as InputName));
  }

  /**
   * Shows the gateway's words at the input of a field (`number`, `exp_month`, `date`, …), and opens one that is not
   * there; of a saved card they can only be about the card, which another has to replace then.
   */
  showRefusal(field: string, message: string): InputName {
    const name = field === 'date' ? 'expiry' : inputOf(field as CardField);
    if (this.#saved && (name === 'number' || name === 'expiry')) this.saved = undefined;
    if (name === 'expiry') this.require(['exp_month', 'exp_year']);
    else this.require([name]);
    this.#complaints.set(name, { key: 'refused', message });
    return name;
  }

  /** An input, where it is open. */
  input(name: InputName): HTMLInputElement | undefined {
    return this.#inputs().find((each) => each.name === name);
  }

  /** Whether another section holds the same whole number. */
  isSameCard(other: CardInputs): boolean {
    const number = (card: CardInputs): string => panDigits(card.#draft().number ?? '');
    return this.#facts.last4 !== undefined && !this.#saved && !other.saved && number(this) === number(other);
  }

  /** Empties inputs. */
  clear(only?: InputName): void {
    for (const input of this.#inputs()) {
      if (only && input.name !== only) continue;
      input.value = '';
      this.#complaints.delete(input.name as InputName);
    }
    this.#readFacts();
  }

  /** The first input that is not filled in rightly. */
  firstUnfinished(): HTMLInputElement | undefined {
    const result = this.check();
    return result.state === 'valid' ? undefined : this.#inputs().find(({ name }) => name in result.verdicts);
  }

  /** Looks at the inputs anew, after something other than typing filled them. */
  refresh(): void {
    this.#readFacts();
  }

  render(messages: Messages): TemplateResult {
    const recipient = this.section === 'recipient_card';
    const wants = (field: CardField): boolean => this.required.includes(field);
    return html`
      <fieldset part="card ${recipient ? 'recipient-card' : 'source-card'}">
        <legend part="legend">${messages[this.#legend]}</legend>
        <div class="fields">
          ${this.#saved
            ? savedCardView(this.#saved, messages, () => {
                this.saved = undefined;
                this.#onEdit('number');
              })
            : this.#field(messages, 'number')}
          ${wants('exp_month') || wants('exp_year') ? this.#field(messages, 'expiry') : nothing}
          ${wants('verification_value') ? this.#field(messages, 'verification_value') : nothing}
          ${wants('holder') ? this.#field(messages, 'holder') : nothing}
        </div>
      </fieldset>
    `;
  }

  #field(messages: Messages, name: InputName): TemplateResult {
    const id = `${this.section}-${name}`;
    const complaint = this.#complaints.get(name);
    const numeric = name !== 'holder';
    const remark = complaint ? undefined : name === 'number' ? this.remark : this.#wanted.has(name) ? 'wanted' : undefined;
    const recipient = this.section === 'recipient_card';
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
            autocapitalize=${numeric ? 'off' : 'characters'}
            autocorrect="off"
            spellcheck="false"
            dir=${numeric ? 'ltr' : 'auto'}
            maxlength=${MAX_LENGTH[name]}
            placeholder=${name === 'expiry' ? messages.expiry_hint : nothing}
            aria-required="true"
            aria-invalid=${complaint ? 'true' : 'false'}
            aria-describedby=${complaint || remark ? `${id}-error` : nothing}
            @beforeinput=${this.#remember}
            @input=${this.#edit}
            @blur=${this.#leave}
          />
          ${name === 'number' ? brandMark(this.#facts.brand) : nothing}
        </div>
        ${complaint
          ? html`<p part="error" class="error" id="${id}-error">
              ${fill(messages[complaint.key], { message: complaint.message ?? '' })}
            </p>`
          : nothing}
        ${remark ? html`<p part="remark" class="remark" id="${id}-error" role="status">${messages[remark]}</p>` : nothing}
      </div>
    `;
  }

  readonly #remember = (event: Event): void => {
    const input = event.currentTarget as HTMLInputElement;
    this.#before = { text: input.value, caret: input.selectionEnd ?? input.value.length };
  };

  readonly #edit = (event: Event): void => {
    const input = event.currentTarget as HTMLInputElement;
    const name = input.name as InputName;
    const edit = name === 'number' ? editPan : name === 'expiry' ? editExpiry : undefined;
    // Composition (input methods) owns the text until it ends; its last input event comes through here.
    if (edit && !(event as InputEvent).isComposing) {
      const after = { text: input.value, caret: input.selectionEnd ?? input.value.length };
      const shown = edit(this.#before ?? { text: '', caret: 0 }, after, (event as InputEvent).inputType);
      if (shown.text !== after.text) input.value = shown.text;
      // Only an input with the focus has a caret; to set one elsewhere would steal the focus in some browsers.
      const focused = (input.getRootNode() as Document | ShadowRoot).activeElement === input;
      if (focused && shown.caret !== input.selectionEnd) input.setSelectionRange(shown.caret, shown.caret);
    }
    this.#before = undefined;
    if (name === 'number') this.#readFacts();
    this.#judge(input, false);
    // The right length of the verification value depends on the brand.
    const code = this.#inputs().find((each) => each.name === 'verification_value');
    if (name === 'number' && code?.value) this.#judge(code, false);
    this.#onEdit(name);
  };

  readonly #leave = (event: Event): void => {
    this.#judge(event.currentTarget as HTMLInputElement, true);
    this.#onEdit();
  };

  /** While typing only what can't become right any more is said; on leaving, what is unfinished too. */
  #judge(input: HTMLInputElement, left: boolean): void {
    const name = input.name as InputName;
    const result = checkCard(this.#draft(), { required: [], now: this.#now() });
    const verdict = result.state === 'refused' ? result.verdicts[name] : undefined;
    if (verdict && verdict.state !== 'valid' && (verdict.state === 'invalid' || left)) this.#complain(name, verdict.reason);
    else if (!left || !verdict) this.#complaints.delete(name);
    if (!verdict && input.value) this.#wanted.delete(name);
  }

  #complain(name: InputName, reason: string): void {
    this.#complaints.set(name, { key: `${name}.${reason}` as MessageKey });
  }

  #readFacts(): void {
    const number = this.#inputs().find((input) => input.name === 'number');
    this.#facts = this.#saved ? savedFacts(this.#saved) : cardFacts(panDigits(number?.value ?? ''));
  }

  #inputs(): HTMLInputElement[] {
    return [...(this.#root()?.querySelectorAll<HTMLInputElement>(`input[id^=${this.section}-]`) ?? [])];
  }

  #draft(): CardDraft {
    const typed = Object.fromEntries(this.#inputs().map(({ name, value }) => [name, value]));
    return this.#saved ? { ...typed, ...draftOfBrand(this.#facts) } : typed;
  }
}

/** The brand's name, or the merchant's licensed art for it in a slot. */
function brandMark(id: BrandId | undefined): TemplateResult {
  const brand = BRANDS.find((each) => each.id === id);
  return html`<span part="brand" class="brand"
    >${brand ? html`<slot name="brand-${brand.id}">${brand.name}</slot>` : nothing}</span
  >`;
}
