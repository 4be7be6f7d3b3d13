import { html, type LitElement } from 'lit';
import type { Binding, SealedSections } from '../../checkout/seal.js';
import { systemClock } from '../../clock/clock.js';
import type { CheckoutError } from '../../http/error.js';
import { buttonStyles } from '../base/button-styles.js';
import type { Speech } from '../base/speech.js';
import { theme } from '../base/theme.js';
import { SettingConflictError } from '../errors.js';
import { type CardLegends, type Sealer, SLOT } from '../fields/card-fields.js';
import { fieldStyles } from '../fields/field-styles.js';
import { FramedForm } from './framed/framed-form.js';
import { savedStyles } from '../fields/saved/saved-styles.js';
import { resetStyles } from '../fields/slotted/adopt-styles.js';
import type { SlottedText } from '../fields/slotted/slotted-card.js';
import { SlottedCards } from '../fields/slotted/slotted-cards.js';
import { Form } from './form.js';
import type { FormCommand, FormPort, FormReport, FormSnapshot } from './port.js';

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
  /** The language of the labels beside the inputs in the page. */
  readonly text: () => SlottedText;
}

/** The error where the fields are put elsewhere while they hold something. */
const heldSetting = (name: string, expected: string, got: string): SettingConflictError =>
  new SettingConflictError('setting_changed', name, {
    expected,
    got,
    cure: 'Set it before the payer types, or after reset() or an outcome.',
  });

/** The form of an element, wherever it is: in its shadow root, with the cards in the page, or in a frame. */
export class PlacedForm implements FormPort {
  readonly #host: LitElement;
  readonly #options: PlacedFormOptions;
  readonly #listeners = new Set<(report: FormReport) => void>();
  readonly #slotted: SlottedCards;
  readonly #local: Form;
  #framed: FramedForm | undefined;
  #framedAt: string | undefined;
  #unsubscribe: () => void;

  constructor(host: LitElement, options: PlacedFormOptions) {
    this.#host = host;
    this.#options = options;
    const { legends, sealer, text } = options;
    this.#slotted = new SlottedCards(host, {
      text,
      styles: SLOTTED_STYLES,
      changed: () => {
        if (this.#local.bind()) this.#report({ kind: 'judged' });
      },
    });
    this.#local = new Form(host, { slotted: this.#slotted, legends, sealer, clock: systemClock });
    this.#unsubscribe = this.#local.subscribe(this.#report);
  }

  /**
   * Puts the fields where the page wants them.
   *
   * @returns why that is impossible.
   */
  place(terms: CardTerms): CheckoutError | undefined {
    const { fieldsUrl: url, fields } = terms;
    const isSlotted = fields === SLOT;
    const { isFilled } = this.snapshot;
    if (isSlotted !== this.#slotted.isOn) {
      if (isFilled) return heldSetting('fields', this.#slotted.isOn ? SLOT : 'shadow', fields);
      this.#slotted.isOn = isSlotted;
      this.#local.bind();
    }
    if (url !== this.#framedAt) {
      const before = this.#framedAt ?? 'no such attribute, as when the payer began to type';
      if (isFilled) return heldSetting('fields-url', before, url ?? 'no such attribute');
      this.#move(url);
    }
    return undefined;
  }

  get snapshot(): FormSnapshot {
    return this.#port.snapshot;
  }

  /** Whether the form is in a frame, where only the payer can press its button. */
  get isFramed(): boolean {
    return this.#framed !== undefined;
  }

  get error(): CheckoutError | undefined {
    return this.#port.error;
  }

  subscribe(report: (report: FormReport) => void): () => void {
    this.#listeners.add(report);
    return () => this.#listeners.delete(report);
  }

  post(command: FormCommand): void {
    this.#port.post(command);
    // For the frame's placeholder.
    if (this.#framed && (command.kind === 'set' || command.kind === 'status')) this.#local.post(command);
  }

  seal(binding: Binding, revision: number): Promise<SealedSections | undefined> {
    return this.#port.seal(binding, revision);
  }

  thumbprint(): Promise<string> {
    return this.#port.thumbprint();
  }

  render(speech: Speech): unknown {
    if (!this.#framed || this.#framed.isReady) return this.#port.render(speech);
    // The element's own form, disabled. So nothing moves when the frame arrives.
    const placeholder = html`<fieldset class="placeholder" disabled inert>${this.#local.render(speech)}</fieldset>`;
    return this.#framed.render(speech, placeholder);
  }

  get #port(): FormPort {
    return this.#framed ?? this.#local;
  }

  #move(url: string | undefined): void {
    this.#unsubscribe();
    this.#framed?.dispose();
    this.#framedAt = url;
    const { legends, sealer } = this.#options;
    const { settings } = this.#local;
    this.#framed =
      url === undefined ? undefined : new FramedForm(this.#host, { url, legends, sealer, settings, clock: systemClock });
    this.#unsubscribe = this.#port.subscribe(this.#report);
    this.#report({ kind: 'changed' });
  }

  readonly #report = (report: FormReport): void => {
    for (const listener of this.#listeners) listener(report);
  };
}
