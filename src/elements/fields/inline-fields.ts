import { type CardInputName, inputNamed } from '../../card/card-fields.js';
import { html, nothing, type ReactiveController, type ReactiveControllerHost, type TemplateResult } from 'lit';
import { type CardField, inputOf } from '../../card/card.js';
import { AttemptMark } from '../../checkout/attempt-mark.js';
import { systemRandom } from '../../checkout/random.js';
import type { Binding, SealedSections } from '../../checkout/seal.js';
import type { CardSource, Emptied } from '../../flow/cards/card-source.js';
import type { Messages } from '../../locales/messages.js';
import type { RequiredFields } from '../../wire/response/check.js';
import type { FieldError } from '../../wire/response/error-body.js';
import type { SectionName } from '../../wire/request/card-section.js';
import type { CardLegends, CardFieldsSettings, CardFieldsState, Sealer } from './card-fields.js';
import { CardInputs } from './card-inputs.js';
import { hasFocus } from './edit/rewrite.js';
import { isLikeCard, isSameCard } from './same-card.js';
import type { SavedCard } from '../../card/saved-card.js';
import type { SlottedCards } from './slotted/slotted-cards.js';
import { type FormListeners, formListeners } from './submit-form.js';

/** The settings and callbacks that an element passes to inline fields. */
export interface InlineFieldsOptions {
  readonly legends: CardLegends;
  /** Returns the sealer. Its key is imported before the payer presses. */
  readonly sealer: () => Promise<Sealer>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Called when the payer presses Enter in the last field. */
  readonly press: (event: Event) => void;
  /** The inputs in the page, with `fields="slot"`. */
  readonly slotted?: SlottedCards;
  /** In a frame: whether it is the payer who has just moved the focus. See `FieldOptions`. */
  readonly hasLeft?: () => boolean;
  /** The form's currency. */
  readonly currency?: () => string | undefined;
  /** Called with the sum of a message that the payer has pasted for the recipient's card. */
  readonly takeSum?: (figure: string) => void;
  /** Called when the payer wants to remove a saved card. */
  readonly remove: (section: SectionName, card: SavedCard) => void;
}

type Host = ReactiveControllerHost & { readonly renderRoot: ParentNode; readonly isConnected: boolean };

/**
 * The cards of a payment as inputs in the element's shadow root, in the page (`fields="slot"`) or in the frame's document. Card
 * data is read from the inputs only to check it and to seal it.
 */
export class InlineFields implements CardSource, ReactiveController {
  readonly #host: Host;
  readonly #options: InlineFieldsOptions;
  readonly #listeners = new Set<() => void>();
  readonly #forms: FormListeners;
  readonly #cards: Readonly<{ credit_card: CardInputs; recipient_card?: CardInputs }>;
  /** The fields that a check has to seal. */
  readonly #asked: Readonly<Record<SectionName, Set<CardField>>> = {
    credit_card: new Set(['number']),
    recipient_card: new Set(['number']),
  };
  readonly #mark = new AttemptMark();
  #revision = 0;
  #collected = '{}';
  #state: CardFieldsState | undefined;

  constructor(host: Host, options: InlineFieldsOptions) {
    this.#host = host;
    this.#options = options;
    this.#forms = formListeners(options.press);
    const cardOf = (section: SectionName): CardInputs => {
      const slotted = options.slotted?.cards[section];
      return new CardInputs({
        section,
        legend: options.legends[section]!,
        slotted,
        root: () => slotted?.form ?? host.renderRoot,
        onEdit: (input) => this.#edited(section, input),
        redraw: () => {
          host.requestUpdate();
          return host.updateComplete;
        },
        hasLeft: options.hasLeft,
        currency: options.currency,
        takeSum: section === 'recipient_card' ? options.takeSum : undefined,
        onRemove: (card) => options.remove(section, card),
        now: options.now,
      });
    };
    this.#cards = {
      credit_card: cardOf('credit_card'),
      ...(options.legends.recipient_card && { recipient_card: cardOf('recipient_card') }),
    };
    host.addController(this);
  }

  hostConnected(): void {
    globalThis.addEventListener('pagehide', this.#wipe);
  }

  hostDisconnected(): void {
    globalThis.removeEventListener('pagehide', this.#wipe);
    // Outside the page, nothing else would wipe the inputs. An element that is only moved is back before this runs.
    queueMicrotask(() => {
      if (!this.#host.isConnected) this.#wipe();
    });
  }

  /** Connects the inputs that the page has written. @returns whether any was added or removed. */
  bind(): boolean {
    const isChanged = Object.values(this.#cards).filter((card) => card.bind()).length > 0;
    if (isChanged) this.#replaced();
    return isChanged;
  }

  refresh(): void {
    for (const card of Object.values(this.#cards)) card.refresh();
    this.#changed();
  }

  get state(): CardFieldsState {
    const { credit_card: source, recipient_card: recipient } = this.#cards;
    this.#state ??= {
      checkable: this.#all((card, section) => card.check([...this.#asked[section]]).state === 'valid'),
      complete: this.#all((card) => card.check().state === 'valid'),
      revision: this.#revision,
      source: source.facts,
      recipient: recipient?.facts ?? {},
      sameCard: this.#isSameCard,
      isFilled: Object.values(this.#cards).some((card) => card.isFilled),
      missing: { credit_card: [...source.requested.missing], recipient_card: [...(recipient?.requested.missing ?? [])] },
    };
    return this.#state;
  }

  /** Whether the payer has begun to type a card. */
  isFilled(section: SectionName): boolean {
    return this.#cards[section]?.isFilled === true;
  }

  /** How the payer has entered a card: chosen among saved ones, still typing its number, or done with it. */
  entryOf(section: SectionName): 'saved' | 'typing' | 'left' {
    const card = this.#cards[section];
    if (!card || card.saved) return 'saved';
    const number = card.input('number');
    return number && hasFocus(number) ? 'typing' : 'left';
  }

  /** The tokens of the saved cards that are chosen. */
  get chosen(): readonly (string | undefined)[] {
    return Object.values(this.#cards).map(({ saved }) => saved?.token);
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  configure({ collect, autoAdvance, saved }: Partial<CardFieldsSettings>): void {
    if (collect) this.#collect(collect);
    for (const [section, card] of Object.entries(this.#cards)) {
      card.autoAdvance = autoAdvance ?? card.autoAdvance;
      if (saved && card.takeSaved(saved[section as SectionName])) this.#replaced();
    }
  }

  require(fields: RequiredFields): void {
    for (const [section, card] of Object.entries(this.#cards)) {
      const named = (fields[section] ?? []) as CardField[];
      card.request(named);
      for (const field of named) this.#asked[section as SectionName].add(field);
    }
    this.#revision += 1;
    this.#changed();
  }

  showErrors(errors: readonly FieldError[]): void {
    // A page can send the isolated fields any path, such as `__proto__`.
    const shown = errors.flatMap(({ path: [section, field = ''], messages }) => {
      const card = Object.entries(this.#cards).find(([name]) => name === section)?.[1];
      const name = inputNamed(field);
      if (field === 'token') card?.refuseSaved();
      if (!card || !name) return [];
      card.showRefusal(name, messages.join(', '));
      return { card, name };
    });
    this.#changed();
    // An input that was opened for the message is rendered only by then.
    void this.#host.updateComplete.then(() => shown[0]?.card.input(shown[0].name)?.focus());
  }

  async seal(binding: Binding, revision: number): Promise<SealedSections | undefined> {
    const check = binding.operation === 'check';
    const sealer = await this.#options.sealer();
    // The price was not given for a text that replaced the recipient's card without an event.
    if (this.#cards.recipient_card?.undoOthers()) {
      this.#revision += 1;
      this.#changed();
    }
    if (this.#revision !== revision) return undefined;
    const cards = Object.entries(this.#cards);
    const plain = cards.map(([section, card]) => {
      const result = card.check(check ? [...this.#asked[section as SectionName]] : undefined);
      // The flow asks to seal only complete fields. Anything else is a mistake in this package.
      if (result.state !== 'valid') throw new TypeError(`The ${section} fields are not complete.`);
      return [section, { ...result.card, ...(card.saved && { token: card.saved.token }) }] as const;
    });
    const attempt = this.#mark.of(binding, revision, systemRandom);
    return sealer.seal(Object.fromEntries(plain), { ...binding, attempt });
  }

  async thumbprint(): Promise<string> {
    return (await this.#options.sealer()).thumbprint;
  }

  clear(what: Emptied): void {
    this.#mark.forget();
    if (what === 'all') {
      for (const [section, card] of Object.entries(this.#cards)) {
        card.startOver();
        this.#asked[section as SectionName].clear();
        this.#asked[section as SectionName].add('number');
      }
    } else {
      this.#cards.credit_card.clear('verification_value');
    }
    this.#revision += what === 'all' || this.#asked.credit_card.has('verification_value') ? 1 : 0;
    this.#changed();
  }

  focusFirstInvalid(): void {
    // An input that was opened just now is rendered only by then.
    void this.#host.updateComplete.then(() => this.focus('unfinished'));
  }

  async complain(movesFocus = true): Promise<boolean> {
    // A field that the gateway has just asked for is rendered only by then.
    await this.#host.updateComplete;
    const [first] = Object.values(this.#cards).flatMap((card) => card.complain() ?? []);
    this.#host.requestUpdate();
    if (first && movesFocus) {
      await this.#host.updateComplete;
      first.focus();
    }
    return first !== undefined;
  }

  focus(where: 'first' | 'unfinished', options?: FocusOptions): boolean {
    const cards = Object.values(this.#cards);
    const inputs = cards.flatMap((card) => (where === 'unfinished' ? (card.firstUnfinished() ?? []) : card.focusTargets));
    const [target] = inputs;
    target?.focus(options);
    // Another number replaces the one that is there.
    if (where === 'first' && target instanceof HTMLInputElement) target.select();
    return inputs.length > 0;
  }

  /**
   * Renders a form for each card. Within one form, a browser's autofill puts the payer's own card into the recipient's field, and
   * money sent to the wrong card can't be called back.
   */
  render(words: Messages): TemplateResult {
    const { credit_card: source, recipient_card: recipient } = this.#cards;
    const { submit, keydown } = this.#forms;
    return html`
      <form part="source-form" novalidate autocomplete="on" @submit=${submit} @keydown=${keydown}>${source.render(words)}</form>
      ${
        recipient
          ? html`<form part="recipient-form" novalidate autocomplete="off" @submit=${submit} @keydown=${keydown}>${recipient.render(words)}</form>`
          : nothing
      }
    `;
  }

  #collect(fields: RequiredFields): void {
    const words = JSON.stringify(fields);
    if (words === this.#collected) return;
    this.#collected = words;
    for (const [section, card] of Object.entries(this.#cards)) card.requested.collected = (fields[section] ?? []) as CardField[];
    this.#changed();
  }

  /** Raises the revision, because a section has another card or other inputs. */
  #replaced(): void {
    this.#revision += 1;
    this.#changed();
  }

  #edited(section: SectionName, input: CardInputName | undefined): void {
    const sealedByCheck = [...this.#asked[section]].some((field) => inputOf(field) === input);
    if (sealedByCheck) this.#revision += 1;
    this.#changed();
  }

  #changed(): void {
    this.#state = undefined;
    const { recipient_card: recipient } = this.#cards;
    // Gateways accept the same card on both sides, but the payer would waste the fee. The payment is not refused: the payer is
    // asked before it is sent.
    if (recipient) recipient.remark = this.#isSameCard ? 'same_card' : undefined;
    this.#host.requestUpdate();
    for (const listener of this.#listeners) listener();
  }

  get #isSameCard(): boolean {
    const { credit_card: source, recipient_card: recipient } = this.#cards;
    const isSame = this.#options.hasLeft ? isSameCard : isLikeCard;
    return recipient !== undefined && isSame(source, recipient);
  }

  #all(predicate: (card: CardInputs, section: SectionName) => boolean): boolean {
    return Object.entries(this.#cards).every(([section, card]) => predicate(card, section as SectionName));
  }

  // A page that the browser keeps for the Back button would show PAN and verification value to the next person.
  readonly #wipe = (): void => {
    for (const card of Object.values(this.#cards)) card.clear();
    this.#options.slotted?.wipe();
    this.#changed();
  };
}
