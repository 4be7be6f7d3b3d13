import { html, nothing, type ReactiveController, type ReactiveControllerHost, type TemplateResult } from 'lit';
import { fill } from '../../../locales/catalogue.js';
import type { OrderMessageKey } from '../../../locales/catalogue.js';
import type { OrderCatalogue } from '../../../locales/order-words.js';
import type { FieldError } from '../../../wire/response/error-body.js';
import type { Buyer } from '../../../wire/request/order.js';
import type { Speech } from '../../base/speech.js';
import { askedOf, BUYER_FIELDS, type BuyerField, cleaned, FORMS, judgeField, knownOf } from './buyer-field.js';
import { Field, type FieldInput, type Finding } from '../field.js';
import { describedBy, fieldView, type InputForm, type InputListeners, inputView } from '../field-view.js';
import { LineBreaks } from '../edit/line-breaks.js';
import { type Choice, countries, states } from './regions.js';

type Host = ReactiveControllerHost & { readonly renderRoot: ParentNode };

/** The inputs for what a product asks of its buyer. What is typed lives in the inputs. */
export class BuyerFields implements ReactiveController {
  readonly #host: Host;
  readonly #now: () => number;
  readonly #changed: () => void;
  readonly #breaks = new LineBreaks();
  readonly #inputs: Readonly<Record<BuyerField, Field<OrderMessageKey>>>;
  #fields: readonly BuyerField[] = [];
  #known: Buyer | undefined;
  /** Decides over state and postal code, so it is known before the next drawing. */
  #country: string | undefined;

  /** @param now Milliseconds since 1970. */
  constructor(host: Host, now: () => number, changed: () => void) {
    this.#host = host;
    this.#now = now;
    this.#changed = changed;
    const fieldOf = (name: BuyerField) => [
      name,
      new Field<OrderMessageKey>({ id: `buyer-${name}`, name, root: () => host.renderRoot, judge: () => this.#judge(name) }),
    ];
    this.#inputs = Object.fromEntries(BUYER_FIELDS.map(fieldOf)) as Record<BuyerField, Field<OrderMessageKey>>;
    host.addController(this);
  }

  hostConnected(): void {
    globalThis.addEventListener('pagehide', this.#forgetCardNumbers);
  }

  hostDisconnected(): void {
    globalThis.removeEventListener('pagehide', this.#forgetCardNumbers);
  }

  /** Which fields there are, and what is known of the buyer already. */
  ask(fields: readonly string[], known: Buyer | undefined): void {
    this.#fields = BUYER_FIELDS.filter((field) => fields.includes(field));
    this.#known = known;
    this.#country ??= known?.country?.toUpperCase();
  }

  /** Whether there is an input for a field. */
  asksFor(field: string | undefined): boolean {
    return this.#asked.some((each) => each === field);
  }

  /** What was entered, by the spec's names; a card number stays in the input that it was typed into. */
  get values(): Buyer {
    const fields = this.#asked.filter((field) => !this.#isCardNumber(field));
    return Object.fromEntries(fields.map((field) => [field, cleaned(this.#valueOf(field))]));
  }

  /** Whether everything is filled in rightly. */
  get complete(): boolean {
    return this.#asked.every((field) => !this.#judge(field));
  }

  /** Whether anything is entered that the merchant does not know. */
  get isFilled(): boolean {
    return this.#asked.some((field) => this.#valueOf(field).toUpperCase() !== knownOf(this.#known, field).toUpperCase());
  }

  /** Shows what is wrong, and moves the focus to the first of it. @returns whether anything is. */
  complain(): boolean {
    const [first] = this.#asked.flatMap((field) => this.#inputs[field].complain() ?? []);
    this.#host.requestUpdate();
    void this.#host.updateComplete.then(() => first?.focus());
    return first !== undefined;
  }

  /** Shows the gateway's words at the fields they name (`customer.zip`). @returns the first of those. */
  showErrors(errors: readonly FieldError[]): FieldInput | undefined {
    const named = errors.flatMap(({ path: [section, field], messages }) => {
      const asked = section === 'customer' ? this.#asked.find((each) => each === field) : undefined;
      if (asked) this.#inputs[asked].refuse(messages.join(', '));
      return asked ?? [];
    });
    this.#host.requestUpdate();
    return named[0] && this.#inputs[named[0]].input;
  }

  /** Moves the focus to the first input with an error. @returns false when all are right. */
  focusUnfinished(options?: FocusOptions): boolean {
    const field = this.#asked.find((each) => this.#judge(each));
    const input = field && this.#inputs[field].input;
    input?.focus(options);
    return input !== undefined;
  }

  /** Back to what the merchant knows. */
  clear(): void {
    this.#country = this.#known?.country?.toUpperCase();
    for (const field of this.#fields) this.#inputs[field].clear(knownOf(this.#known, field));
  }

  /** Filled in before this element was there, or by a browser that fires no event. */
  refresh(): void {
    this.#country = this.#inputs.country.input?.value || this.#country;
    this.#host.requestUpdate();
  }

  render(speech: Speech<OrderCatalogue>): TemplateResult | typeof nothing {
    if (this.#fields.length === 0) return nothing;
    const asked = this.#asked;
    // Each field has a place of its own, shown or not: what was typed must not move into another one when a state is
    // asked for in between.
    const fields = BUYER_FIELDS.map((field) => (asked.includes(field) ? this.#field(field, speech) : nothing));
    return html`
      <fieldset part="card buyer">
        <legend part="legend">${speech.words.buyer}</legend>
        <div class="fields">${fields}</div>
      </fieldset>
    `;
  }

  get #asked(): readonly BuyerField[] {
    // Without a field for it, the country is what the merchant knows.
    return askedOf(this.#fields, this.#country);
  }

  #field(name: BuyerField, speech: Speech<OrderCatalogue>): TemplateResult {
    const { words } = speech;
    const field = this.#inputs[name];
    const { type, wide: isWide, autocomplete, latin } = FORMS[name];
    // A country without a state beside it has the line to itself.
    const wide = isWide ?? (name === 'country' && !this.#asked.includes('state'));
    const form: InputForm | undefined =
      type === 'choice' ? undefined : { type, autocomplete, dir: latin ? 'ltr' : 'auto', initial: knownOf(this.#known, name) };
    return fieldView({
      field,
      label: words[`field.${name}`],
      classes: wide === 'narrow' ? 'roomy' : wide ? 'wide' : '',
      control: form ? inputView(field, form, this.#listenersOf(name), describedBy(field)) : this.#choice(name, speech),
      say: ({ key, message = '' }) => fill(words[key], { message }),
    });
  }

  #choice(name: BuyerField, { words, language }: Speech<OrderCatalogue>): TemplateResult {
    const field = this.#inputs[name];
    const choices: readonly Choice[] = name === 'country' ? countries(language) : states(this.#country);
    const known = knownOf(this.#known, name).toUpperCase();
    return html`
      <select
        part="input"
        id=${field.id}
        name=${name}
        autocomplete=${FORMS[name].autocomplete}
        aria-required="true"
        aria-invalid=${field.complaint ? 'true' : 'false'}
        aria-describedby=${describedBy(field)}
        @change=${this.#edit}
        @blur=${this.#leave}
      >
        <option value="">${words.choose}</option>
        ${choices.map(({ value, text }) => html`<option value=${value} ?selected=${value === known}>${text}</option>`)}
      </select>
    `;
  }

  #listenersOf(name: BuyerField): InputListeners {
    // In an address or a name, a space is as good as a line break.
    const remember = FORMS[name].type === 'tel' && { remember: (event: Event) => this.#breaks.remember(event) };
    return { edit: this.#edit, leave: this.#leave, ...remember };
  }

  readonly #edit = (event: Event): void => {
    const input = event.currentTarget as FieldInput;
    if (input instanceof HTMLInputElement) this.#breaks.restore(input);
    const { name, value } = input;
    this.#inputs[name as BuyerField].complaint = undefined;
    if (name === 'country') {
      this.#country = value;
      // They are judged by the country.
      for (const each of ['state', 'zip'] as const) this.#inputs[each].complaint = undefined;
    }
    this.#host.requestUpdate();
    this.#changed();
  };

  readonly #leave = (event: Event): void => {
    this.#inputs[(event.currentTarget as FieldInput).name as BuyerField].left();
    this.#host.requestUpdate();
  };

  #judge(field: BuyerField): Finding<OrderMessageKey> | undefined {
    const key = judgeField(field, this.#valueOf(field), { country: this.#country, now: this.#now() });
    return key && { state: 'incomplete', key };
  }

  #isCardNumber(field: BuyerField): boolean {
    return this.#judge(field)?.key === 'wrong.card_number';
  }

  // A page kept for the Back button would show it to the next person.
  readonly #forgetCardNumbers = (): void => {
    for (const field of this.#asked) if (this.#isCardNumber(field)) this.#inputs[field].clear();
  };

  #valueOf(field: BuyerField): string {
    // Before it is drawn, what is known stands for what will be there.
    return this.#inputs[field].input?.value ?? knownOf(this.#known, field);
  }
}
