import { html, LitElement, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit';
import type { CheckoutError } from '../../http/error.js';
import type { Catalogue } from '../../locales/catalogue.js';
import { catalogues } from '../../locales/catalogues.js';
import { isAuto } from '../../locales/language-tag.js';
import type { EveryMessageKey, MessageKey, Messages, PaymentMessageKey, Words } from '../../locales/messages.js';
import { isRightToLeft } from '../../money/amount.js';
import { LanguageError } from '../errors.js';
import { CheckoutErrorEvent } from '../events.js';
import { COMMON_ATTRIBUTES, declared, type Properties } from './attributes.js';
import { dispatchAndLog } from './dispatch-and-log.js';
import { markupRefusal, showPlainly } from '../page/trusted-types-policy.js';
import { page } from '../page/page.js';
import { isPageParsed, nextTask, reservedPlaceholder, untilPageParsed } from '../page/loading.js';
import { Speech } from './speech.js';
import { preferSystemFont } from './system-font.js';
import { buttonStyles } from './button-styles.js';
import { presets } from './presets.js';
import { theme } from './theme.js';

/**
 * The language of an element. With `auto`, it is the first one with a catalogue: of the page's `lang` around the element, then of
 * those that the browser asks for.
 */
function resolveLanguage(asked: string, element: Element): string {
  if (!isAuto(asked)) return asked;
  const around = element.closest('[lang]') ?? document.documentElement;
  return [around.getAttribute('lang') ?? '', ...navigator.languages].find((tag) => catalogues.has(tag)) ?? 'en';
}

// oxlint-disable-next-line no-unused-vars -- TypeScript wants the same type parameters as the class of this name has
export interface CheckoutElement<Key extends MessageKey = PaymentMessageKey> extends Properties<typeof COMMON_ATTRIBUTES> {}

/**
 * The base of every checkout element: it is set up by attributes, shows one language, and reports what keeps it from working.
 *
 * @event {CheckoutErrorEvent} checkout-error - Something went wrong. A decline is not an error. What you have to fix
 * (`error.party` is `merchant`) also goes to the console, unless you call `preventDefault()`.
 *
 * @slot - Shown until the script has loaded, for example another way to pay.
 *
 * @csspart base - Everything.
 * @csspart test - The badge of test mode.
 * @csspart setup-error - What the developer has to fix.
 * @csspart button - Each button.
 *
 * @cssproperty --checkout-color-accent - Buttons, links, focus.
 * @cssproperty --checkout-color-on-accent - Text on the accent.
 * @cssproperty --checkout-color-text - Text.
 * @cssproperty --checkout-color-muted - Labels, hints, and disabled buttons.
 * @cssproperty --checkout-color-surface - Behind the steps after the form; the page shows through by default.
 * @cssproperty --checkout-color-field - Behind what is typed.
 * @cssproperty --checkout-color-border - Borders.
 * @cssproperty --checkout-color-danger - Errors and failed payments.
 * @cssproperty --checkout-color-success - Successful payments.
 * @cssproperty --checkout-color-warning - Warnings, test mode, and unknown outcomes.
 * @cssproperty --checkout-border-width - Of the boxes around the fields.
 * @cssproperty --checkout-shadow - Of these boxes and the buttons, as the CSS property `box-shadow`; a soft one by default.
 * @cssproperty --checkout-gap - Between the blocks of the form.
 * @cssproperty --checkout-radius - Corners of cards and buttons; those of the steps are 1.4 times as round.
 * @cssproperty --checkout-space - The unit of gaps and padding.
 * @cssproperty --checkout-inline-size - The element's greatest width.
 * @cssproperty --checkout-font - As the CSS property `font`.
 */
export abstract class CheckoutElement<Key extends MessageKey = PaymentMessageKey> extends LitElement {
  static readonly formAssociated = true;

  static override styles = [theme, presets, buttonStyles];

  static override properties: PropertyDeclarations = {
    ...declared(COMMON_ATTRIBUTES),
    messages: { attribute: false },
  };

  /** Sentences to use instead of the element's own, by key, in its `language`; numbers can have plural forms. */
  declare messages: Partial<Messages> | undefined;

  /** A merchant's unit tests run in programs that lack it, or parts of it: jsdom, happy-dom. There an element does less, and never throws. */
  protected readonly internals = ((this as Partial<HTMLElement>).attachInternals?.() ?? {}) as Partial<ElementInternals>;
  /** The errors that keep the element from working. */
  protected errors: readonly CheckoutError[] = [];
  #reported: ReadonlySet<string> = new Set();
  #leavePage = (): void => undefined;
  /** Ends the wait of a press that came before it was known what it leads to. */
  #endWait: ((isKept: boolean) => void) | undefined;
  /** Events to dispatch, in this order. */
  readonly #queue: Event[] = [];
  readonly #english: Messages<Key | EveryMessageKey>;
  /** That of `language`, or the one that `auto` has found. */
  #language = 'en';
  /** While the language's catalogue loads: that of the previous language, English at first. */
  #catalogue: Catalogue = { language: 'en' };
  #isLoadingCatalogue = false;
  #words: Words<Key | EveryMessageKey> | undefined;
  #speech: Speech<Key | EveryMessageKey> | undefined;
  /** What the words were put together from: the catalogue, the page's own sentences, the language. */
  #wordsOf: readonly unknown[] | undefined;

  /** Its place in the page until the first draw, where that waits for another task. */
  #placeholder = reservedPlaceholder(this);

  /** @param english The element's sentences, in English. */
  constructor(english: Messages<Key | EveryMessageKey>) {
    super();
    this.#english = english;
    const { elementProperties } = this.constructor as typeof LitElement;
    for (const [name, { type }] of elementProperties) if (type === Boolean) Object.assign(this, { [name]: false });
    this.restoreDefaults();
  }

  /** Reads the attributes after one has changed, and sets up again what depends on them. */
  protected abstract configure(): void;

  protected override shouldUpdate(_changed: PropertyValues): boolean {
    const refusal = markupRefusal();
    if (refusal && this.errors.length === 0) {
      this.fail([refusal]);
      showPlainly(this.renderRoot, this.words.not_set_up, refusal.message);
    }
    return refusal === undefined;
  }

  /**
   * While the page loads, the first draw of an element in its markup is a task of its own: in one task with the script it would keep
   * a slow processor from everything else for too long. Children that the page has written must not disappear meanwhile, as one may
   * have the focus.
   */
  protected override scheduleUpdate(): void | Promise<unknown> {
    const placeholder = this.#placeholder;
    this.#placeholder = undefined;
    if (!placeholder || this.firstElementChild) return super.scheduleUpdate();
    this.renderRoot.append(placeholder);
    return nextTask().then(() => {
      placeholder.remove();
      return super.scheduleUpdate();
    });
  }

  /** Restores the defaults of properties: a framework that drops one sets it to undefined. */
  protected restoreDefaults(): void {
    if (typeof this.language !== 'string') this.language = 'en';
  }

  protected override willUpdate(changed: PropertyValues): void {
    this.restoreDefaults();
    // Lit reflects it only once it has rendered, and what is rendered asks the browser whether the element is disabled.
    if (changed.has('disabled')) this.toggleAttribute('disabled', this.disabled);
    if (changed.has('language')) this.#useLanguage();
    const { properties } = this.constructor as typeof CheckoutElement;
    if (!this.hasUpdated || Object.keys(properties).some((name) => changed.has(name))) this.setUp();
  }

  override connectedCallback(): void {
    super.connectedCallback();
    preferSystemFont(this, this.renderRoot as ShadowRoot);
    this.#leavePage = page().subscribe(this.reconsider);
    this.reconsider();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#leavePage();
    // An element that is only moved within the page is connected again before this runs.
    queueMicrotask(() => {
      if (!this.isConnected) this.dropPress();
    });
  }

  /** Whether the page has disabled the element, or a fieldset around it. */
  protected get isDisabled(): boolean {
    return this.matches(':disabled');
  }

  /** @internal Called when the page disables or enables the element, or a fieldset around it. A payment under way goes on. */
  formDisabledCallback(isDisabled: boolean): void {
    if (isDisabled) this.dropPress();
    this.requestUpdate();
  }

  /** Whether the element has drawn its properties, and can act on them. */
  protected get isSettled(): boolean {
    return !this.isUpdatePending;
  }

  /** Waits until the element has rendered its properties. @returns false if it is not in a page, or disabled. */
  protected async untilRendered(): Promise<boolean> {
    if (this.isConnected && !this.isSettled) await this.updateComplete;
    return this.#isHere;
  }

  get #isHere(): boolean {
    return this.isConnected && !this.isDisabled;
  }

  /** Whether it is known what a press leads to. Until then one press waits, unless the payer or the page changes something meanwhile. */
  protected get isDecided(): boolean {
    return true;
  }

  /**
   * A press, wherever it comes from. What a payment waits for is part of the payment's state.
   *
   * @param isForPrice Whether the button promised only to show the price.
   */
  protected async press(isForPrice = false): Promise<void> {
    // An element that is drawn carries it out at once.
    if (!this.isSettled) await this.untilRendered();
    if (!this.#isHere || this.#endWait) return;
    const isEarly = !this.isDecided;
    if (!isEarly || (await new Promise<boolean>((resolve) => (this.#endWait = resolve)))) await this.pressed(isEarly, isForPrice);
  }

  /** Carries out a press. `isEarly`: what it leads to became known only after it. */
  protected abstract pressed(isEarly: boolean, isForPrice: boolean): void | Promise<void>;

  /** Drops a press that waits to be carried out. */
  protected dropPress(): void {
    this.#wake(false);
  }

  #wake(isKept: boolean): void {
    this.#endWait?.(isKept);
    this.#endWait = undefined;
  }

  protected override updated(_changed: PropertyValues): void {
    if (this.isDecided) this.#wake(this.isConnected);
  }

  /** Everything that the payer can use before a payment. A disabled element disables all of it, as browsers do with their own controls. */
  protected renderControls(content: unknown): TemplateResult {
    return html`<fieldset class="controls" role="presentation" ?disabled=${this.isDisabled}>${content}</fieldset>`;
  }

  /** Sets the element up again, after a change of the page's settings, or of whether a key can be used. */
  protected readonly reconsider = (): void => {
    if (this.hasUpdated) this.setUp();
    this.requestUpdate();
  };

  /** Reads what the page has set, and acts on it. */
  protected setUp(): void {
    const { trouble } = page();
    if (trouble) this.fail([trouble]);
    else this.configure();
  }

  /** The texts of the form, and the language they are in. */
  protected get words(): Words<Key | EveryMessageKey> {
    const { messages } = this;
    const parts = [this.#catalogue, messages, this.#language] as const;
    // Hundreds of sentences, which a key typed asks for dozens of times.
    if (!this.#words || parts.some((part, index) => part !== this.#wordsOf?.[index])) {
      // An older file from a cache may lack a newer sentence.
      this.#words = { ...this.#english, ...this.#catalogue, ...(messages && { language: this.#language, ...messages }) };
      this.#wordsOf = parts;
    }
    return this.#words;
  }

  /** Its words, and how figures and dates are written in its language. */
  protected get speech(): Speech<Key | EveryMessageKey> {
    const { words } = this;
    if (this.#speech?.words !== words) this.#speech = new Speech<Key | EveryMessageKey>(words, this.#language);
    return this.#speech;
  }

  /** Whether its words are still those of another language. */
  protected get isLoadingWords(): boolean {
    return this.#isLoadingCatalogue;
  }

  /** Text direction. A language sets it while its catalogue still loads, so that its texts arrive in the right layout. */
  protected get direction(): 'ltr' | 'rtl' {
    return isRightToLeft(this.isLoadingWords ? this.#language : this.words.language) ? 'rtl' : 'ltr';
  }

  #useLanguage(): void {
    const language = (this.#language = resolveLanguage(this.language, this));
    const settle = (catalogue?: Catalogue): void => {
      if (this.#language !== language) return;
      this.#catalogue = catalogue ?? this.#catalogue;
      this.#isLoadingCatalogue = false;
      this.requestUpdate();
    };
    const loaded = catalogues.find(language);
    this.#catalogue = loaded ?? this.#catalogue;
    this.#isLoadingCatalogue = !loaded;
    if (loaded) return;
    catalogues.load(language).then(settle, (cause: unknown) => {
      settle();
      this.dispatchInOrder(new CheckoutErrorEvent(new LanguageError(language, cause)));
    });
  }

  /**
   * Dispatches an event, in the order of the calls, and only after the scripts in the page's markup have had their chance to
   * add listeners.
   */
  protected dispatchInOrder(event: Event): void {
    if (this.#queue.push(event) > 1) return;
    if (isPageParsed()) this.#dispatchAll();
    else void untilPageParsed().then(() => this.#dispatchAll());
  }

  #dispatchAll(): void {
    for (let next = this.#queue[0]; next; next = this.#queue[0]) {
      dispatchAndLog(this, next);
      this.#queue.shift();
    }
  }

  /**
   * Shows what keeps the element from working, and reports new errors to the page.
   *
   * @param warnings Errors that don't keep it from working: these are reported, but not shown.
   */
  protected fail(errors: readonly CheckoutError[], warnings: readonly CheckoutError[] = []): void {
    this.errors = errors;
    const all = [...errors, ...warnings];
    const fresh = all.filter(({ message }) => !this.#reported.has(message));
    this.#reported = new Set(all.map(({ message }) => message));
    for (const error of fresh) this.dispatchInOrder(new CheckoutErrorEvent(error));
  }

  /** Whether this is test mode, in which no money moves. */
  protected get isTest(): boolean {
    return false;
  }

  /** Draws what the element is for. */
  protected abstract renderContent(): unknown;

  protected override render(): TemplateResult {
    return html`
      <div part="base" class="base" translate="no" lang=${this.words.language} dir=${this.direction}>
        ${this.#renderNotices()} ${this.renderContent()}
      </div>
    `;
  }

  /** Above the content: test mode, and what the developer has to fix. */
  #renderNotices(): TemplateResult {
    const { test_badge: badge, not_set_up: title } = this.words;
    return html`
      ${this.isTest ? html`<p part="test" class="test">${badge}</p>` : nothing}
      ${
        this.errors.length > 0
          ? html`<div part="setup-error" class="setup" role="alert">
            <p><strong>${title}</strong></p>
            <ul lang="en" dir="ltr">
              ${this.errors.map(({ message }) => html`<li>${message}</li>`)}
            </ul>
          </div>`
          : nothing
      }
    `;
  }
}
