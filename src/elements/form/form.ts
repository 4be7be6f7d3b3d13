import { html, nothing, type TemplateResult } from 'lit';
import { type CardField, inputNamed } from '../../card/card-fields.js';
import { AttemptMark } from '../../checkout/attempt-mark.js';
import { systemRandom } from '../../checkout/random.js';
import type { Binding, SealedSections } from '../../checkout/seal.js';
import type { Clock } from '../../clock/clock.js';
import type { Emptied } from '../../flow/cards/card-port.js';
import type { Words } from '../../locales/messages.js';
import type { SectionName } from '../../wire/request/card-section.js';
import type { RequiredFields } from '../../wire/response/check.js';
import type { FieldError } from '../../wire/response/error-body.js';
import { cardText } from '../base/card-text.js';
import type { Speech } from '../base/speech.js';
import { AmountField } from '../fields/amount-field.js';
import type { CardLegends, Sealer } from '../fields/card-fields.js';
import { CardInputs } from '../fields/card-inputs.js';
import { Leaving } from '../fields/leaving.js';
import { hasFocus } from '../fields/rewrite.js';
import { isLikeCard, isSameCard } from '../fields/same-card.js';
import type { SlottedCards } from '../fields/slotted/slotted-cards.js';
import { formListeners } from '../fields/submit-form.js';
import type { FieldHost } from '../fields/text-field.js';
import { formView } from './form-view.js';
import {
  type FormCommand,
  type FormPort,
  type FormReport,
  type FormSettings,
  type FormSnapshot,
  type FormStatus,
  isWhole,
} from './port.js';

/** What a form needs from the document that it is in. */
export interface FormOptions {
  readonly legends: CardLegends;
  /** Returns the sealer. Its key is imported before the payer presses. */
  readonly sealer: () => Promise<Sealer>;
  readonly clock: Clock;
  /** The inputs in the page, with `fields="slot"`. */
  readonly slotted?: SlottedCards;
}

/**
 * A form in the document of this script: the cards, the amount, the consent and the button. The cards' inputs are in the element's shadow
 * root, in the page (`fields="slot"`) or in the frame's document. Card data is read from the inputs only to check it and to seal it.
 */
export class Form implements FormPort {
  readonly #host: FieldHost;
  readonly #options: FormOptions;
  readonly #listeners = new Set<(report: FormReport) => void>();
  /** The source card, and the recipient's if there is one. */
  readonly #cards: readonly [CardInputs, ...CardInputs[]];
  readonly #amount: AmountField;
  readonly #mark = new AttemptMark();
  readonly #forms = formListeners(() => {
    if (!this.#status) return;
    this.#isOther = this.#isAsBegun?.() === false;
    this.#isAsBegun = undefined;
    this.#isTooEarly = this.#status.isUnread === true;
    this.#host.requestUpdate();
    // A press that was held while the page changed the sum means the one on which it began.
    if (!this.#isOther) this.#report({ kind: 'pressed', act: this.#status.act });
  });
  #settings: Partial<FormSettings> = {};
  #status: FormStatus | undefined;
  #revision = 0;
  #collected = '{}';
  #hasAgreed = false;
  /** Whether the payer has pressed again before they can have read the question. */
  #isTooEarly = false;
  /** Whether the button says what it said as a press on it began. */
  #isAsBegun: (() => boolean) | undefined;
  /** Whether it said something else as the last press ended. */
  #isOther = false;
  /** The state of the cards, until something changes. */
  #checked: Omit<FormSnapshot, 'typed' | 'hasAgreed'> | undefined;

  constructor(host: FieldHost, options: FormOptions) {
    this.#host = host;
    this.#options = options;
    this.#amount = new AmountField(host, this.#changed);
    const cardOf = (section: SectionName): CardInputs => {
      const amount = section === 'recipient_card' ? this.#amount : undefined;
      const place = {
        section,
        legend: options.legends[section]!,
        slotted: options.slotted?.cards[section],
        clock: options.clock,
        amount,
      };
      return new CardInputs(host, place, (report) => {
        if ('remove' in report) return this.#report({ kind: 'remove', section, token: report.remove });
        if (report.isSealedByCheck) this.#revision += 1;
        this.#changed();
      });
    };
    this.#cards = [cardOf('credit_card'), ...(options.legends.recipient_card ? [cardOf('recipient_card')] : [])];
    host.addController(new Leaving(host, this));
  }

  /** Connects the inputs that the page has written. @returns whether any was added or removed. */
  bind(): boolean {
    const isChanged = this.#cards.filter((card) => card.bind()).length > 0;
    if (isChanged) this.#replaced();
    return isChanged;
  }

  get snapshot(): FormSnapshot {
    const [source, recipient] = this.#cards;
    const cards = (this.#checked ??= {
      checkable: this.#cards.every((card) => card.check('check').state === 'valid'),
      complete: this.#cards.every((card) => card.check().state === 'valid'),
      revision: this.#revision,
      source: source.facts,
      recipient: recipient?.facts ?? {},
      sameCard: this.#isSameCard,
      isFilled: this.#cards.some((card) => card.isFilled),
      missing: { credit_card: [...source.requested.missing], recipient_card: [...(recipient?.requested.missing ?? [])] },
    });
    return {
      ...cards,
      isFilled: cards.isFilled || this.#amount.isFilled,
      typed: this.#settings.subject?.isTyped ? this.#amount.minor : undefined,
      hasAgreed: this.#hasAgreed,
    };
  }

  /** The settings so far. */
  get settings(): Partial<FormSettings> {
    return this.#settings;
  }

  /** What is paid: the amount that the page has set, or else the one that the payer has typed. */
  get amount(): number | undefined {
    return this.#settings.subject?.amount ?? this.snapshot.typed;
  }

  /** Whether the payer has begun to type a card. */
  isCardFilled(section: SectionName): boolean {
    return this.#card(section)?.isFilled === true;
  }

  /** How the payer has entered a card: chosen among saved ones, still typing its number, or done with it. */
  entryOf(section: SectionName): 'saved' | 'typing' | 'left' {
    const card = this.#card(section);
    if (!card || card.saved) return 'saved';
    const number = card.input('number');
    return number && hasFocus(number) ? 'typing' : 'left';
  }

  /** The tokens of the saved cards that are chosen. */
  get chosen(): readonly (string | undefined)[] {
    return this.#cards.map(({ saved }) => saved?.token);
  }

  subscribe(report: (report: FormReport) => void): () => void {
    this.#listeners.add(report);
    return () => this.#listeners.delete(report);
  }

  /** Carries out a command at once. */
  post(command: FormCommand): void {
    switch (command.kind) {
      case 'set':
        return this.#set(command);
      case 'status':
        this.#status = command.status;
        return;
      case 'require':
        return this.#require(command.fields);
      case 'refuse':
        return this.#refuse(command.errors);
      case 'clear':
        return this.#clear(command.what);
      case 'refill':
        return this.#amount.fill(command.amount);
      case 'refresh':
        this.#amount.refresh();
        for (const card of this.#cards) card.refresh();
        return this.#changed();
      case 'focus':
        // An input that was opened just now is rendered only by then.
        if (!this.#focus(command)) void this.#host.updateComplete.then(() => this.#focus(command));
        return;
      case 'complain':
        return this.#complain(command.movesFocus);
      default:
        return command satisfies never;
    }
  }

  async seal(binding: Binding, revision: number): Promise<SealedSections | undefined> {
    const sealer = await this.#options.sealer();
    // The price was not given for a text that replaced the recipient's card without an event.
    if (this.#cards[1]?.undoOthers()) this.#replaced();
    if (this.#revision !== revision) return undefined;
    const plain = this.#cards.map((card) => {
      const result = card.check(binding.operation);
      // The flow asks to seal only complete fields. Anything else is a mistake in this package.
      if (result.state !== 'valid') throw new TypeError(`The ${card.section} fields are not complete.`);
      return [card.section, { ...result.card, ...(card.saved && { token: card.saved.token }) }] as const;
    });
    const attempt = this.#mark.of(binding, revision, systemRandom);
    return sealer.seal(Object.fromEntries(plain), { ...binding, attempt });
  }

  async thumbprint(): Promise<string> {
    return (await this.#options.sealer()).thumbprint;
  }

  render(speech: Speech): unknown {
    const { subject } = this.#settings;
    if (!subject || !this.#status) return undefined;
    const { words } = speech;
    const { told, ...status } = this.#status;
    const { recipient } = this.snapshot;
    this.#isTooEarly &&= status.isUnread === true;
    return formView({
      ...status,
      refusal: status.refusal ?? (this.#isTooEarly || this.#isOther ? words.too_early : undefined),
      speech,
      subject,
      amount: this.amount,
      cards: this.#cardsView(words),
      amountField: subject.isTyped ? this.#amount.render(words) : undefined,
      goesTo: cardText(words, told ?? recipient) ?? (told && ''),
      last4: recipient.last4 ?? (told && subject.operation === 'transfer' ? '' : undefined),
      agree: (hasAgreed) => {
        this.#hasAgreed = hasAgreed;
        this.#changed();
      },
      changeCards: () => this.#focusCard('first'),
      startAgain: () => this.#report({ kind: 'restart' }),
      // A frame judges that by its log.
      begin: this.#host.hasGone
        ? undefined
        : ({ currentTarget: button }) => {
            const { textContent } = button as Element;
            this.#isAsBegun = () => (button as Element).textContent === textContent;
          },
      ...this.#forms,
    });
  }

  /**
   * A form for each card. Within one form, a browser's autofill puts the payer's own card into the recipient's field, and money sent to
   * the wrong card can't be called back.
   */
  #cardsView(words: Words): TemplateResult {
    const [source, recipient] = this.#cards;
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

  #set(given: Partial<FormSettings>): void {
    this.#settings = { ...this.#settings, ...given };
    const { collect, autoAdvance, saved } = given;
    if (collect) this.#collect(collect);
    for (const card of this.#cards) {
      card.autoAdvance = autoAdvance ?? card.autoAdvance;
      if (saved && card.takeSaved(saved[card.section])) this.#replaced();
    }
    const { subject: { currency = 'USD', least, most } = {}, language = 'en' } = this.#settings;
    this.#amount.terms = { currency, least, most, language };
  }

  #collect(fields: RequiredFields): void {
    const words = JSON.stringify(fields);
    if (words === this.#collected) return;
    this.#collected = words;
    for (const card of this.#cards) card.requested.collected = (fields[card.section] ?? []) as CardField[];
    this.#changed();
  }

  #require(fields: RequiredFields): void {
    for (const card of this.#cards) card.request((fields[card.section] ?? []) as CardField[]);
    this.#replaced();
  }

  #refuse(errors: readonly FieldError[]): void {
    const refused = errors.find(({ path }) => path[0] === 'amount');
    if (this.#settings.subject?.isTyped && refused) this.#amount.showRefusal(refused.messages.join(', '));
    const refusedInputs = errors.flatMap(({ path: [section, field = ''], messages }) => {
      const card = this.#card(section);
      const name = inputNamed(field);
      if (field === 'token') card?.refuseSaved();
      if (!card || !name) return [];
      card.showRefusal(name, messages.join(', '));
      return { card, name };
    });
    this.#changed();
    // An input that was opened for the message is rendered only by then.
    void this.#host.updateComplete.then(() => refusedInputs[0]?.card.input(refusedInputs[0].name)?.focus());
  }

  #clear(what: Emptied): void {
    this.#mark.forget();
    if (what === 'all') {
      this.#hasAgreed = false;
      this.#amount.clear();
      const saveBox = this.#host.renderRoot?.querySelector<HTMLInputElement>('[name=save-card]');
      if (saveBox) saveBox.checked = false;
      for (const card of this.#cards) card.startOver();
    } else this.#cards[0].clear('verification_value');
    if (what === 'all' || this.#cards[0].requested.byCheck.has('verification_value')) this.#revision += 1;
    this.#changed();
  }

  #complain(movesFocus: boolean): void {
    const { isTyped, operation } = this.#settings.subject ?? {};
    if (isTyped) this.#amount.complain();
    // Something may have changed the cards without an event. In a transfer, sealing notices that, and the price is asked for again.
    if (operation === 'order' || !this.snapshot.complete) {
      for (const card of this.#cards) card.complain();
      this.#checked = undefined;
    }
    this.#host.requestUpdate();
    // A field that the gateway has just asked for is rendered only by then.
    if (movesFocus && !isWhole(this.snapshot, this.#settings.subject))
      void this.#host.updateComplete.then(() => this.#focus({ where: 'unfinished' }));
  }

  #focus({ where, options }: { readonly where: 'first' | 'unfinished'; readonly options?: FocusOptions | undefined }): boolean {
    const { isTyped, isFirst } = this.#settings.subject ?? {};
    const steps = [() => this.#focusCard(where, options)];
    if (where === 'unfinished' && isTyped) steps[isFirst ? 'unshift' : 'push'](() => this.#amount.focusUnfinished(options));
    return steps.some((step) => step());
  }

  #focusCard(where: 'first' | 'unfinished', options?: FocusOptions): boolean {
    const [target] = this.#cards.flatMap((card) => (where === 'unfinished' ? (card.firstUnfinished() ?? []) : card.focusTargets));
    target?.focus(options);
    // Another number replaces the one that is there.
    if (where === 'first' && target instanceof HTMLInputElement) target.select();
    return target !== undefined;
  }

  /** Raises the revision, because a section has another card or other inputs. */
  #replaced(): void {
    this.#revision += 1;
    this.#changed();
  }

  readonly #changed = (): void => {
    this.#isOther = false;
    this.#checked = undefined;
    const [, recipient] = this.#cards;
    // Gateways accept the same card on both sides, but the payer would waste the fee. The payment is not refused: the payer is
    // asked before it is sent.
    if (recipient) recipient.remark = this.#isSameCard ? 'same_card' : undefined;
    this.#host.requestUpdate();
    this.#report({ kind: 'changed' });
  };

  #report(report: FormReport): void {
    for (const listener of this.#listeners) listener(report);
  }

  get #isSameCard(): boolean {
    const [source, recipient] = this.#cards;
    const isSame = this.#host.hasGone ? isSameCard : isLikeCard;
    return recipient !== undefined && isSame(source, recipient);
  }

  #card(section: string | undefined): CardInputs | undefined {
    return this.#cards.find((card) => card.section === section);
  }

  /** Empties the cards, and what else contains a card number. */
  wipe(): void {
    for (const card of this.#cards) card.wipe();
    this.#amount.wipe();
    this.#changed();
  }
}
