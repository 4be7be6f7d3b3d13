import { html, type TemplateResult } from 'lit';
import { brandOf } from '../../card/brand.js';
import { insertedText, type Shown } from '../../card/edit.js';
import { digitsIn } from '../../card/unicode-digits.js';
import { luhn } from '../../card/pan.js';
import { formatAmount, formatFigure } from '../../money/amount.js';
import { exponentOf } from '../../money/currency.js';
import { styleOf } from '../../money/locale-style.js';
import { parseAmount } from '../../money/parse-amount.js';
import { fill, type PaymentMessageKey, type Words } from '../../locales/catalogue.js';
import { fillRefusal } from '../base/gateway-message.js';
import { describedBy, fieldView, type InputAttributes, inputView } from './field-view.js';
import { rewrite } from './rewrite.js';
import { type FieldGroup, type FieldHost, type Finding, TextField } from './text-field.js';

/** The rules for the amount. Sums are in minor units. */
export interface AmountTerms {
  readonly currency: string;
  readonly language: string;
  readonly least: number | undefined;
  readonly most: number | undefined;
}

type Key = Extract<PaymentMessageKey, `amount.${string}`>;

/** The input for the amount, where the merchant has not fixed it. */
export class AmountField implements FieldGroup<'amount', Key> {
  readonly host: FieldHost;
  readonly #changed: () => void;
  readonly #field = new TextField<'amount', Key>(this, {
    id: 'amount',
    name: 'amount',
    keepsLines: true,
    mask: (before, after) => this.#ungroup(before, after),
  });
  #terms: AmountTerms = { currency: 'USD', language: 'en', least: undefined, most: undefined };
  /** Whether the amount is from a message that the payer has pasted. */
  #isFromMessage = false;
  /** The text that was last shown in the place of what the payer typed, and its separator of groups. */
  #tidied: { readonly text: string; readonly group: string } | undefined;

  /** @param changed Called when another amount is typed. */
  constructor(host: FieldHost, changed: () => void) {
    this.host = host;
    this.#changed = changed;
  }

  get root(): ParentNode {
    return this.host.renderRoot;
  }

  get terms(): AmountTerms {
    return this.#terms;
  }

  set terms(terms: AmountTerms) {
    const isOther = JSON.stringify(terms) !== JSON.stringify(this.#terms);
    this.#terms = terms;
    if (isOther) this.refresh();
  }

  judge(): Finding<Key> | undefined {
    return judge(this.#text, this.#terms);
  }

  /** The amount in minor units; undefined unless it is valid. */
  get minor(): number | undefined {
    const { currency, language } = this.#terms;
    const parsed = parseAmount(this.#text, currency, language);
    return parsed.state === 'valid' && !this.judge() ? parsed.minor : undefined;
  }

  /** Whether the input contains any text. */
  get isFilled(): boolean {
    return this.#text !== '';
  }

  /** Shows the error of an amount that is not valid. */
  complain(): void {
    this.#field.complain();
  }

  /** Shows the gateway's message. */
  showRefusal(message: string): void {
    this.#field.refuse(message);
  }

  /** Judges the amount again. */
  refresh(): void {
    const { complaint } = this.#field;
    // The gateway's message stays until the amount changes. A field from which a card number was removed shows why until the
    // payer types again.
    if (complaint?.key === 'refused' || (this.#text === '' && complaint?.key === 'amount.card_number')) return;
    // An error that a press has shown stays until it is mended.
    if (complaint && !complaint.isNew) this.#field.complain();
    else this.#field.edited();
  }

  /** Fills in an amount in minor units, unless the input already contains one. */
  fill(minor: number | undefined): void {
    const input = this.#input;
    if (!input || input.value || minor === undefined) return;
    this.#tidy(input, minor);
    this.#field.edited();
    this.#changed();
  }

  /** Takes the sum of a pasted message, unless the payer has typed one. */
  take(figure: string): void {
    const { input } = this.#field;
    const { currency, language } = this.#terms;
    if (!input || input.value || parseAmount(figure, currency, language).state !== 'valid') return;
    input.value = figure;
    this.#field.edited();
    this.left();
    this.#isFromMessage = true;
    this.#changed();
  }

  /** Moves the focus to the input, unless the amount is complete. @returns whether it did. */
  focusUnfinished(options?: FocusOptions): boolean {
    const { input } = this.#field;
    if (this.minor !== undefined) return false;
    input?.focus(options);
    return input !== undefined;
  }

  /** Empties the input if it contains a card number. Another amount stays when the payer leaves the page. */
  wipe(): void {
    const { complaint, input } = this.#field;
    if (input && complaint?.key === 'amount.card_number') input.value = '';
  }

  clear(): void {
    this.#isFromMessage = false;
    this.#field.clear();
  }

  render(words: Words): TemplateResult {
    const terms = this.#terms;
    const { currency, language } = terms;
    const field = this.#field;
    const hasLimits = (terms.least ?? terms.most) !== undefined && !field.complaint;
    const form: InputAttributes = {
      inputmode: exponentOf(currency) === 0 ? 'numeric' : 'decimal',
      autocomplete: 'off',
      placeholder: formatFigure(0, currency, language),
      isExact: true,
    };
    const description = describedBy(field, this.#isFromMessage, hasLimits ? 'amount-currency amount-limits' : 'amount-currency');
    return fieldView({
      field,
      label: words.amount,
      remark: this.#isFromMessage ? { text: words.from_message } : undefined,
      classes: 'amount',
      control: html`${inputView(field, form, description)}
        <span part="currency" class="brand" id="amount-currency">${currency}</span>`,
      hint: hasLimits ? html`<p part="limits" class="limits" id="amount-limits">${limitsText(terms, words)}</p>` : undefined,
      say: ({ key, message }) => {
        const limit = key === 'amount.below' ? terms.least : terms.most;
        return fillRefusal(words[key], message, {
          currency,
          example: formatFigure(123_450, currency, language),
          limit: limit === undefined ? '' : formatAmount(limit, currency, language),
        });
      },
    });
  }

  /** Shows an amount as its language writes it. */
  #tidy(input: HTMLInputElement, minor: number): void {
    const { currency, language } = this.#terms;
    const text = formatFigure(minor, currency, language);
    rewrite(input, text);
    this.#tidied = { text, group: styleOf(language).group };
  }

  /**
   * Leaves out the separators of groups once the payer changes an amount that was shown with them: they would be in wrong places. Not
   * when the payer enters the field, which would lose what Tab selects.
   */
  #ungroup(before: Shown, after: Shown): Shown {
    const { text = '', group = '' } = this.#tidied ?? {};
    if (after.text === text) return after;
    this.#tidied = undefined;
    const inserted = insertedText(before.text || text, after.text, after.caret);
    if (!group || inserted === undefined) return after;
    const ahead = after.text.slice(0, after.caret - inserted.length).replaceAll(group, '') + inserted;
    return { text: ahead + after.text.slice(after.caret).replaceAll(group, ''), caret: ahead.length };
  }

  edited(_: 'amount', { inputType = '' }: Partial<InputEvent>): void {
    this.#isFromMessage = false;
    // A pasted number is complete, so it can be removed now. While the payer types one, the digits that follow would stay and
    // look like an amount.
    if (!/^(insertText|delete)/.test(inputType)) this.wipe();
    this.#changed();
  }

  left(): void {
    this.wipe();
    const input = this.#input;
    const { minor } = this;
    // Shows the amount as it was understood, so that the payer notices a misread separator before they pay.
    if (input && minor !== undefined) this.#tidy(input, minor);
  }

  get #input(): HTMLInputElement | undefined {
    return this.#field.input as HTMLInputElement | undefined;
  }

  get #text(): string {
    return this.#input?.value ?? '';
  }
}

/** Finds what is wrong with the text of an amount. */
function judge(text: string, { currency, language, least, most }: AmountTerms): Finding<Key> | undefined {
  const parsed = parseAmount(text, currency, language);
  const minor = parsed.state === 'valid' ? parsed.minor : undefined;
  const tooLong = longFigure(text, minor === undefined ? undefined : minor / 10 ** (exponentOf(currency) ?? 0));
  if (tooLong) return { state: 'invalid', key: tooLong };
  if (parsed.state !== 'valid') return { state: parsed.state, key: `amount.${parsed.reason}` };
  // More digits may still follow.
  if (least !== undefined && parsed.minor < least) return { state: 'incomplete', key: 'amount.below' };
  return most !== undefined && parsed.minor > most ? { state: 'invalid', key: 'amount.above' } : undefined;
}

/** The merchant's limits, as a sentence for the payer. */
function limitsText({ least, most, currency, language }: AmountTerms, messages: Words): string {
  const [from, to] = [least, most].map((limit) => (limit === undefined ? '' : formatAmount(limit, currency, language)));
  const key = least === undefined ? 'amount_up_to' : most === undefined ? 'amount_from' : 'amount_between';
  return fill(messages[key], { least: from!, most: to! });
}

/**
 * Judges a figure with too many digits for an amount: it is a card number, or too large.
 *
 * @param major The figure in major units, if it can be read as an amount.
 */
function longFigure(text: string, major: number | undefined): 'amount.card_number' | 'amount.too_large' | undefined {
  const digits = digitsIn(text);
  // The shortest PAN has twelve digits, as in the check of a holder's name. No transfer is as large as a hundred billion.
  if (digits.length < 12 || (major !== undefined && major < 1e11)) return undefined;
  return brandOf(digits) || luhn(digits) ? 'amount.card_number' : 'amount.too_large';
}
