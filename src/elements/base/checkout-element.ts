import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { CheckoutError } from '../../http/error.js';
import { catalogues, type FormCatalogue, type OrderMessages } from '../../locales/catalogue.js';
import { isRightToLeft } from '../../money/amount.js';
import { LanguageError } from '../errors.js';
import { CheckoutErrorEvent } from '../events.js';
import { fire } from './fire.js';
import { markupRefusal, showPlainly } from '../page/markup-policy.js';
import { page } from '../page/page.js';
import { isPageRead, pageIsRead } from '../page/loading.js';
import { Speech } from './speech.js';
import { preferSystemFont } from './system-font.js';
import { theme } from './theme.js';

/**
 * The base of every checkout element: set up by attributes, in one language, and reporting what keeps it from working.
 *
 * @event {CheckoutErrorEvent} checkout-error - Something went wrong. A decline is no error. What you have to fix
 * (`error.party` is `merchant`) also goes to the console, unless you call `preventDefault()`.
 *
 * @slot - What stands between the tags shows until the script has loaded: what to do without it.
 *
 * @csspart base - Everything.
 * @csspart test - The badge of test mode.
 * @csspart setup-error - What the developer has to fix.
 * @csspart button - Each button.
 *
 * @cssproperty --checkout-color-accent - Buttons, links, focus.
 * @cssproperty --checkout-color-on-accent - Text on the accent.
 * @cssproperty --checkout-color-text - Text.
 * @cssproperty --checkout-color-muted - Labels, hints, and what is disabled.
 * @cssproperty --checkout-color-surface - Behind the steps after the form; the page shows through by default.
 * @cssproperty --checkout-color-field - Behind what is typed.
 * @cssproperty --checkout-color-border - Borders.
 * @cssproperty --checkout-color-danger - Complaints and failure.
 * @cssproperty --checkout-color-success - Success.
 * @cssproperty --checkout-color-warning - Hints, test mode, and what is not known.
 * @cssproperty --checkout-radius - Corners of cards and buttons; those of the steps are 1.4 times as round.
 * @cssproperty --checkout-space - Between things, and around what is inside them.
 * @cssproperty --checkout-inline-size - How wide the element becomes at most.
 * @cssproperty --checkout-font - As the CSS property `font`.
 */
export abstract class CheckoutElement extends LitElement {
  static override styles = [theme];

  static override properties = {
    language: { converter: (text: string | null) => text || 'en' },
    messages: { attribute: false },
  };

  /**
   * The language of the element, the gateway's pages and its e-mails, for example `ru` or `ar-EG`. The page's own language is not
   * assumed.
   * @default en
   */
  declare language: string;
  /** Sentences to use instead of the element's own, by key, in its `language`; numbers can have plural forms. */
  declare messages: Partial<OrderMessages> | undefined;

  /** What keeps the element from working; empty when nothing does. */
  protected errors: readonly CheckoutError[] = [];
  #reported: ReadonlySet<string> = new Set();
  /** Events that wait to be dispatched, in this order. */
  readonly #queue: Event[] = [];
  /** Until the language's own catalogue is loaded, that of the language before; English at first. */
  #catalogue: FormCatalogue = catalogues.find('en')!;
  #awaitsCatalogue = false;

  constructor() {
    super();
    this.restoreDefaults();
  }

  /** Reads the attributes after one has changed, and sets up again what depends on them. */
  protected abstract configure(): void;

  /** Whether no money moves, which a badge shows. */
  protected abstract get isTest(): boolean;

  protected override shouldUpdate(_changed: PropertyValues): boolean {
    const refusal = markupRefusal();
    if (refusal && this.errors.length === 0) {
      this.fail([refusal]);
      showPlainly(this.renderRoot, this.words.not_set_up, refusal.message);
    }
    return refusal === undefined;
  }

  /** Puts back the defaults of properties: a framework that drops one sets it to undefined. */
  protected restoreDefaults(): void {
    if (typeof this.language !== 'string') this.language = 'en';
  }

  protected override willUpdate(changed: PropertyValues): void {
    this.restoreDefaults();
    if (changed.has('language')) this.#learn();
    const { properties } = this.constructor as typeof CheckoutElement;
    if (!this.hasUpdated || Object.keys(properties).some((name) => changed.has(name))) this.#configure();
  }

  override connectedCallback(): void {
    super.connectedCallback();
    preferSystemFont(this, this.renderRoot as ShadowRoot);
    page().listeners.add(this.reconsider);
    this.reconsider();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    page().listeners.delete(this.reconsider);
  }

  /** Sets up again after a change of what holds for the whole page, or of whether a key can be used. */
  protected readonly reconsider = (): void => {
    if (this.hasUpdated) this.#configure();
    this.requestUpdate();
  };

  #configure(): void {
    const { trouble } = page();
    if (trouble) this.fail([trouble]);
    else this.configure();
  }

  /** The sentences of its form, and the language they are in. */
  protected get words(): FormCatalogue {
    const { messages, language } = this;
    return { ...this.#catalogue, ...(messages && { language, ...messages }) };
  }

  /** Its words, and how figures and dates are written in its language. */
  protected get speech(): Speech<FormCatalogue> {
    return new Speech(this.words, this.language);
  }

  /** Text direction. A language that is still loading already sets it, so that its words come into their own layout. */
  protected get direction(): 'ltr' | 'rtl' {
    return isRightToLeft(this.#awaitsCatalogue ? this.language : this.words.language) ? 'rtl' : 'ltr';
  }

  /** Takes the catalogue of its language, or loads it first. */
  #learn(): void {
    const { language } = this;
    const settle = (catalogue?: FormCatalogue): void => {
      if (this.language !== language) return;
      this.#catalogue = catalogue ?? this.#catalogue;
      this.#awaitsCatalogue = false;
      this.requestUpdate();
    };
    const atHand = catalogues.find(language);
    this.#catalogue = atHand ?? this.#catalogue;
    this.#awaitsCatalogue = !atHand;
    if (atHand) return;
    catalogues.load(language).then(settle, (cause: unknown) => {
      settle();
      this.announce(new CheckoutErrorEvent(new LanguageError(language, cause)));
    });
  }

  /**
   * Dispatches an event: in the order of the calls, and not before the scripts that the page's markup loads have had
   * their chance to listen.
   */
  protected announce(event: Event): void {
    if (this.#queue.push(event) > 1) return;
    if (isPageRead()) this.#dispatchAll();
    else void pageIsRead().then(() => this.#dispatchAll());
  }

  #dispatchAll(): void {
    for (let next = this.#queue[0]; next; next = this.#queue[0]) {
      fire(this, next);
      this.#queue.shift();
    }
  }

  /**
   * Shows what keeps the element from working, and reports to the page what is new.
   *
   * @param besides What is wrong but keeps nothing from working: only the page's scripts receive it.
   */
  protected fail(errors: readonly CheckoutError[], besides: readonly CheckoutError[] = []): void {
    this.errors = errors;
    const all = [...errors, ...besides];
    const fresh = all.filter(({ message }) => !this.#reported.has(message));
    this.#reported = new Set(all.map(({ message }) => message));
    for (const error of fresh) this.announce(new CheckoutErrorEvent(error));
  }

  /** Above the content: test mode, and what the developer has to fix. */
  protected renderNotices(): TemplateResult {
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
