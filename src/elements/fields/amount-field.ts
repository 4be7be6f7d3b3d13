import { html, nothing, type ReactiveController, type ReactiveControllerHost, type TemplateResult } from 'lit';
import { brandOf } from '../../card/brand.js';
import { digitsIn } from '../../card/digits.js';
import { luhn } from '../../card/pan.js';
import { formatAmount, formatFigure } from '../../money/amount.js';
import { exponentOf } from '../../money/currency.js';
import { parseAmount } from '../../money/parse-amount.js';
import { fill, type MessageKey, type Messages } from '../../locales/catalogue.js';

/** What the amount's input needs to know. Sums are in minor units. */
export interface AmountTerms {
  readonly currency: string;
  readonly language: string;
  readonly least: number | undefined;
  readonly most: number | undefined;
}

/** The input in which the payer types the amount, where the merchant has not fixed it. */
export class AmountField implements ReactiveController {
  readonly #host: ReactiveControllerHost & { readonly renderRoot: ParentNode };
  readonly #terms: () => AmountTerms;
  readonly #changed: () => void;
  #complaint: { readonly key: MessageKey; readonly message?: string } | undefined;
  #minor: number | undefined;
  /** Whether a complaint has come up while the payer was typing: read out at once then. */
  #isTyping = false;

  constructor(
    host: ReactiveControllerHost & { readonly renderRoot: ParentNode },
    terms: () => AmountTerms,
    changed: () => void,
  ) {
    this.#host = host;
    this.#terms = terms;
    this.#changed = changed;
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
    return this.#minor;
  }

  /** Whether anything is typed. */
  get isFilled(): boolean {
    return Boolean(this.#input()?.value);
  }

  /** Says what is wrong, now. @returns the input, when something is. */
  complain(): HTMLInputElement | undefined {
    this.#complaint = undefined;
    this.#isTyping = false;
    this.#judge(true);
    this.#host.requestUpdate();
    return this.#complaint ? this.#input() : undefined;
  }

  /** Shows the gateway's words. */
  showRefusal(message: string): HTMLInputElement | undefined {
    this.#complaint = { key: 'refused', message };
    this.#host.requestUpdate();
    return this.#input();
  }

  /** Reads the input anew, after currency, language or limits changed. */
  refresh(): void {
    this.#judge(false);
  }

  /** Puts in an amount in minor units, unless the payer has typed one. */
  fill(minor: number | undefined): void {
    const input = this.#input();
    if (!input || input.value || minor === undefined) return;
    const { currency, language } = this.#terms();
    input.value = formatFigure(minor, currency, language);
    this.#judge(false);
    this.#changed();
  }

  clear(): void {
    const input = this.#input();
    if (input) input.value = '';
    this.#complaint = undefined;
    this.#judge(false);
  }

  render(messages: Messages): TemplateResult {
    const { currency, language, least, most } = this.#terms();
    const limits = (least ?? most) !== undefined && !this.#complaint;
    const invalid = this.#complaint ? 'true' : 'false';
    return html`
      <div class="field amount" part="field">
        <label part="label" for="amount">${messages.amount}</label>
        <div class="control">
          <input
            part="input"
            id="amount"
            name="amount"
            type="text"
            inputmode=${exponentOf(currency) === 0 ? 'numeric' : 'decimal'}
            autocomplete="off"
            spellcheck="false"
            dir="ltr"
            placeholder=${formatFigure(0, currency, language)}
            aria-required="true"
            aria-invalid=${invalid}
            aria-describedby=${`amount-currency${this.#complaint ? ' amount-error' : ''}${limits ? ' amount-limits' : ''}`}
            @input=${this.#edit}
            @compositionend=${this.#edit}
            @blur=${this.#leave}
          />
          <span part="currency" class="brand" id="amount-currency">${currency}</span>
        </div>
        ${limits ? html`<p part="limits" class="limits" id="amount-limits">${limitsText(this.#terms(), messages)}</p>` : nothing}
        ${this.#complaint
          ? html`<p part="error" class="error" id="amount-error" role=${this.#isTyping ? 'alert' : nothing}>${this.#words(messages)}</p>`
          : nothing}
      </div>
    `;
  }

  #words(messages: Messages): string {
    const { currency, language, least, most } = this.#terms();
    const { key, message = '' } = this.#complaint!;
    const limit = key === 'amount.below' ? least : most;
    return fill(messages[key], {
      message,
      example: formatFigure(123_450, currency, language),
      limit: limit === undefined ? '' : formatAmount(limit, currency, language),
    });
  }

  readonly #edit = (event: Event): void => {
    const { isComposing, inputType = '' } = event as Partial<InputEvent>;
    this.#complaint = undefined;
    this.#isTyping = true;
    this.#judge(false);
    // An input method owns the text until it ends.
    if (isComposing) this.#complaint = undefined;
    // Put in at once, all of it is there; typed, more digits may follow, which alone would be an amount.
    else if (!/^(insertText|delete)/.test(inputType)) this.#forgetCardNumber();
    this.#host.requestUpdate();
    this.#changed();
  };

  readonly #leave = (): void => {
    const input = this.#input();
    if (!input?.value) return;
    this.#isTyping = false;
    this.#judge(true);
    this.#forgetCardNumber();
    const { currency, language } = this.#terms();
    // What was understood, so that a misread separator shows before it costs anything.
    if (this.#minor !== undefined) input.value = formatFigure(this.#minor, currency, language);
    this.#host.requestUpdate();
  };

  #judge(left: boolean): void {
    const { currency, language, least, most } = this.#terms();
    const text = this.#input()?.value ?? '';
    this.#minor = undefined;
    // Emptied of a card number, it says why until something is typed.
    if (text === '' && this.#complaint?.key === 'amount.card_number') return;
    // The gateway's words stay until the amount is another one.
    if (this.#complaint?.key !== 'refused') this.#complaint = undefined;
    const parsed = parseAmount(text, currency, language);
    const tooLong = longFigure(text, parsed.state === 'valid' ? parsed.minor / 10 ** (exponentOf(currency) ?? 0) : undefined);
    if (tooLong) {
      this.#complaint = { key: tooLong };
    } else if (parsed.state !== 'valid') {
      if (left || parsed.state === 'invalid') this.#complaint = { key: `amount.${parsed.reason}` };
    } else if (least !== undefined && parsed.minor < least) {
      // More digits may follow.
      if (left) this.#complaint = { key: 'amount.below' };
    } else if (most !== undefined && parsed.minor > most) {
      this.#complaint = { key: 'amount.above' };
    } else {
      this.#minor = parsed.minor;
    }
  }

  #input(): HTMLInputElement | undefined {
    return this.#host.renderRoot?.querySelector<HTMLInputElement>('#amount') ?? undefined;
  }

  // A number that is none of an amount has no business in a field that nothing wipes.
  readonly #forgetCardNumber = (): void => {
    const input = this.#input();
    if (input && this.#complaint?.key === 'amount.card_number') input.value = '';
  };
}

/** Between what the merchant takes, in the payer's words. */
function limitsText({ least, most, currency, language }: AmountTerms, messages: Messages): string {
  const [from, to] = [least, most].map((limit) => (limit === undefined ? '' : formatAmount(limit, currency, language)));
  const key = least === undefined ? 'amount_up_to' : most === undefined ? 'amount_from' : 'amount_between';
  return fill(messages[key], { least: from!, most: to! });
}

/** What a figure of so many digits is instead of an amount, given what it reads as in major units, if it does. */
function longFigure(text: string, major: number | undefined): 'amount.card_number' | 'amount.too_large' | undefined {
  const digits = digitsIn(text);
  // As with a holder's name: nobody sends a hundred milliards, and twelve digits are the shortest PAN.
  if (digits.length < 12 || (major !== undefined && major < 1e11)) return undefined;
  return brandOf(digits) || luhn(digits) ? 'amount.card_number' : 'amount.too_large';
}
