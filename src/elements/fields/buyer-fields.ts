import { html, nothing, type ReactiveController, type ReactiveControllerHost, type TemplateResult } from 'lit';
import { fill } from '../../locales/catalogue.js';
import type { OrderMessageKey } from '../../locales/catalogue.js';
import type { OrderCatalogue } from '../../locales/order-words.js';
import type { FieldError } from '../../wire/response/error-body.js';
import type { Buyer } from '../../wire/request/order.js';
import { askedOf, BUYER_FIELDS, type BuyerField, cleaned, FORMS, judgeField, knownOf } from './buyer-field.js';
import { type Choice, countries, states } from './regions.js';

type Host = ReactiveControllerHost & { readonly renderRoot: ParentNode };
type Input = HTMLInputElement | HTMLSelectElement;
type Complaint = { readonly key: OrderMessageKey } | { readonly message: string };

/** The inputs for what a product asks of its buyer. What is typed lives in the inputs. */
export class BuyerFields implements ReactiveController {
  readonly #host: Host;
  readonly #now: () => number;
  readonly #changed: () => void;
  readonly #complaints = new Map<BuyerField, Complaint>();
  #fields: readonly BuyerField[] = [];
  #known: Buyer | undefined;
  /** Decides over state and postal code, so it is known before the next drawing. */
  #country: string | undefined;

  /** @param now Milliseconds since 1970. */
  constructor(host: Host, now: () => number, changed: () => void) {
    this.#host = host;
    this.#now = now;
    this.#changed = changed;
    host.addController(this);
  }

  hostConnected(): void {}

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

  /** What was entered, by the spec's names. */
  get values(): Buyer {
    return Object.fromEntries(this.#asked.map((field) => [field, cleaned(this.#valueOf(field))]));
  }

  /** Whether everything is filled in rightly. */
  get complete(): boolean {
    return this.#asked.every((field) => this.#judge(field) === undefined);
  }

  /** Whether anything is entered that the merchant does not know. */
  get isFilled(): boolean {
    return this.#asked.some((field) => this.#valueOf(field).toUpperCase() !== knownOf(this.#known, field).toUpperCase());
  }

  /** Says what is wrong. @returns the first input with something wrong. */
  complain(): Input | undefined {
    this.#complaints.clear();
    for (const field of this.#asked) {
      const key = this.#judge(field);
      if (key) this.#complaints.set(field, { key });
    }
    this.#host.requestUpdate();
    return this.firstUnfinished();
  }

  /** Shows the gateway's words at the fields they name (`customer.zip`). @returns the first of those. */
  showErrors(errors: readonly FieldError[]): Input | undefined {
    const named = errors.flatMap(({ path: [section, field], messages }) => {
      const asked = section === 'customer' ? this.#asked.find((each) => each === field) : undefined;
      if (asked) this.#complaints.set(asked, { message: messages.join(', ') });
      return asked ?? [];
    });
    this.#host.requestUpdate();
    return named[0] && this.#input(named[0]);
  }

  /** The first input that is not filled in rightly. */
  firstUnfinished(): Input | undefined {
    const field = this.#asked.find((each) => this.#judge(each) !== undefined);
    return field && this.#input(field);
  }

  /** Back to what the merchant knows. */
  clear(): void {
    this.#complaints.clear();
    this.#country = this.#known?.country?.toUpperCase();
    for (const field of this.#fields) {
      const input = this.#input(field);
      if (input) input.value = knownOf(this.#known, field);
    }
  }

  /** Filled in before this element was there, or by a browser that fires no event. */
  refresh(): void {
    this.#country = this.#input('country')?.value || this.#country;
    this.#host.requestUpdate();
  }

  render(words: OrderCatalogue, language: string): TemplateResult | typeof nothing {
    if (this.#fields.length === 0) return nothing;
    const asked = this.#asked;
    // Each field has a place of its own, shown or not: what was typed must not move into another one when a state is
    // asked for in between.
    const fields = BUYER_FIELDS.map((field) => (asked.includes(field) ? this.#field(field, words, language) : nothing));
    return html`
      <fieldset part="card buyer">
        <legend part="legend">${words.buyer}</legend>
        <div class="fields">${fields}</div>
      </fieldset>
    `;
  }

  get #asked(): readonly BuyerField[] {
    // Without a field for it, the country is what the merchant knows.
    return askedOf(this.#fields, this.#country);
  }

  #field(field: BuyerField, words: OrderCatalogue, language: string): TemplateResult {
    // A country without a state beside it has the line to itself.
    const wide = FORMS[field].wide ?? (field === 'country' && !this.#asked.includes('state'));
    const complaint = this.#complaints.get(field);
    return html`
      <div class="field ${wide === 'narrow' ? 'roomy' : wide ? 'wide' : ''}" part="field">
        <label part="label" for="buyer-${field}">${words[`field.${field}`]}</label>
        <div class="control">
          ${FORMS[field].type === 'choice' ? this.#choice(field, words, language) : this.#text(field)}
        </div>
        ${complaint
          ? html`<p part="error" class="error" id="buyer-${field}-error">
              ${'key' in complaint ? words[complaint.key] : fill(words.refused, { message: complaint.message })}
            </p>`
          : nothing}
      </div>
    `;
  }

  #text(field: BuyerField): TemplateResult {
    const { type, autocomplete, latin } = FORMS[field];
    const complaint = this.#complaints.has(field);
    // Not the value itself: what the buyer has typed is his, whatever the merchant says afterwards.
    return html`
      <input
        part="input"
        id="buyer-${field}"
        name=${field}
        type=${type}
        autocomplete=${autocomplete}
        dir=${latin ? 'ltr' : 'auto'}
        .defaultValue=${knownOf(this.#known, field)}
        aria-required="true"
        aria-invalid=${complaint ? 'true' : 'false'}
        aria-describedby=${complaint ? `buyer-${field}-error` : nothing}
        @input=${this.#edit}
        @blur=${this.#leave}
      />
    `;
  }

  #choice(field: BuyerField, words: OrderCatalogue, language: string): TemplateResult {
    const complaint = this.#complaints.has(field);
    const choices: readonly Choice[] = field === 'country' ? countries(language) : states(this.#country);
    const known = knownOf(this.#known, field).toUpperCase();
    return html`
      <select
        part="input"
        id="buyer-${field}"
        name=${field}
        autocomplete=${FORMS[field].autocomplete}
        aria-required="true"
        aria-invalid=${complaint ? 'true' : 'false'}
        aria-describedby=${complaint ? `buyer-${field}-error` : nothing}
        @change=${this.#edit}
        @blur=${this.#leave}
      >
        <option value="">${words.choose}</option>
        ${choices.map(({ value, text }) => html`<option value=${value} ?selected=${value === known}>${text}</option>`)}
      </select>
    `;
  }

  readonly #edit = (event: Event): void => {
    const input = event.currentTarget as Input;
    const field = input.name as BuyerField;
    this.#complaints.delete(field);
    if (field === 'country') {
      this.#country = input.value;
      // They are judged by the country.
      for (const each of ['state', 'zip'] as const) this.#complaints.delete(each);
    }
    this.#host.requestUpdate();
    this.#changed();
  };

  readonly #leave = (event: Event): void => {
    const { name, value } = event.currentTarget as Input;
    const field = name as BuyerField;
    const key = value === '' ? undefined : this.#judge(field);
    if (key) this.#complaints.set(field, { key });
    this.#host.requestUpdate();
  };

  #judge(field: BuyerField): OrderMessageKey | undefined {
    return judgeField(field, this.#valueOf(field), { country: this.#country, now: this.#now() });
  }

  #valueOf(field: BuyerField): string {
    // Before it is drawn, what is known stands for what will be there.
    return this.#input(field)?.value ?? knownOf(this.#known, field);
  }

  #input(field: BuyerField): Input | undefined {
    return this.#host.renderRoot?.querySelector<Input>(`#buyer-${field}`) ?? undefined;
  }
}
