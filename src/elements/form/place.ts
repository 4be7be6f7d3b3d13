import { html, type LitElement, nothing, type ReactiveController } from 'lit';
import type { Binding, SealedSections } from '../../checkout/seal.js';
import { systemClock } from '../../clock/clock.js';
import type { CheckoutError } from '../../http/error.js';
import { buttonStyles } from '../base/button-styles.js';
import type { Speech } from '../base/speech.js';
import { theme } from '../base/theme.js';
import { SettingConflictError } from '../errors.js';
import { beyondLimits } from '../page/beyond-limits.js';
import { parseUrl } from '../../url/parse-url.js';
import { type CardLegends, type Sealer, SLOT } from '../fields/card-fields.js';
import { fieldStyles } from '../fields/field-styles.js';
import { savedStyles } from '../fields/saved/saved-styles.js';
import { resetStyles } from '../fields/slotted/adopt-styles.js';
import type { SlottedText } from '../fields/slotted/slotted-card.js';
import { SlottedCards } from '../fields/slotted/slotted-cards.js';
import { Form } from './form.js';
import { FramedPort } from './framed/framed.js';
import { FRAME_SLOT } from './framed/frame-link.js';
import { readThemeTokens } from './framed/read-theme-tokens.js';
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
export interface PlaceOptions {
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

/**
 * Where an element has its form, and how it is drawn there: in its shadow root, with the cards in the page, or in a frame. As a port, it
 * is the one that leads there.
 */
export class FormPlace implements FormPort, ReactiveController {
  readonly #host: LitElement;
  readonly #options: PlaceOptions;
  readonly #listeners = new Set<(report: FormReport) => void>();
  readonly #slotted: SlottedCards;
  readonly #local: Form;
  #framed: FramedPort | undefined;
  #framedAt: string | undefined;
  /** Why the page's limits forbid the form. */
  #barred: CheckoutError | undefined;
  #unsubscribe: () => void;
  #speech: Speech | undefined;
  readonly #themes = new MutationObserver(() => this.#tell());

  constructor(host: LitElement, options: PlaceOptions) {
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
    host.addController(this);
  }

  hostConnected(): void {
    // Pages switch between light and dark by attributes of these elements.
    const changing = this.#framed ? [document.documentElement, document.body, this.#host] : [];
    for (const each of changing) this.#themes.observe(each, { attributes: true });
  }

  hostDisconnected(): void {
    this.#themes.disconnect();
  }

  hostUpdated(): void {
    this.#tell();
  }

  /**
   * Puts the fields where the page wants them.
   *
   * @returns why that is impossible.
   */
  place({ fieldsUrl: url, fields, checkoutUrl }: CardTerms): CheckoutError | undefined {
    // Judged here, where the inputs are: a script that has changed arrays could take this error out of a list.
    this.#barred =
      beyondLimits('fieldsUrls', 'fields-url', url) ??
      beyondLimits('checkoutOrigins', 'checkout-url', parseUrl(checkoutUrl)?.origin);
    if (this.#barred) return this.#barred;
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
    if (this.#barred) return nothing;
    this.#speech = speech;
    const framed = this.#framed;
    if (!framed) return this.#local.render(speech);
    const { link, isReady, height } = framed;
    const { words } = speech;
    if (link.error) {
      return html`<div part="isolated-fields" class="lost">
        <p part="problem" class="error" role="alert">${words.fields_lost}</p>
        <button part="button" type="button" class="quiet reload" @click=${() => link.reload()}>${words.fields_reload}</button>
      </div>`;
    }
    link.show(words.card_fields, height);
    // The element's own form, disabled, until the frame is ready. So nothing moves when it arrives.
    const placeholder = isReady
      ? undefined
      : html`<fieldset class="placeholder" disabled inert>${this.#local.render(speech)}</fieldset>`;
    const focus = (): void => framed.post({ kind: 'focus', where: 'first' });
    return html`<div part="isolated-fields" class="isolated ${isReady ? '' : 'coming'}" @focus-fields=${focus}>
      ${placeholder}
      <slot name=${FRAME_SLOT}></slot>
    </div>`;
  }

  get #port(): FormPort {
    return this.#framed ?? this.#local;
  }

  /** Tells the frame what has changed, once there is a place for it. */
  #tell(): void {
    const framed = this.#framed;
    framed?.link.appear();
    if (!framed || !this.#speech || !this.#host.renderRoot.querySelector('.isolated')) return;
    framed.tell({ words: this.#speech.words, theme: readThemeTokens(this.#host) });
  }

  #move(url: string | undefined): void {
    this.#unsubscribe();
    this.#framed?.link.dispose();
    this.#framedAt = url;
    const { legends, sealer } = this.#options;
    const { settings } = this.#local;
    this.#framed =
      url === undefined ? undefined : new FramedPort(this.#host, { url, legends, sealer, settings, clock: systemClock });
    this.#unsubscribe = this.#port.subscribe(this.#report);
    this.hostDisconnected();
    if (this.#host.isConnected) this.hostConnected();
    this.#report({ kind: 'changed' });
  }

  readonly #report = (report: FormReport): void => {
    for (const listener of this.#listeners) listener(report);
  };
}
