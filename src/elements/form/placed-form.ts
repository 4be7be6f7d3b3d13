import { html, type LitElement } from 'lit';
import type { SavedCard } from '../../card/saved-card.js';
import type { Binding, SealedSections } from '../../checkout/seal.js';
import { systemClock } from '../../clock/clock.js';
import type { Emptied } from '../../flow/cards/card-source.js';
import type { CheckoutError } from '../../http/error.js';
import type { RequiredFields } from '../../wire/response/check.js';
import type { FieldError } from '../../wire/response/error-body.js';
import type { SectionName } from '../../wire/request/card-section.js';
import { buttonStyles } from '../base/button-styles.js';
import type { Speech } from '../base/speech.js';
import { theme } from '../base/theme.js';
import { SettingConflictError } from '../errors.js';
import { type CardFieldsSettings, type CardLegends, type Sealer, SLOT } from '../fields/card-fields.js';
import { fieldStyles } from '../fields/field-styles.js';
import { FramedForm } from './framed/framed-form.js';
import type { FramedFormOptions } from './framed/framed-options.js';
import { savedStyles } from '../fields/saved/saved-styles.js';
import { resetStyles } from '../fields/slotted/adopt-styles.js';
import { SlottedCards } from '../fields/slotted/slotted-cards.js';
import { LocalForm } from './local-form.js';
import type { Act, FormSnapshot, FormStatus, PayForm, Subject } from './port.js';

/** The styles of inputs in the page, which the element's own don't reach. */
const SLOTTED_STYLES = [resetStyles, theme, buttonStyles, fieldStyles, savedStyles];

/** The shop that the card data is for, and the address of the isolated fields. */
export interface CardTerms {
  readonly checkoutUrl: string;
  readonly publicKey: string;
  /** Undefined: the fields are not in a frame. */
  readonly fieldsUrl: string | undefined;
  /** Without a frame: whether the inputs are in the element or in the page. */
  readonly fields: 'shadow' | typeof SLOT;
}

/** What a form needs from its element. */
export interface PlacedFormOptions {
  readonly legends: CardLegends;
  readonly sealer: () => Promise<Sealer>;
  /** What is paid, as far as it is known. */
  readonly subject: () => Subject | undefined;
  readonly text: () => {
    readonly speech: Speech;
    readonly direction: 'ltr' | 'rtl';
    readonly isPending: boolean;
    readonly isDisabled: boolean;
  };
  readonly guards: () => boolean;
  /** Called when the payer presses the button, or Enter in the last field. */
  readonly submit: () => void;
  /** Called when the payer presses the button of a form in a frame; `act` is what the button said. */
  readonly pressed: (act: Act) => void;
  /** Called when the time to confirm is over, and the payer wants to start again. */
  readonly startAgain: () => void;
  readonly remove: (section: SectionName, token: string) => void;
  readonly report: (error: CheckoutError) => void;
  /** Called when the element has to be set up again. */
  readonly reconsider: () => void;
}

/** The error where the fields are put elsewhere while they hold something. */
const heldSetting = (name: string, expected: string, got: string): SettingConflictError =>
  new SettingConflictError('setting_changed', name, {
    expected,
    got,
    cure: 'Set it before the payer types, or after reset() or an outcome.',
  });

/** The form of an element, wherever it is: in its shadow root, with the cards in the page, or in a frame. */
export class PlacedForm implements PayForm {
  readonly #host: LitElement;
  readonly #options: PlacedFormOptions;
  readonly #listeners = new Set<() => void>();
  readonly #slotted: SlottedCards;
  readonly #local: LocalForm;
  #framed: FramedForm | undefined;
  #framedAt: string | undefined;
  #form: PayForm;
  #terms: CardTerms | undefined;
  /** All settings so far, for fields that are placed later. */
  #settings: Partial<CardFieldsSettings> = {};
  #unsubscribe: () => void;

  constructor(host: LitElement, options: PlacedFormOptions) {
    this.#host = host;
    this.#options = options;
    this.#slotted = new SlottedCards(host, {
      text: () => {
        const { speech, ...text } = options.text();
        return { language: speech.words.language, ...text };
      },
      styles: SLOTTED_STYLES,
      changed: () => {
        if (this.#local.bind()) options.reconsider();
      },
    });
    this.#local = new LocalForm(host, {
      slotted: this.#slotted,
      legends: options.legends,
      sealer: options.sealer,
      now: () => systemClock.now(),
      speech: () => options.text().speech,
      subject: options.subject,
      startAgain: options.startAgain,
      press: options.submit,
      remove: (section: SectionName, { token }: SavedCard) => options.remove(section, token),
    });
    this.#form = this.#local;
    this.#unsubscribe = this.#local.subscribe(this.#notify);
  }

  /**
   * Puts the fields where the page wants them.
   *
   * @returns why that is impossible.
   */
  place(terms: CardTerms): CheckoutError | undefined {
    const { fieldsUrl: url, fields } = terms;
    const isSlotted = fields === SLOT;
    if (isSlotted !== this.#slotted.isOn) {
      if (this.state.isFilled) return heldSetting('fields', this.#slotted.isOn ? SLOT : 'shadow', fields);
      this.#slotted.isOn = isSlotted;
      this.#local.bind();
    }
    const isMoved = url !== this.#framedAt;
    if (isMoved && this.state.isFilled) {
      const before = this.#framedAt ?? 'no such attribute, as when the payer began to type';
      return heldSetting('fields-url', before, url ?? 'no such attribute');
    }
    this.#terms = terms;
    if (!isMoved) return undefined;
    this.#framed?.dispose();
    this.#framedAt = url;
    this.#framed = url === undefined ? undefined : new FramedForm(this.#host, this.#frameOptions(url));
    this.#use(this.#framed ?? this.#local);
    return undefined;
  }

  /** Empties the inputs that the page has written: these stay in it when the element shows no form. */
  clearSlots(): void {
    if (this.#slotted.isOn) this.#local.clearCards();
  }

  get state(): FormSnapshot {
    return this.#form.state;
  }

  /** Whether the form is in a frame, where only the payer can press its button. */
  get isFramed(): boolean {
    return this.#framed !== undefined;
  }

  get error(): CheckoutError | undefined {
    return this.#form.error;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  configure(settings: Partial<CardFieldsSettings>): void {
    this.#settings = { ...this.#settings, ...settings };
    // Those of the frame's placeholder too.
    this.#local.configure(settings);
    this.#framed?.configure(settings);
  }

  render(status: FormStatus): unknown {
    return this.#form.render(status);
  }

  refill(amount: number | undefined): void {
    this.#form.refill(amount);
  }

  refresh(): void {
    this.#form.refresh();
  }

  complain(movesFocus?: boolean): Promise<boolean> {
    return this.#form.complain(movesFocus);
  }

  focus(where: 'first' | 'unfinished', options?: FocusOptions): boolean {
    return this.#form.focus(where, options);
  }

  require(fields: RequiredFields): void {
    this.#form.require(fields);
  }

  showErrors(errors: readonly FieldError[]): void {
    this.#form.showErrors(errors);
  }

  seal(binding: Binding, revision: number): Promise<SealedSections | undefined> {
    return this.#form.seal(binding, revision);
  }

  thumbprint(): Promise<string> {
    return this.#form.thumbprint();
  }

  clear(what: Emptied): void {
    this.#form.clear(what);
  }

  focusFirstInvalid(): void {
    this.#form.focusFirstInvalid();
  }

  #use(form: PayForm): void {
    this.#unsubscribe();
    this.#form = form;
    form.configure(this.#settings);
    this.#unsubscribe = form.subscribe(this.#notify);
    this.#notify();
  }

  #frameOptions(url: string): FramedFormOptions {
    const { legends, sealer, subject, text, guards, pressed, startAgain, remove, report, reconsider } = this.#options;
    return {
      url,
      legends,
      shop: () => this.#terms,
      thumbprint: async () => (await sealer()).thumbprint,
      subject,
      speech: () => text().speech,
      guards,
      // The element's own form, disabled. So nothing moves when the frame arrives.
      placeholder: (status) => html`<fieldset class="placeholder" disabled inert>${this.#local.render(status)}</fieldset>`,
      clock: systemClock,
      pressed,
      startAgain,
      remove,
      report,
      judged: reconsider,
    };
  }

  readonly #notify = (): void => {
    for (const listener of this.#listeners) listener();
  };
}
