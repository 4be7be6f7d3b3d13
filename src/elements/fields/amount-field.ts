import { html, type ReactiveController, type ReactiveControllerHost, type TemplateResult } from 'lit';
import { brandOf } from '../../card/brand.js';
import { digitsIn } from '../../card/unicode-digits.js';
import { luhn } from '../../card/pan.js';
import { formatAmount, formatFigure } from '../../money/amount.js';
import { exponentOf } from '../../money/currency.js';
import { parseAmount } from '../../money/parse-amount.js';
import { fill, type FormMessageKey, type FormMessages } from '../../locales/catalogue.js';
import { Field, type FieldInput, type Finding } from './field.js';
import { describedBy, fieldView, type InputForm, inputView } from './field-view.js';
import { LineBreaks } from './edit/line-breaks.js';

/** What the amount's input needs to know. Sums are in minor units. */
export interface AmountTerms {
  readonly currency: string;
  readonly language: string;
  readonly least: number | undefined;
  readonly most: number | undefined;
}

type Host = ReactiveControllerHost & { readonly renderRoot: ParentNode };
type Key = Extract<FormMessageKey, `amount.${string}`>;

/** The input in which the payer types the amount, where the merchant has not fixed it. */
export class AmountField implements ReactiveController {
  readonly #host: Host;
  readonly #terms: () => AmountTerms;
  readonly #changed: () => void;
  readonly #field: Field<Key>;
  readonly #breaks = new LineBreaks();

  constructor(host: Host, terms: () => AmountTerms, changed: () => void) {
    this.#host = host;
    this.#terms = terms;
    this.#changed = changed;
    this.#field = new Field<Key>({
      id: 'amount',
      name: 'amount',
      root: () => host.renderRoot,
      judge: () => judge(this.#text, terms()),
    });
    host.addController(this);
  }

  hostConnected(): void {
    globalThis.addEventListener('pagehide', this.#forgetCardNumber);
  }

  hostDisconnected(): void {
    globalThis.removeEventListener('pagehide', this.#forgetCardNumber);
  }

  /** Minor units; undefined while there is no valid amount. */
  get minor(): number | undefined {
    const terms = this.#terms();
    const parsed = parseAmount(this.#text, terms.currency, terms.language);
    return parsed.state === 'valid' && !judge(this.#text, terms) ? parsed.minor : undefined;
  }

  /** Whether anything is typed. */
  get isFilled(): boolean {
    return this.#text !== '';
  }

  /** Shows what is wrong. @returns the input, when something is. */
  complain(): FieldInput | undefined {
    this.#host.requestUpdate();
    return this.#field.complain();
  }

  /** Shows the gateway's words. */
  showRefusal(message: string): void {
    this.#field.refuse(message);
    this.#host.requestUpdate();
  }

  /** To be called after currency, language or limits changed. */
  refresh(): void {
    const { complaint } = this.#field;
    // The gateway's words stay until the amount is another one. A field that was emptied of a card number shows why until something is typed.
    if (complaint?.key === 'refused' || (this.#text === '' && complaint?.key === 'amount.card_number')) return;
    this.#field.edited();
  }

  /** Puts in an amount in minor units, unless the payer has typed one. */
  fill(minor: number | undefined): void {
    const { input } = this.#field;
    if (!input || input.value || minor === undefined) return;
    const { currency, language } = this.#terms();
    input.value = formatFigure(minor, currency, language);
    this.#field.edited();
    this.#changed();
  }

  clear(): void {
    this.#field.clear();
  }

  render(words: FormMessages): TemplateResult {
    const terms = this.#terms();
    const { currency, language } = terms;
    const field = this.#field;
    const hasLimits = (terms.least ?? terms.most) !== undefined && !field.complaint;
    const form: InputForm = {
      inputmode: exponentOf(currency) === 0 ? 'numeric' : 'decimal',
      autocomplete: 'off',
      placeholder: formatFigure(0, currency, language),
      isExact: true,
    };
    const description = describedBy(field, false, hasLimits ? 'amount-currency amount-limits' : 'amount-currency');
    return fieldView({
      field,
      label: words.amount,
      classes: 'amount',
      control: html`${inputView(field, form, { remember: this.#remember, edit: this.#edit, leave: this.#leave }, description)}
        <span part="currency" class="brand" id="amount-currency">${currency}</span>`,
      hint: hasLimits ? html`<p part="limits" class="limits" id="amount-limits">${limitsText(terms, words)}</p>` : undefined,
      say: ({ key, message = '' }) => {
        const limit = key === 'amount.below' ? terms.least : terms.most;
        return fill(words[key], {
          message,
          currency,
          example: formatFigure(123_450, currency, language),
          limit: limit === undefined ? '' : formatAmount(limit, currency, language),
        });
      },
    });
  }

  readonly #remember = (event: Event): void => this.#breaks.remember(event);

  readonly #edit = (event: Event): void => {
    this.#breaks.restore(event.currentTarget as HTMLInputElement);
    const { isComposing = false, inputType = '' } = event as Partial<InputEvent>;
    this.#field.edited(isComposing);
    // Put in at once, all of it is there; typed, more digits may follow, which alone would be an amount.
    if (!/^(insertText|delete)/.test(inputType)) this.#forgetCardNumber();
    this.#host.requestUpdate();
    this.#changed();
  };

  readonly #leave = (): void => {
    const { input } = this.#field;
    if (!input?.value) return;
    this.#field.left();
    this.#forgetCardNumber();
    const { currency, language } = this.#terms();
    const { minor } = this;
    // What was understood, so that a misread separator shows before it costs anything.
    if (minor !== undefined) input.value = formatFigure(minor, currency, language);
    this.#host.requestUpdate();
  };

  get #text(): string {
    return this.#field.input?.value ?? '';
  }

  // A card number has no business in a field that nothing wipes.
  readonly #forgetCardNumber = (): void => {
    const { complaint, input } = this.#field;
    if (input && complaint?.key === 'amount.card_number') input.value = '';
  };
}

/** What is wrong with a text for an amount. */
function judge(text: string, { currency, language, least, most }: AmountTerms): Finding<Key> | undefined {
  const parsed = parseAmount(text, currency, language);
  const minor = parsed.state === 'valid' ? parsed.minor : undefined;
  const tooLong = longFigure(text, minor === undefined ? undefined : minor / 10 ** (exponentOf(currency) ?? 0));
  if (tooLong) return { state: 'invalid', key: tooLong };
  if (parsed.state !== 'valid') return { state: parsed.state, key: `amount.${parsed.reason}` };
  // More digits may follow.
  if (least !== undefined && parsed.minor < least) return { state: 'incomplete', key: 'amount.below' };
  return most !== undefined && parsed.minor > most ? { state: 'invalid', key: 'amount.above' } : undefined;
}

/** Between what the merchant takes, in the payer's words. */
function limitsText({ least, most, currency, language }: AmountTerms, messages: FormMessages): string {
  const [from, to] = [least, most].map((limit) => (limit === undefined ? '' : formatAmount(limit, currency, language)));
  const key = least === undefined ? 'amount_up_to' : most === undefined ? 'amount_from' : 'amount_between';
  return fill(messages[key], { least: from!, most: to! });
}

/** What a figure of so many digits is instead of an amount, given what it reads as in major units, if it does. */
function longFigure(text: string, major: number | undefined): 'amount.card_number' | 'amount.too_large' | undefined {
  const digits = digitsIn(text);
  // As with a holder's name: twelve digits are the shortest PAN, and no transfer is a hundred billion.
  if (digits.length < 12 || (major !== undefined && major < 1e11)) return undefined;
  return brandOf(digits) || luhn(digits) ? 'amount.card_number' : 'amount.too_large';
}
