import { html, type LitElement } from 'lit';
import type { SavedCard } from '../../card/saved-card.js';
import type { Subject } from '../../channel/to-frame.js';
import type { Binding, SealedSections } from '../../checkout/seal.js';
import { systemClock } from '../../clock/clock.js';
import type { CheckoutError } from '../../http/error.js';
import type { Messages } from '../../locales/messages.js';
import type { RequiredFields } from '../../wire/response/check.js';
import type { FieldError } from '../../wire/response/error-body.js';
import type { SectionName } from '../../wire/request/card-section.js';
import { buttonStyles } from '../base/button-styles.js';
import type { Speech } from '../base/speech.js';
import { theme } from '../base/theme.js';
import { SettingConflictError } from '../errors.js';
import {
  type CardFields,
  type CardFieldsSettings,
  type CardFieldsState,
  type CardLegends,
  type Sealer,
  SLOT,
} from './card-fields.js';
import { fieldStyles } from './field-styles.js';
import { FramedFields } from './framed/framed-fields.js';
import type { FramedFieldsOptions } from './framed/framed-options.js';
import { sumView } from './framed/sum-view.js';
import { InlineFields } from './inline-fields.js';
import { savedStyles } from './saved/saved-styles.js';
import { resetStyles } from './slotted/adopt-styles.js';
import { SlottedCards } from './slotted/slotted-cards.js';

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

/** What the cards need from their element. */
export interface PlacedCardsOptions {
  readonly legends: CardLegends;
  readonly sealer: () => Promise<Sealer>;
  /** The operation and the sum, as far as they are known. */
  readonly subject: () => Subject | undefined;
  readonly text: () => { readonly speech: Speech; readonly direction: 'ltr' | 'rtl'; readonly isPending: boolean };
  readonly guards: () => boolean;
  /** Called when the payer presses Enter in the last field. */
  readonly submit: () => void;
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

/** The card fields of an element, wherever they are: in its shadow root, in the page, or in a frame. */
export class PlacedCards implements CardFields {
  readonly #host: LitElement;
  readonly #options: PlacedCardsOptions;
  readonly #listeners = new Set<() => void>();
  readonly #slotted: SlottedCards;
  readonly #inline: InlineFields;
  #framed: FramedFields | undefined;
  #framedAt: string | undefined;
  #fields: CardFields;
  #terms: CardTerms | undefined;
  /** All settings so far, for fields that are placed later. */
  #settings: Partial<CardFieldsSettings> = {};
  #unsubscribe: () => void;

  constructor(host: LitElement, options: PlacedCardsOptions) {
    this.#host = host;
    this.#options = options;
    this.#slotted = new SlottedCards(host, {
      text: () => {
        const { speech, ...text } = options.text();
        return { language: speech.words.language, ...text };
      },
      styles: SLOTTED_STYLES,
      changed: () => {
        if (this.#inline.bind()) options.reconsider();
      },
    });
    this.#inline = new InlineFields(host, {
      slotted: this.#slotted,
      legends: options.legends,
      sealer: options.sealer,
      now: () => systemClock.now(),
      press: options.submit,
      remove: (section: SectionName, { token }: SavedCard) => options.remove(section, token),
    });
    this.#fields = this.#inline;
    this.#unsubscribe = this.#inline.subscribe(this.#notify);
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
      this.#inline.bind();
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
    this.#framed = url === undefined ? undefined : new FramedFields(this.#host, this.#frameOptions(url));
    this.#use(this.#framed ?? this.#inline);
    return undefined;
  }

  /** Empties the inputs that the page has written: these stay in it when the element shows no form. */
  clearSlots(): void {
    if (this.#slotted.isOn) this.#inline.clear('all');
  }

  get state(): CardFieldsState {
    return this.#fields.state;
  }

  get error(): CheckoutError | undefined {
    return this.#fields.error;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  configure(settings: Partial<CardFieldsSettings>): void {
    this.#settings = { ...this.#settings, ...settings };
    // Those of the frame's placeholder too.
    this.#inline.configure(settings);
    this.#framed?.configure(settings);
  }

  render(words: Messages): unknown {
    return this.#fields.render(words);
  }

  async checkVisibility(): Promise<void> {
    await this.#fields.checkVisibility?.();
  }

  refresh(): void {
    this.#fields.refresh();
  }

  complain(movesFocus?: boolean): Promise<boolean> {
    return this.#fields.complain(movesFocus);
  }

  focus(where: 'first' | 'unfinished' | 'last', options?: FocusOptions): boolean {
    return this.#fields.focus(where, options);
  }

  require(fields: RequiredFields): void {
    this.#fields.require(fields);
  }

  showErrors(errors: readonly FieldError[]): void {
    this.#fields.showErrors(errors);
  }

  seal(binding: Binding, revision: number): Promise<SealedSections | undefined> {
    return this.#fields.seal(binding, revision);
  }

  thumbprint(): Promise<string> {
    return this.#fields.thumbprint();
  }

  clear(what: 'verification_value' | 'all'): void {
    this.#fields.clear(what);
  }

  focusFirstInvalid(): void {
    this.#fields.focusFirstInvalid();
  }

  #use(fields: CardFields): void {
    this.#unsubscribe();
    this.#fields = fields;
    fields.configure(this.#settings);
    this.#unsubscribe = fields.subscribe(this.#notify);
    this.#notify();
  }

  #frameOptions(url: string): FramedFieldsOptions {
    const { legends, sealer, subject, text, guards, submit, remove, report, reconsider } = this.#options;
    return {
      url,
      legends,
      shop: () => this.#terms,
      thumbprint: async () => (await sealer()).thumbprint,
      subject,
      language: () => text().speech.language,
      guards,
      // The element's own fields, disabled. So nothing moves when the frame arrives.
      placeholder: (words) =>
        html`<fieldset class="placeholder" disabled inert>
          ${sumView(subject(), words.to_pay, text().speech.language)}${this.#inline.render(words)}
        </fieldset>`,
      clock: systemClock,
      press: submit,
      remove,
      report,
      judged: reconsider,
    };
  }

  readonly #notify = (): void => {
    for (const listener of this.#listeners) listener();
  };
}
