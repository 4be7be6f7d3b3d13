import type { ReactiveControllerHost } from 'lit';
import type { Emptied } from '../../flow/cards/card-source.js';
import type { Binding, SealedSections } from '../../checkout/seal.js';
import type { RequiredFields } from '../../wire/response/check.js';
import type { CardFacts } from '../../card/card.js';
import type { SectionName } from '../../wire/request/card-section.js';
import type { FieldError } from '../../wire/response/error-body.js';
import { cardText } from '../base/card-text.js';
import type { Speech } from '../base/speech.js';
import { AmountField } from '../fields/amount-field.js';
import type { CardFieldsSettings } from '../fields/card-fields.js';
import { type FormListeners, formListeners } from '../fields/submit-form.js';
import { InlineFields, type InlineFieldsOptions } from '../fields/inline-fields.js';
import { formView } from './form-view.js';
import type { FormSnapshot, FormStatus, PayForm, Subject } from './port.js';

/** The settings and callbacks of a form. */
export interface LocalFormOptions extends InlineFieldsOptions {
  readonly speech: () => Speech;
  readonly subject: () => Subject | undefined;
  /** Called when the time to confirm is over, and the payer wants to start again. */
  readonly startAgain: () => void;
  /** Why the last press had no effect, if the payer has to read that. */
  readonly refusal?: () => string | undefined;
}

type Host = ReactiveControllerHost & { readonly renderRoot: ParentNode; readonly isConnected: boolean };

/** A form in the document of this script: the cards, the amount, the consent and the button. */
export class LocalForm implements PayForm {
  readonly #host: Host;
  readonly #options: LocalFormOptions;
  readonly #cards: InlineFields;
  readonly #amount: AmountField;
  readonly #listeners = new Set<() => void>();
  readonly #keydown: FormListeners['keydown'];
  #hasAgreed = false;
  /** Whether the payer has pressed again before they can have read the question. */
  #isTooEarly = false;

  constructor(host: Host, options: LocalFormOptions) {
    this.#host = host;
    this.#options = options;
    this.#cards = new InlineFields(host, {
      ...options,
      currency: () => options.subject()?.currency,
      takeSum: (figure) => this.#amount.take(figure),
    });
    this.#cards.subscribe(this.#changed);
    this.#keydown = formListeners(options.press).keydown;
    const terms = () => {
      const { currency = 'USD', least, most } = options.subject() ?? {};
      return { currency, least, most, language: options.speech().language };
    };
    this.#amount = new AmountField(host, terms, this.#changed);
  }

  get state(): FormSnapshot {
    const cards = this.#cards.state;
    const { isTyped = false } = this.#options.subject() ?? {};
    return {
      ...cards,
      isFilled: cards.isFilled || this.#amount.isFilled,
      typed: isTyped ? this.#amount.minor : undefined,
      hasAgreed: this.#hasAgreed,
    };
  }

  /** What is paid: the amount that the page has set, or else the one that the payer has typed. */
  get amount(): number | undefined {
    return this.#options.subject()?.amount ?? this.state.typed;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  configure(settings: Partial<CardFieldsSettings>): void {
    this.#cards.configure(settings);
    // The currency, the language or a limit may be others.
    this.#amount.refresh();
  }

  /** Connects the inputs that the page has written. @returns whether any was added or removed. */
  bind(): boolean {
    return this.#cards.bind();
  }

  require(fields: RequiredFields): void {
    this.#cards.require(fields);
  }

  showErrors(errors: readonly FieldError[]): void {
    const { isTyped } = this.#options.subject() ?? {};
    const refused = errors.find(({ path }) => path[0] === 'amount');
    if (isTyped && refused) this.#amount.showRefusal(refused.messages.join(', '));
    this.#cards.showErrors(errors);
  }

  seal(binding: Binding, revision: number): Promise<SealedSections | undefined> {
    return this.#cards.seal(binding, revision);
  }

  thumbprint(): Promise<string> {
    return this.#cards.thumbprint();
  }

  clear(what: Emptied): void {
    if (what !== 'verification_value') {
      this.#hasAgreed = false;
      this.#amount.clear();
      const asked = this.#host.renderRoot?.querySelector<HTMLInputElement>('[name=save-card]');
      if (asked) asked.checked = false;
    }
    this.#cards.clear(what);
  }

  /** Whether the payer has begun to type a card. */
  isCardFilled(section: SectionName): boolean {
    return this.#cards.isFilled(section);
  }

  /** How the payer has entered a card: chosen among saved ones, still typing its number, or done with it. */
  entryOf(section: SectionName): 'saved' | 'typing' | 'left' {
    return this.#cards.entryOf(section);
  }

  /** The tokens of the saved cards that are chosen. */
  get chosen(): readonly (string | undefined)[] {
    return this.#cards.chosen;
  }

  /** Empties the cards, and leaves the rest of the form. */
  clearCards(): void {
    this.#cards.clear('all');
  }

  // What the bank has just asked for is no mistake: only a press shows errors.
  focusFirstInvalid(): void {
    this.#cards.focusFirstInvalid();
  }

  refresh(): void {
    this.#amount.refresh();
    this.#cards.refresh();
  }

  refill(amount: number | undefined): void {
    this.#amount.fill(amount);
  }

  async complain(movesFocus = true): Promise<boolean> {
    const { isTyped, isFirst = false, operation } = this.#options.subject() ?? {};
    const wrong = isTyped ? this.#amount.complain() : undefined;
    const isAmountNext = wrong !== undefined && isFirst;
    // Something may have changed the cards without an event. In a transfer, sealing notices that, and the price is asked for again.
    const isAsked = operation === 'order' || !this.#cards.state.complete;
    const areCardsWrong = isAsked && (await this.#cards.complain(movesFocus && !isAmountNext));
    if (movesFocus && (isAmountNext || !areCardsWrong)) wrong?.focus();
    return areCardsWrong || wrong !== undefined;
  }

  focus(where: 'first' | 'unfinished', options?: FocusOptions): boolean {
    const { isTyped = false, isFirst } = this.#options.subject() ?? {};
    if (where === 'first' || !isTyped) return this.#cards.focus(where, options);
    const steps = [() => this.#amount.focusUnfinished(options), () => this.#cards.focus(where, options)];
    return (isFirst ? steps : steps.toReversed()).some((step) => step());
  }

  /** @param told The recipient as the page knows it: in a frame, nothing that changes the height may tell more. */
  render(status: FormStatus, told?: CardFacts): unknown {
    const { press, startAgain, refusal } = this.#options;
    const subject = this.#options.subject();
    if (!subject) return undefined;
    const speech = this.#options.speech();
    const { words } = speech;
    const { recipient } = this.#cards.state;
    this.#isTooEarly &&= status.isUnread === true;
    return formView({
      ...status,
      speech,
      subject,
      amount: this.amount,
      cards: this.#cards.render(words),
      amountField: subject.isTyped ? this.#amount.render(words) : undefined,
      goesTo: cardText(words, told ?? recipient) ?? (told && ''),
      last4: recipient.last4 ?? (told && subject.operation === 'transfer' ? '' : undefined),
      refusal: refusal?.() ?? (this.#isTooEarly ? words.too_early : undefined),
      agree: (hasAgreed) => {
        this.#hasAgreed = hasAgreed;
        this.#changed();
      },
      changeCards: () => this.#cards.focus('first'),
      startAgain,
      press: (event) => {
        if (status.isUnread) {
          this.#isTooEarly = true;
          this.#host.requestUpdate();
        }
        press(event);
      },
      keydown: this.#keydown,
    });
  }

  readonly #changed = (): void => {
    this.#host.requestUpdate();
    for (const listener of this.#listeners) listener();
  };
}
