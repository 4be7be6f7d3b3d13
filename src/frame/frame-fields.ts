import { html } from 'lit';
import type { TypedPort } from '../channel/typed-port.js';
import type { ToFrame } from '../channel/to-frame.js';
import type { ToPage } from '../channel/to-page.js';
import { FIELD_TEXT_KEYS, type FieldTextKey } from '../channel/field-texts.js';
import { SealError } from '../checkout/errors.js';
import type { EncryptionKey } from '../checkout/key.js';
import { bytesIn, longestTrackingId } from '../checkout/plaintext.js';
import { sealSections, systemRandom } from '../checkout/seal.js';
import { systemClock } from '../clock/clock.js';
import { announcementsView } from '../elements/base/announcements-view.js';
import { Announcer } from '../elements/base/announcer.js';
import type { CardFieldsSettings, Sealer } from '../elements/fields/card-fields.js';
import type { SavedCard } from '../card/saved-card.js';
import { sumView } from '../elements/fields/framed/sum-view.js';
import { InlineFields } from '../elements/fields/inline-fields.js';
import { labelEnterKey } from '../elements/fields/submit-form.js';
import { leftErrors } from '../elements/steps/step-sentences.js';
import type { Messages } from '../locales/messages.js';
import type { SectionName } from '../wire/request/card-section.js';
import { FrameHost } from './frame-host.js';
import { admit, type Permissions } from './permissions.js';
import { PublishedState } from './published-state.js';
import { reasonNotToSeal } from './reason-not-to-seal.js';
import { render } from './render.js';
import { VisibilityGuard } from './visibility-guard.js';
import { applyTokens } from './theme.js';

type Settings = Extract<ToFrame, { kind: 'set' }>;
type SealOrder = Extract<ToFrame, { kind: 'seal' }>;
type Reason = Extract<ToPage, { kind: 'unsealed' }>['reason'];

/**
 * A sentence that may surround the sum: only letters, punctuation and spaces. Digits, symbols or invisible characters could turn
 * the sum into another one.
 */
const NAMES_NO_SUM = /^[\p{L}\p{M}\p{P}\p{Zs}\u200c\u200d]*$/u;

const TOO_LONG = 'Expected a tracking id that fits beside the longest card; this one is too long. Use a shorter tracking id.';

/** Carries out the page's messages: shows the fields, reports their state, and seals their contents. */
export class FrameFields {
  readonly #document: Document;
  readonly #permissions: Permissions;
  readonly #published = new PublishedState();
  readonly #host: FrameHost;
  readonly #visibility: VisibilityGuard;
  readonly #port: () => TypedPort<ToPage>;
  #fields: InlineFields | undefined;
  readonly #words: Partial<Record<FieldTextKey, string>> = {};
  #settings: Settings | undefined;
  #saved: CardFieldsSettings['saved'] = {};
  /** The saved cards of a section that have arrived so far. */
  #coming: readonly SavedCard[] = [];
  #key: Promise<EncryptionKey> | undefined;
  #isAdmitted = false;
  #isOpen = false;
  /** The serial number of the last message that may have changed the state. */
  #seen = 0;

  constructor(document: Document, permissions: Permissions, port: () => TypedPort<ToPage>) {
    this.#document = document;
    this.#permissions = permissions;
    this.#port = port;
    const root = document.querySelector('main')!;
    this.#host = new FrameHost(root, () => this.#draw(root));
    this.#visibility = new VisibilityGuard(root);
    this.#host.addController(new Announcer(this.#host, () => new Map(leftErrors(root))));
    document.addEventListener('focusin', (event) => labelEnterKey(event, this.#settings?.hasNext));
    for (const type of ['focusin', 'focusout']) document.addEventListener(type, () => setTimeout(() => this.#publish()));
    new ResizeObserver(() => this.#measure()).observe(document.documentElement);
  }

  /** Carries out one message. */
  receive(message: ToFrame): void {
    switch (message.kind) {
      case 'shop':
        return void this.#admit(message);
      case 'words':
        message.words.forEach((text, index) => (this.#words[FIELD_TEXT_KEYS[message.first + index]!] = text));
        this.#visibility.changed();
        return this.#host.requestUpdate();
      case 'theme':
        return applyTokens(this.#document, message.values);
      case 'set':
        this.#set(message);
        break;
      case 'saved':
        this.#save(message);
        break;
      case 'require':
        this.#fields?.require(message.fields);
        break;
      case 'refuse':
        this.#fields?.showErrors(message.errors);
        break;
      case 'clear':
        this.#fields?.clear(message.what);
        break;
      case 'refresh':
        this.#fields?.refresh();
        break;
      case 'ping':
        return this.#port().send({ kind: 'pong' });
      case 'checkVisibility':
        return void this.#checkVisibility(message.id);
      case 'complain':
        return void this.#complain(message.id, message.movesFocus);
      case 'focus':
        return void this.#fields?.focus(message.where);
      case 'seal':
        return void this.#seal(message);
    }
    this.#seen = message.serial;
    this.#publish();
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

  /** Reports that the fields are ready, after their height: otherwise the element would show them cut off. */
  async #open(): Promise<void> {
    const { thumbprint } = (await this.#key)!;
    this.#measure();
    this.#port().send({ kind: 'ready', thumbprint });
    this.#publish();
  }

  #set(settings: Settings): void {
    const shownIn = (given?: Settings): string => JSON.stringify([given?.subject, given?.language]);
    if (shownIn(settings) !== shownIn(this.#settings)) this.#visibility.changed();
    this.#settings = settings;
    const { sections, collect, autoAdvance, language, direction } = settings;
    const [source = 'card', recipient] = sections;
    Object.assign(this.#document.documentElement, { lang: language, dir: direction });
    if (!this.#fields) {
      this.#fields = new InlineFields(this.#host, {
        legends: { credit_card: source, ...(recipient && { recipient_card: recipient }) },
        sealer: () => this.#sealer(),
        now: () => systemClock.now(),
        press: () => this.#port().send({ kind: 'press' }),
        remove: (section, { token }) => this.#port().send({ kind: 'remove', section, token }),
      });
      this.#fields.subscribe(() => this.#publish());
    }
    this.#fields.configure({ collect, autoAdvance });
    this.#host.requestUpdate();
  }

  /** Collects a section's saved cards until all of them have arrived. */
  #save({ section, isList, chosen, isRemovable, first, count, cards }: Extract<ToFrame, { kind: 'saved' }>): void {
    const all = first === 0 ? cards : [...this.#coming, ...cards];
    this.#coming = all;
    if (all.length < count) return;
    this.#saved = { ...this.#saved, [section]: { isList, chosen, isRemovable, cards: all } };
    this.#visibility.changed();
    this.#fields?.configure({ saved: this.#saved });
  }

  async #sealer(): Promise<Sealer> {
    const key = await this.#key;
    if (!key) throw new TypeError('No key was accepted.');
    return { thumbprint: key.thumbprint, seal: (sections, binding) => sealSections(sections, binding, key, systemRandom) };
  }

  #draw(root: Element): void {
    if (!this.#isAdmitted || !this.#fields || !this.#settings) return;
    const { subject, language } = this.#settings;
    const words = this.#words as Messages;
    const sentence = NAMES_NO_SUM.test(words.to_pay) ? words.to_pay : '';
    render(html`${sumView(subject, sentence, language)}${this.#fields.render(words)}${announcementsView()}`, root);
    if (this.#isOpen) return;
    this.#isOpen = true;
    void this.#open();
  }

  #measure(): void {
    const height = Math.ceil(this.#document.documentElement.getBoundingClientRect().height);
    this.#port().send({ kind: 'size', height });
  }

  #publish(): void {
    const state = this.#isAdmitted && this.#fields?.state;
    const changed = state && this.#published.next(state, this.#seen, this.#document.hasFocus());
    if (changed) this.#port().send(changed);
  }

  async #checkVisibility(id: number): Promise<void> {
    const isClear = await this.#visibility.press(() => this.#content);
    this.#port().send({ kind: 'visibility', id, isClear: isClear || !this.#guards });
  }

  async #complain(id: number, movesFocus: boolean): Promise<void> {
    const isWrong = (await this.#fields?.complain(movesFocus)) ?? true;
    this.#publish();
    this.#port().send({ kind: 'complained', id, isWrong });
  }

  async #seal(order: SealOrder): Promise<void> {
    const { id, binding } = order;
    const { trackingId = '' } = binding;
    const refuse = (reason: Reason, message = ''): void => this.#port().send({ kind: 'unsealed', id, reason, message });
    try {
      const reason = this.#reasonNotToSeal(order);
      if (reason) return refuse(reason);
      // The same limit for every card: a limit that depends on this card would reveal how long its data is.
      if (bytesIn(trackingId) > longestTrackingId(binding)) return refuse('section_too_long', TOO_LONG);
      const sealed = await this.#fields!.seal(binding, this.#fields!.state.revision);
      if (!sealed) return refuse('stale');
      const entries = Object.entries(sealed) as [SectionName, { readonly token: string }][];
      for (const [section, { token }] of entries) this.#port().send({ kind: 'sealed', id, section, token, of: entries.length });
    } catch (error) {
      if (!(error instanceof SealError)) throw error;
      // The original message says how much room is left, which reveals how long the card number and the holder's name are.
      refuse(error.code, error.code === 'section_too_long' ? TOO_LONG : error.message);
    }
  }

  #reasonNotToSeal({ revision, binding }: SealOrder): Reason | undefined {
    const state = this.#isAdmitted ? this.#fields?.state : undefined;
    return reasonNotToSeal(binding, {
      state: state && this.#published.isCurrent(revision, state.revision) ? state : undefined,
      subject: this.#settings?.subject,
      wasPressed: this.#visibility.wasPressed(this.#content),
      wasSeen: !this.#guards || this.#visibility.wasClear(this.#content),
    });
  }

  /** Whether the payer has to see the fields. The page can turn that off unless the document requires it. */
  get #guards(): boolean {
    return this.#permissions.mustGuard || this.#settings?.guards !== false;
  }

  /** Identifies what the payer sees when they press: their input, by its revision, and the sum. */
  get #content(): string {
    return JSON.stringify([this.#fields?.state.revision, this.#fields?.state.complete, this.#settings?.subject]);
  }
}
