import { html, nothing, render } from 'lit';
import type { TypedPort } from '../channel/typed-port.js';
import type { ToFrame } from '../channel/to-frame.js';
import type { ToPage } from '../channel/to-page.js';
import { KNOWN } from '../channel/handshake.js';
import { FIELD_TEXT_KEYS, type FieldTextKey } from '../channel/field-texts.js';
import { SealError } from '../checkout/errors.js';
import type { EncryptionKey } from '../checkout/key.js';
import { bytesIn, longestTrackingId } from '../checkout/plaintext.js';
import { sealSections, systemRandom } from '../checkout/seal.js';
import { systemClock } from '../clock/clock.js';
import { announcementsView } from '../elements/base/announcements-view.js';
import { Announcer } from '../elements/base/announcer.js';
import { Speech } from '../elements/base/speech.js';
import type { CardFieldsSettings, Sealer } from '../elements/fields/card-fields.js';
import type { CardFacts } from '../card/card.js';
import type { SavedCard } from '../card/saved-card.js';
import type { SavedCards } from '../elements/fields/saved/saved-choice.js';
import { labelEnterKey } from '../elements/fields/submit-form.js';
import { Form } from '../elements/form/form.js';
import { type FormReport, isCheck, isWhole } from '../elements/form/port.js';
import { leftErrors } from '../elements/steps/step-sentences.js';
import { languageTag } from '../locales/language-tag.js';
import type { PaymentMessageKey, Messages } from '../locales/messages.js';
import { isRightToLeft } from '../money/amount.js';
import type { SectionName } from '../wire/request/card-section.js';
import { FrameHost } from './frame-host.js';
import { isReadable } from './contrast.js';
import { admit, type Permissions } from './permissions.js';
import type { Promised } from './mandate.js';
import type { Verdict } from './press.js';
import { PressLog } from './press-log.js';
import { pressWords, uncounted } from './press-words.js';
import { type Entry, type Published, PublishedState } from './published-state.js';
import { keepCaretStill } from './still-caret.js';
import { applyTokens } from './theme.js';

type Settings = Extract<ToFrame, { kind: 'set' }>;
type Status = Extract<ToFrame, { kind: 'status' }>['status'];
type SealMessage = Extract<ToFrame, { kind: 'seal' }>;
/** The sentences about a press that had no effect. */
type RefusalKey = 'not_in_view' | 'too_early' | 'wrong_date';
type Reason = Extract<ToPage, { kind: 'unsealed' }>['reason'];

const TOO_LONG = 'Expected a tracking id that fits beside the longest card; this one is too long. Use a shorter tracking id.';

/** Carries out the page's messages: shows the form, reports its state, and seals what the payer has pressed for. */
export class FrameForm {
  readonly #document: Document;
  readonly #root: HTMLElement;
  readonly #permissions: Permissions;
  readonly #published = new PublishedState();
  readonly #host: FrameHost;
  readonly #log: PressLog;
  readonly #port: () => TypedPort<ToPage>;
  #form: Form | undefined;
  /** The page's sentences. One that another release does not send is empty. */
  readonly #words = Object.fromEntries(FIELD_TEXT_KEYS.map((key) => [key, ''])) as Record<FieldTextKey, string>;
  #pageKnows: ReadonlySet<string> = new Set();
  #settings: Settings | undefined;
  #status: Status | undefined;
  /** What the button says in the last drawing that succeeded. */
  #promised: Promised | undefined;
  /** Why the last press had no effect; undefined if it had one. */
  #refusal: RefusalKey | undefined;
  /** What the page knows of the cards: how high the form is depends on nothing else of them. */
  #told: { readonly recipient: CardFacts; readonly sameCard: boolean } = { recipient: {}, sameCard: false };
  /** The saved cards that the page has sent, and those of them that are shown. */
  #saved: CardFieldsSettings['saved'] = {};
  #taken: CardFieldsSettings['saved'] = {};
  /** Whether the payer has typed a recipient, since their last payment was sealed: then only they choose a saved one in its place. */
  #hasTyped = false;
  /** The token of the saved card that the payer wants to remove. */
  #leaving: string | undefined;
  /** The saved cards of a section that have arrived so far. */
  #coming: readonly SavedCard[] = [];
  #key: Promise<EncryptionKey> | undefined;
  /** The input that the payer last typed into, or moved the focus to. */
  #at: EventTarget | null = null;
  #isAdmitted = false;
  #isOpen = false;
  /** The serial number of the last message that may have changed the state. */
  #seen = 0;

  constructor(document: Document, permissions: Permissions, port: () => TypedPort<ToPage>) {
    this.#document = document;
    this.#permissions = permissions;
    this.#port = port;
    this.#root = document.querySelector('main')!;
    this.#log = new PressLog(document, () => permissions.mustGuard || this.#settings?.guards !== false);
    this.#host = new FrameHost(this.#root, this.#log, () => this.#draw());
    keepCaretStill(document);
    this.#host.addController(new Announcer(this.#host, () => new Map(leftErrors(this.#root))));
    document.addEventListener('focusin', (event) => labelEnterKey(event));
    const arrived = ({ type, target }: Event): void => {
      // Who goes to the button presses it next: what the page does with the number they have left must not change it under their hands.
      const isButton = target instanceof Element && target.matches('.submit');
      if (type === 'input' || (this.#log.hasGone() && !isButton)) this.#at = target;
    };
    for (const type of ['input', 'focusin']) document.addEventListener(type, arrived, true);
    // The fields are emptied then: what was held back of them is not told once the page is restored.
    addEventListener('pagehide', () => {
      this.#published.cleared();
      setTimeout(() => this.#publish());
    });
    for (const type of ['focusin', 'focusout']) document.addEventListener(type, () => setTimeout(() => this.#publish()));
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.#keepReadable());
    new ResizeObserver(() => this.#measure()).observe(document.documentElement);
  }

  /** Carries out one message. */
  receive(message: ToFrame): void {
    this.#log.heard();
    const before = this.#form?.snapshot.revision;
    switch (message.kind) {
      case 'shop':
        return void this.#admit(message);
      case 'words':
        message.words.forEach((text, index) => (this.#words[FIELD_TEXT_KEYS[message.first + index]!] = text));
        return this.#host.requestUpdate();
      case 'theme':
        applyTokens(this.#document, message.values);
        this.#keepReadable();
        return this.#log.placed();
      case 'status':
        this.#status = message.status;
        return this.#host.requestUpdate();
      case 'set':
        this.#set(message);
        break;
      case 'saved':
        this.#save(message);
        break;
      case 'clear':
        this.#log.ended();
        if (message.what === 'all') this.#published.cleared();
        this.#form?.post(message);
        this.#takeSaved();
        break;
      case 'require':
      case 'refuse':
      case 'refill':
      case 'refresh':
        this.#form?.post(message);
        break;
      case 'knows':
        this.#pageKnows = new Set(message.names);
        return this.#port().send({ kind: 'knows', names: [...KNOWN] });
      case 'ping':
        return this.#port().send({ kind: 'pong' });
      case 'unseen':
        this.#log.ended();
        this.#log.refused();
        if (!this.#log.mayBePaid) this.#refusal = 'not_in_view';
        return this.#host.requestUpdate();
      case 'focus':
        return this.#form?.post(message);
      case 'seal':
        return void this.#seal(message);
    }
    this.#seen = message.serial;
    this.#publish({ before });
  }

  /** Accepts one shop from the page: cards typed for one shop must not be sealed for another. */
  async #admit(shop: Extract<ToFrame, { kind: 'shop' }>): Promise<void> {
    if (this.#key) return;
    const admitted = await admit(shop, this.#permissions);
    if ('kind' in admitted) return this.#port().send(admitted);
    this.#key ??= Promise.resolve(admitted);
    this.#isAdmitted = true;
    this.#host.requestUpdate();
  }

  /** Reports that the form is ready, after its height: otherwise the element would show it cut off. */
  async #open(): Promise<void> {
    const { thumbprint } = (await this.#key)!;
    this.#measure();
    this.#port().send({ kind: 'ready', thumbprint });
    this.#publish();
  }

  #set(settings: Settings): void {
    this.#settings = settings;
    const { sections, collect, autoAdvance } = settings;
    const [source = 'card', recipient] = sections;
    const lang = languageTag(settings.language);
    // From the language, not from the page: in the other direction, some languages' figures stand in another order.
    Object.assign(this.#document.documentElement, { lang, dir: isRightToLeft(lang) ? 'rtl' : 'ltr' });
    if (!this.#form) {
      this.#form = new Form(this.#host, {
        legends: { credit_card: source, ...(recipient && { recipient_card: recipient }) },
        sealer: () => this.#sealer(),
        clock: systemClock,
      });
      this.#form.subscribe((report) => this.#hear(report));
    }
    const { language } = this.#speech;
    this.#form.post({ kind: 'set', subject: settings.subject, language, collect, autoAdvance });
    this.#host.requestUpdate();
  }

  #hear(report: FormReport): void {
    switch (report.kind) {
      case 'changed':
        return this.#changed();
      case 'pressed':
        return void this.#press();
      case 'remove':
        this.#leaving = report.token;
        return this.#port().send(report);
      case 'restart':
        return this.#port().send(report);
    }
  }

  /** The page's sentences, and the frame's own for the button. Sums have Latin digits, which every payer of a card can read. */
  get #speech(): Speech {
    const { language } = this.#settings!;
    const figures = new Intl.Locale(languageTag(language), { numberingSystem: 'latn' }).toString();
    const words = this.#words as Messages<PaymentMessageKey>;
    const check = uncounted(words['number.too_short']);
    const sentences = { 'number.too_short': check, 'number.too_long': check, ...pressWords(language) };
    return new Speech({ ...words, ...sentences, language }, figures);
  }

  /** Collects a section's saved cards until all of them have arrived. */
  #save({ section, chosen, isRemovable, first, count, cards }: Extract<ToFrame, { kind: 'saved' }>): void {
    // The button names a recipient by four digits, and by no other text of the page.
    const named = cards.map(({ last_4, ...card }) => ({ ...card, ...(last_4 && /^\d{4}$/.test(last_4) && { last_4 }) }));
    const all = first === 0 ? named : [...this.#coming, ...named];
    this.#coming = all;
    if (all.length < count) return;
    this.#saved = { ...this.#saved, [section]: { chosen, isRemovable, cards: all } };
    this.#takeSaved();
  }

  /** Takes the page's saved cards, once that replaces no card that the payer has begun to type, and none that they have chosen. */
  #takeSaved(): void {
    const form = this.#form;
    if (!form) return;
    const entries = Object.entries(this.#saved) as [SectionName, SavedCards][];
    const taken = entries.filter(([section, { cards }]) => {
      const chosen = form.chosen[section === 'credit_card' ? 0 : 1];
      if (!form.isCardFilled(section) || (chosen !== undefined && chosen === this.#leaving)) return true;
      return chosen === undefined || cards.some(({ token }) => token === chosen);
    });
    this.#taken = { ...this.#taken, ...Object.fromEntries(taken) };
    const { recipient_card: recipient } = this.#taken;
    // In place of one that the payer has typed, only they themselves choose a recipient.
    const isOpen = recipient && this.#hasTyped;
    const saved = isOpen ? { ...this.#taken, recipient_card: { ...recipient, chosen: undefined } } : this.#taken;
    form.post({ kind: 'set', saved });
  }

  #changed(): void {
    if (!this.#hasTyped && this.#form!.isCardFilled('recipient_card')) {
      this.#hasTyped = true;
      // Whatever empties the fields, the form does not return to the page's choice.
      this.#takeSaved();
    }
    this.#publish();
  }

  async #sealer(): Promise<Sealer> {
    const key = await this.#key;
    if (!key) throw new TypeError('No key was accepted.');
    return { thumbprint: key.thumbprint, seal: (sections, binding) => sealSections(sections, binding, key, systemRandom) };
  }

  /** Draws the form. What can't be drawn is not shown, and nothing is sealed for it. */
  #draw(): void {
    const { subject } = this.#settings ?? {};
    if (!this.#isAdmitted || !this.#form || !this.#status || !subject) return;
    // Only the frame knows whether it is the same card: that sentence names no recipient.
    const isOther = this.#status.act === 'send_same_card' && !this.#told.sameCard;
    const act = isOther ? 'send_confirm' : this.#status.act;
    this.#promised = undefined;
    try {
      const refusal = this.#refusal && pressWords(this.#settings!.language)[this.#refusal];
      this.#form.post({ kind: 'status', status: { ...this.#status, act, refusal, told: this.#told.recipient } });
      const { isDisabled = false } = this.#status;
      const form = html`<fieldset class="controls" role="presentation" ?disabled=${isDisabled}>${this.#form.render(this.#speech)}</fieldset>`;
      render(html`${form}${announcementsView()}`, this.#root);
    } catch (error) {
      render(nothing, this.#root);
      throw error;
    }
    const { operation, currency } = subject;
    const { amount, snapshot: state } = this.#form;
    const saves = subject.saves === 'agreed' || (subject.saves === 'asked' && state.hasAgreed);
    this.#promised = { act, operation, currency, amount, revision: state.revision, saves };
    const button = this.#root.querySelector<HTMLButtonElement>('.submit')!;
    this.#keepReadable();
    // A locked button promises nothing: it may show the page's words, in colours that nobody judges.
    const promise = [
      button.textContent,
      act,
      operation,
      currency,
      amount,
      subject.saves,
      state.recipient.last4,
      state.recipient.label,
      this.#form.chosen,
    ];
    this.#log.drawn(button, button.matches(':disabled') ? '' : JSON.stringify(promise), state.checkable);
    if (this.#isOpen) return;
    this.#isOpen = true;
    void this.#open();
  }

  /**
   * Draws the button in the colours that the theme gives it now, or in the system's if those can't be read on each other. It keeps
   * them: in another width or colour scheme, the theme's may be others.
   */
  #keepReadable(): void {
    const { classList } = this.#root;
    classList.remove('plain');
    const button = this.#root.querySelector<HTMLElement>('.submit');
    if (!button) return;
    Object.assign(button.style, { color: '', backgroundColor: '' });
    if (!button.matches(":enabled:not([aria-disabled='true'])")) return;
    const { color, backgroundColor } = getComputedStyle(button);
    if (isReadable(color, backgroundColor)) Object.assign(button.style, { color, backgroundColor });
    else classList.add('plain');
  }

  /** The payer has pressed the button, or Enter in the last field: they pay only what they have had in view. */
  async #press(): Promise<void> {
    const button = this.#root.querySelector<HTMLButtonElement>('.submit');
    const form = this.#form;
    if (!form || !button || button.matches(':disabled') || button.ariaDisabled === 'true' || this.#log.isDoubleClick) return;
    this.#refusal = undefined;
    // Before the errors are judged anew: one that goes moves the button.
    const verdict = this.#log.judge();
    const { content } = this.#log;
    form.post({ kind: 'complain', movesFocus: true });
    // Until the errors are drawn.
    await this.#host.updateComplete;
    if (!isWhole(form.snapshot, this.#settings?.subject)) return this.#publish();
    const promised = this.#promised;
    if (!promised || form.snapshot.revision !== promised.revision) return;
    if (verdict === 'to_button') return this.#log.send(button);
    const isSame = content === this.#log.content;
    if (!isCheck(promised.act) && (verdict !== 'allowed' || !isSame)) return this.#refuse(isSame ? verdict : 'early');
    this.#log.pressed(promised);
    this.#host.requestUpdate();
    const changed = this.#next({ isAccepted: true });
    // In one message, so that the page never draws the form between the two.
    const isOne = this.#pageKnows.has('pressed');
    if (changed && !isOne) this.#port().send({ kind: 'state', ...changed });
    this.#port().send({ kind: 'press', act: promised.act, ...(changed && isOne && { state: changed }) });
  }

  /** Tells the payer why their press had no effect, and the page, if they could not read the button. */
  #refuse(verdict: Verdict): void {
    this.#log.refused();
    const refusal = verdict === 'covered' && !this.#log.mustWait ? 'not_in_view' : 'too_early';
    // "Nothing was sent" may not stand beside a payment that is under way.
    this.#refusal = this.#log.isOpen && this.#log.mayBePaid ? undefined : refusal;
    const why = verdict === 'covered' ? 'covered' : 'early';
    if (verdict !== 'led') this.#port().send({ kind: 'refused', ...(this.#pageKnows.has('why') && { why }) });
    this.#host.requestUpdate();
  }

  #measure(): void {
    const height = Math.ceil(this.#document.documentElement.getBoundingClientRect().height);
    this.#log.placed();
    this.#port().send({ kind: 'size', height });
  }

  #publish(after: { readonly before?: number | undefined } = {}): void {
    const changed = this.#next(after);
    if (changed) this.#port().send({ kind: 'state', ...changed });
  }

  /** What the page does not know yet of the form's state; undefined if it knows all. */
  #next(after: { readonly before?: number | undefined; readonly isAccepted?: boolean }): Published | undefined {
    const form = this.#isAdmitted ? this.#form : undefined;
    const entries = form && ([this.#entryOf('credit_card', form), this.#entryOf('recipient_card', form)] as const);
    const context = entries && { seen: this.#seen, hasFocus: this.#document.hasFocus(), entries, ...after };
    const changed = context && this.#published.next(form.snapshot, context);
    if (!changed) return undefined;
    const told = { recipient: changed.state.recipient, sameCard: changed.state.sameCard };
    if (JSON.stringify(told) !== JSON.stringify(this.#told)) this.#host.requestUpdate();
    this.#told = told;
    return changed;
  }

  /** How the payer has entered a card. They leave its number themselves: a page that moves the focus about would learn every prefix. */
  #entryOf(section: SectionName, form: Form): Entry {
    const entry = form.entryOf(section);
    const isThere = this.#at instanceof Element && this.#at.id === `${section}-number`;
    if (entry !== 'left' || !isThere) return entry;
    // No message moves the focus to the button.
    return this.#root.querySelector('.submit:focus') ? 'pressing' : 'typing';
  }

  async #seal({ id, revision, binding }: SealMessage): Promise<void> {
    const { trackingId = '', operation } = binding;
    const refuse = (reason: Reason, message = ''): void => this.#port().send({ kind: 'unsealed', id, reason, message });
    const form = this.#form;
    try {
      const state = this.#isAdmitted ? form?.snapshot : undefined;
      const isSealable = operation === 'check' ? state?.checkable : state?.complete;
      // A transfer names a recipient.
      const isWith = operation === 'order' || form?.chosen.length === 2;
      if (!form || !state || !isSealable || !isWith || !this.#published.isCurrent(revision, state.revision))
        return refuse('stale');
      // The same limit for every card: a limit that depends on this card would reveal how long its data is.
      if (bytesIn(trackingId) > longestTrackingId(binding)) return refuse('section_too_long', TOO_LONG);
      // The button may not be drawn yet for what was typed since.
      const refusal = this.#log.refusalOf(binding, this.#promised && { ...this.#promised, revision: state.revision });
      if (refusal === 'wrong_date') {
        this.#refusal = refusal;
        this.#host.requestUpdate();
        return refuse('not_pressed');
      }
      if (refusal) return refuse(refusal);
      const sealed = await form.seal(binding, state.revision);
      if (!sealed) return refuse('stale');
      if (operation !== 'check') this.#hasTyped = form.isCardFilled('recipient_card');
      const entries = Object.entries(sealed) as [SectionName, { readonly token: string }][];
      for (const [section, { token }] of entries) this.#port().send({ kind: 'sealed', id, section, token, of: entries.length });
    } catch (error) {
      if (!(error instanceof SealError)) throw error;
      // The original message says how much room is left, which reveals how long the card number and the holder's name are.
      refuse(error.code, error.code === 'section_too_long' ? TOO_LONG : error.message);
    }
  }
}
