import { html, nothing, type TemplateResult } from 'lit';
import type { Clock } from '../../../clock/clock.js';
import type { MessageKey } from '../../../locales/catalogue.js';
import type { FieldError } from '../../../wire/response/error-body.js';
import type { Buyer } from '../../../wire/request/order.js';
import { fillRefusal } from '../../base/gateway-message.js';
import type { Speech } from '../../base/speech.js';
import { askedOf, BUYER_FIELDS, type BuyerField, cleaned, FORMS, judgeField, knownOf } from './buyer-field.js';
import { describedBy, fieldView, type InputAttributes, inputView } from '../field-view.js';
import { Leaving } from '../leaving.js';
import { type FieldGroup, type FieldHost, type FieldInput, type Finding, TextField } from '../text-field.js';
import { type Choice, countries, states } from './regions.js';

/** The inputs for the data that a product asks its buyer for. The payer's texts are kept only in the inputs. */
export class BuyerFields implements FieldGroup<BuyerField, MessageKey> {
  readonly host: FieldHost;
  readonly #clock: Clock;
  readonly #changed: () => void;
  readonly #inputs: Readonly<Record<BuyerField, TextField<BuyerField, MessageKey>>>;
  #fields: readonly BuyerField[] = [];
  #known: Buyer | undefined;
  /** The current country. State and postal code depend on it, even before its input is rendered. */
  #country: string | undefined;

  /** @param changed Called when another value is entered. */
  constructor(host: FieldHost, clock: Clock, changed: () => void) {
    this.host = host;
    this.#clock = clock;
    this.#changed = changed;
    const fieldOf = (name: BuyerField) =>
      new TextField<BuyerField, MessageKey>(this, { id: `buyer-${name}`, name, keepsLines: FORMS[name].type === 'tel' });
    this.#inputs = Object.fromEntries(BUYER_FIELDS.map((name) => [name, fieldOf(name)])) as Record<
      BuyerField,
      TextField<BuyerField, MessageKey>
    >;
    host.addController(new Leaving(host, this));
  }

  get root(): ParentNode {
    return this.host.renderRoot;
  }

  /** Sets the fields to ask for, and the merchant's data about the buyer. */
  ask(fields: readonly string[], known: Buyer | undefined): void {
    this.#fields = BUYER_FIELDS.filter((field) => fields.includes(field));
    this.#known = known;
    this.#country ??= known?.country?.toUpperCase();
  }

  /** Whether there is an input for a field. */
  asksFor(field: string | undefined): boolean {
    return this.#asked.some((each) => each === field);
  }

  /** The entered values, by the spec's names. Anything that looks like a card number is left out. */
  get values(): Buyer {
    const fields = this.#asked.filter((field) => !this.#isCardNumber(field));
    return Object.fromEntries(fields.map((field) => [field, cleaned(this.#valueOf(field))]));
  }

  /** Whether all values are valid. */
  get complete(): boolean {
    return this.#asked.every((field) => !this.judge(field));
  }

  /** Whether any value differs from the merchant's data. */
  get isFilled(): boolean {
    return this.#asked.some((field) => this.#valueOf(field).toUpperCase() !== knownOf(this.#known, field).toUpperCase());
  }

  /** Shows all errors. @returns the first wrong input. */
  complain(): FieldInput | undefined {
    const [first] = this.#asked.flatMap((field) => this.#inputs[field].complain() ?? []);
    this.host.requestUpdate();
    return first;
  }

  /** Shows the gateway's messages at the fields that they name (`customer.zip`). @returns the input of the first. */
  showErrors(errors: readonly FieldError[]): FieldInput | undefined {
    const named = errors.flatMap(({ path: [section, field], messages }) => {
      const name = section === 'customer' ? this.#asked.find((each) => each === field) : undefined;
      if (name) this.#inputs[name].refuse(messages.join(', '));
      return name ?? [];
    });
    this.host.requestUpdate();
    return named[0] && this.#inputs[named[0]].input;
  }

  /** Moves the focus to the first input with an error. @returns false if all are valid. */
  focusUnfinished(options?: FocusOptions): boolean {
    const field = this.#asked.find((each) => this.judge(each));
    const input = field && this.#inputs[field].input;
    input?.focus(options);
    return input !== undefined;
  }

  /** Resets the inputs to the merchant's data. */
  clear(): void {
    this.#country = this.#known?.country?.toUpperCase();
    for (const field of this.#fields) this.#inputs[field].clear(knownOf(this.#known, field));
  }

  /** Empties the inputs that contain a card number. The other texts stay when the payer leaves the page. */
  wipe(): void {
    for (const field of this.#asked) if (this.#isCardNumber(field)) this.#inputs[field].clear();
  }

  /** Reads the country again. It may have been filled in before the element was set up, or by a browser that fired no event. */
  refresh(): void {
    this.#country = this.#inputs.country.input?.value || this.#country;
    this.host.requestUpdate();
  }

  render(speech: Speech<MessageKey>): TemplateResult | typeof nothing {
    if (this.#fields.length === 0) return nothing;
    const visible = this.#asked;
    // Each field keeps its place in the template even while it is hidden. Otherwise the text of one field would move to another
    // when the state appears between them.
    const fields = BUYER_FIELDS.map((field) => (visible.includes(field) ? this.#field(field, speech) : nothing));
    return html`
      <fieldset part="card buyer">
        <legend part="legend">${speech.words.buyer}</legend>
        <div class="fields" part="box">${fields}</div>
      </fieldset>
    `;
  }

  get #asked(): readonly BuyerField[] {
    // Without an input for the country, the merchant's value counts.
    return askedOf(this.#fields, this.#country);
  }

  #field(name: BuyerField, speech: Speech<MessageKey>): TemplateResult {
    const { words } = speech;
    const field = this.#inputs[name];
    const { type, wide: isWide, autocomplete, latin } = FORMS[name];
    // The country fills its line unless the state is beside it.
    const wide = isWide ?? (name === 'country' && !this.#asked.includes('state'));
    const form: InputAttributes | undefined =
      type === 'choice' ? undefined : { type, autocomplete, dir: latin ? 'ltr' : 'auto', initial: knownOf(this.#known, name) };
    return fieldView({
      field,
      label: words[`field.${name}`],
      classes: wide === 'narrow' ? 'half roomy' : wide ? '' : 'half',
      control: form ? inputView(field, form, describedBy(field)) : this.#choice(name, speech),
      say: ({ key, message }) => fillRefusal(words[key], message),
    });
  }

  #choice(name: BuyerField, { words, language }: Speech<MessageKey>): TemplateResult {
    const field = this.#inputs[name];
    const choices: readonly Choice[] = name === 'country' ? countries(language) : states(this.#country);
    const initial = knownOf(this.#known, name).toUpperCase();
    return html`
      <select
        part="input"
        id=${field.id}
        name=${name}
        autocomplete=${FORMS[name].autocomplete}
        aria-required="true"
        aria-invalid=${field.complaint ? 'true' : 'false'}
        aria-describedby=${describedBy(field)}
        @change=${field.listeners.edit}
        @blur=${field.listeners.leave}
      >
        <option value="">${words.choose}</option>
        ${choices.map(({ value, text }) => html`<option value=${value} ?selected=${value === initial}>${text}</option>`)}
      </select>
    `;
  }

  edited(name: BuyerField): void {
    if (name === 'country') {
      this.#country = this.#inputs.country.input?.value;
      // Their validity depends on the country.
      for (const each of ['state', 'zip'] as const) this.#inputs[each].complaint = undefined;
    }
    this.#changed();
  }

  judge(field: BuyerField): Finding<MessageKey> | undefined {
    const key = judgeField(field, this.#valueOf(field), { country: this.#country, now: this.#clock.now() });
    return key && { state: 'incomplete', key };
  }

  #isCardNumber(field: BuyerField): boolean {
    return this.judge(field)?.key === 'wrong.card_number';
  }

  #valueOf(field: BuyerField): string {
    // An input that is not rendered yet will start with the merchant's value.
    return this.#inputs[field].input?.value ?? knownOf(this.#known, field);
  }
}
