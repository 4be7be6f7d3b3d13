import { nothing } from 'lit';
import { CARD_INPUTS, type CardInputName, rowOf } from '../../card/card-fields.js';
import { checkPan, maxPanLength } from '../../card/pan.js';
import { type CardDraft, type CardFacts, type CardField, cardFacts, checkCard, inputOf } from '../../card/card.js';
import type { Binding } from '../../checkout/seal.js';
import { panDigits } from '../../card/read-pan.js';
import { readPasted } from '../../card/read-pasted.js';
import type { MessageKey, PaymentMessageKey, Words } from '../../locales/messages.js';
import type { Clock } from '../../clock/clock.js';
import { RequestedFields, isInToken } from './requested-fields.js';
import type { AmountField } from './amount-field.js';
import { findingOf, nameOf } from './card-input-texts.js';
import { type CardFieldState, cardView, viewOf } from './card-view.js';
import { type FieldGroup, type FieldHost, type Finding, TextField } from './text-field.js';
import type { SavedCard } from '../../card/saved-card.js';
import type { SectionName } from '../../wire/request/card-section.js';
import type { SavedCards } from './saved/saved-choice.js';
import { SavedSection } from './saved/saved-section.js';
import type { SlottedCard } from './slotted/slotted-card.js';
import { focusNext } from './submit-form.js';

/** A card section of a form. */
export interface CardPlace {
  readonly section: SectionName;
  /** The card's title. */
  readonly legend: PaymentMessageKey;
  /** The card's inputs in the page, with `fields="slot"`. */
  readonly slotted: SlottedCard | undefined;
  readonly clock: Clock;
  /** Takes a sum that was pasted with the card number. */
  readonly amount: AmountField | undefined;
}

/** A report from a card section: a change, with whether a check seals the changed text, or a saved card that the payer wants to remove. */
export type CardReport = { readonly isSealedByCheck: boolean } | { readonly remove: string };

/**
 * Moves the focus to the next input once the number is valid and no further digit can belong to it, and the caret is at its end.
 * A caret elsewhere means that the payer is correcting a digit.
 *
 * A shorter number may be valid too. After sixteen digits of a brand that has nineteen, the last three would go to the next input.
 */
function advanceFrom(input: HTMLInputElement, digits: string): void {
  if (digits.length < maxPanLength(digits) || checkPan(digits).state !== 'valid') return;
  if (input.selectionEnd === input.value.length) focusNext(input);
}

/** The inputs of one card section. Card data is kept only in them. */
export class CardInputs implements FieldGroup<CardInputName, MessageKey> {
  readonly host: FieldHost;
  readonly section: SectionName;
  readonly #place: CardPlace;
  readonly #report: (report: CardReport) => void;
  readonly #fields: Readonly<Record<CardInputName, TextField<CardInputName>>>;
  readonly requested: RequestedFields;
  #facts: CardFacts = {};
  readonly #saved: SavedSection;
  /** Whether the focus moves to the next field once no further digit can belong to the card number. */
  autoAdvance = false;
  /** A remark at the card number that does not block the payment. */
  remark: PaymentMessageKey | undefined;
  /** Whether the number came with a sum, in a message. */
  #hasSum = false;
  /** The input that tells the payer that autofill was undone. */
  #undone: CardInputName | undefined;

  constructor(host: FieldHost, place: CardPlace, report: (report: CardReport) => void) {
    this.host = host;
    this.#place = place;
    this.#report = report;
    const { section, clock, slotted } = place;
    this.section = section;
    const fieldOf = (name: CardInputName) => {
      const { attributes, edit } = rowOf(name);
      const isDigits = attributes.inputmode === 'numeric';
      return new TextField(this, {
        id: `${section}-${name}`,
        name,
        keepsLines: isDigits,
        // A frame sets every text by script.
        hasHistory: isDigits || host.hasGone !== undefined,
        mask: edit,
        // Browsers put the payer's own number there, in spite of `autocomplete`, and money sent to the wrong card can't be called back.
        isGuarded: section === 'recipient_card',
      });
    };
    this.#fields = Object.fromEntries(CARD_INPUTS.map((name) => [name, fieldOf(name)])) as Record<
      CardInputName,
      TextField<CardInputName>
    >;
    this.#saved = new SavedSection(this, { clock, slotted });
    this.requested = new RequestedFields(section);
  }

  get root(): ParentNode {
    return this.#place.slotted?.form ?? this.host.renderRoot;
  }

  judge(name: CardInputName): Finding | undefined {
    return findingOf(name, this.section, this.#draft([name]), this.#place.clock.now());
  }

  /** Brand, BIN and last four. */
  get facts(): CardFacts {
    return this.#facts;
  }

  /** The fields to seal for a payment. A saved card's token replaces number and expiry. */
  get required(): readonly CardField[] {
    const { all } = this.requested;
    return this.saved ? all.filter((field) => !isInToken(field)) : all;
  }

  /** The saved card that is used instead of a typed one. */
  get saved(): SavedCard | undefined {
    return this.#saved.card;
  }

  /** Sets the page's saved cards. @returns whether they have changed. */
  takeSaved(given: SavedCards | undefined): boolean {
    const { token } = this.saved ?? {};
    const isNew = this.#saved.take(given, () => this.isFilled);
    if (isNew && this.saved?.token !== token) this.clear();
    // The page may call the same card something else.
    else if (isNew) this.#readFacts();
    return isNew;
  }

  /** The digits of a typed number. */
  get digits(): string {
    return panDigits(this.#fields.number.text ?? '') ?? '';
  }

  /** Shows the inputs of fields that the gateway asked for, with a remark at those that are not filled in. */
  request(fields: readonly CardField[]): void {
    this.requested.ask(fields);
    // The number is always asked for.
    const result = this.#check(fields.filter((field) => field !== 'number'));
    if (result.state === 'refused') this.requested.markMissing(Object.keys(result.verdicts));
  }

  /** Checks what the operation seals. */
  check(operation?: Binding['operation']) {
    return this.#check(operation === 'check' ? [...this.requested.byCheck] : this.required);
  }

  #check(include: readonly CardField[]) {
    if (this.#saved.isOpen) return { state: 'refused', verdicts: {} } as const;
    const fields = this.required.filter((field) => include.includes(field));
    const draft = this.#draft(fields.map(inputOf));
    return checkCard(draft, { required: fields, include: fields, now: this.#place.clock.now() });
  }

  /** Undoes texts that the payer did not enter. @returns whether there were any. */
  undoOthers(): boolean {
    const [undone] = CARD_INPUTS.filter((name) => this.#fields[name].restore());
    if (!undone) return false;
    this.#undone = undone;
    this.#fields[undone].complaint = undefined;
    return true;
  }

  restore(): void {
    if (this.undoOthers()) this.#changed();
  }

  /** Shows all errors. @returns the first element with an error, in reading order. */
  complain(): HTMLElement | undefined {
    const choice = this.#saved.complain();
    if (choice) return choice;
    this.undoOthers();
    const wrong = CARD_INPUTS.flatMap((name) => (this.#isRequested(name) && this.#fields[name].complain()) || []);
    // The remark that autofill was undone explains more than an error about an empty input.
    const undone = this.#undone && this.#fields[this.#undone];
    if (undone?.complaint) undone.complaint = { key: 'undone' };
    return wrong[0];
  }

  /**
   * Shows the gateway's message at an input, and opens the input if it is not shown. If the message is about the number or expiry
   * of a saved card, the payer has to enter another card.
   */
  showRefusal(name: CardInputName, message: string): void {
    const { fields, isInToken: isSaved } = rowOf(name);
    if (this.saved && isSaved) this.#saved.leave();
    this.requested.require(fields);
    this.#fields[name].refuse(message);
  }

  /** The gateway doesn't know the saved card that is used: the payer has to use another one. */
  refuseSaved(): void {
    this.#saved.refuse();
  }

  /** The input, if it is shown. */
  input(name: CardInputName): HTMLInputElement | undefined {
    return this.#fields[name].input as HTMLInputElement | undefined;
  }

  /** Whether any input contains text. */
  get isFilled(): boolean {
    return this.inputs.some(({ value }) => value !== '');
  }

  /** Empties all inputs, and returns to the initial choice of a saved card. */
  startOver(): void {
    this.#saved.reset();
    this.clear();
    this.requested.reset();
  }

  /** Empties all inputs, or only one. */
  clear(only?: CardInputName): void {
    for (const name of only ? [only] : CARD_INPUTS) this.#fields[name].clear();
    this.#undone = undefined;
    this.#hasSum = false;
    this.#readFacts();
  }

  /** Empties all inputs, and every other one that the page has written. */
  wipe(): void {
    this.clear();
    this.#place.slotted?.wipe();
  }

  /** The first input that is empty or invalid, or the list of saved cards if the payer has to choose. */
  firstUnfinished(): HTMLElement | undefined {
    if (this.#saved.isOpen) return this.#saved.focusTarget;
    const first = CARD_INPUTS.find((name) => this.#isRequested(name) && this.input(name) && this.judge(name));
    return first && this.input(first);
  }

  /** Reads the inputs again, because something other than typing may have filled them. */
  refresh(): void {
    this.undoOthers();
    this.#readFacts();
  }

  render(messages: Words): unknown {
    const legend = messages[this.#place.legend];
    const digits = this.digits.length;
    const shared = { brand: this.#facts.brand, digits, count: this.host.hasGone ? 0 : digits, root: this.root };
    const needed = new Set(this.required.map(inputOf));
    // Of the page's inputs, those that are not asked for have to be hidden.
    const isDrawn = (name: CardInputName): boolean => this.#place.slotted?.form !== undefined || this.#isRequested(name, needed);
    const fields = CARD_INPUTS.map((name) =>
      isDrawn(name) ? viewOf(name, this.section, messages, { ...shared, ...this.#stateOf(name, needed) }) : undefined,
    );
    const view = { section: this.section, legend, saved: this.#saved.render(messages) ?? nothing, fields };
    return this.#place.slotted?.draw(view) ?? cardView(view);
  }

  /** Connects the page's inputs and the texts already in them. @returns whether any input was added or removed. */
  bind(): boolean {
    const fresh = this.#place.slotted?.bind(Object.values(this.#fields));
    if (!fresh) return false;
    for (const input of fresh) this.#fields[nameOf(input)].adopt(input);
    this.refresh();
    for (const input of fresh) this.#fields[nameOf(input)].adopted();
    return true;
  }

  #isRequested(name: CardInputName, needed = new Set(this.required.map(inputOf))): boolean {
    return name === 'number' ? this.#saved.isCardTyped : needed.has(name) && !this.#saved.isOpen;
  }

  #stateOf(
    name: CardInputName,
    needed: Set<CardInputName>,
  ): Pick<CardFieldState, 'field' | 'isRequested' | 'remark' | 'isUrgent'> {
    const isUndone = this.#undone === name;
    const ofNumber = this.remark ?? (this.#hasSum ? 'from_message' : undefined);
    const remark = name === 'number' ? ofNumber : this.requested.isMissing(name) ? 'wanted' : undefined;
    return {
      field: this.#fields[name],
      isRequested: this.#isRequested(name, needed),
      remark: isUndone ? 'undone' : remark,
      isUrgent: isUndone,
    };
  }

  edited(name: CardInputName, { inputType, isTrusted = false }: Partial<InputEvent>, isRepeated: boolean): void {
    const input = this.input(name);
    const isNumber = name === 'number';
    // In a frame there is no script of the page.
    const isOfPayer = isTrusted || this.host.hasGone !== undefined;
    if (isNumber) this.#hasSum = isOfPayer && inputType === 'insertFromPaste' && input !== undefined && this.#spread(input);
    if (this.#undone === name) this.#undone = undefined;
    if (isNumber) this.#readFacts();
    this.#unmarkFilled(name);
    // The right length of the verification value depends on the brand.
    const code = this.#fields.verification_value;
    if (isNumber && code.input?.value) code.edited();
    // The same text again must not make the check that has begun one of another card.
    this.#changed(isRepeated ? undefined : name);
    if (isNumber && input && this.autoAdvance && inputType?.startsWith('insert')) advanceFrom(input, this.digits);
  }

  left(name: CardInputName, isEdited: boolean): void {
    this.#unmarkFilled(name);
    this.#changed(isEdited ? name : undefined);
  }

  /**
   * Fills in what else a pasted text says, each into a field of its own, but only into empty ones. Otherwise the whole text stays, and the
   * payer sees what is wrong with it.
   *
   * @returns whether it names a sum.
   */
  #spread(input: HTMLInputElement): boolean {
    const { amount } = this.#place;
    const pasted = readPasted(input.value, amount?.terms.currency);
    if (!pasted) return false;
    const { number, expiry, code, sum } = pasted;
    const texts = Object.entries({ number, expiry, verification_value: code }) as [CardInputName, string | undefined][];
    const given = texts.filter(([, text]) => text !== undefined);
    if (given.some(([name]) => name !== 'number' && this.input(name)?.value !== '')) return false;
    for (const [name, text] of given) {
      this.#fields[name].fill(text!);
      this.#unmarkFilled(name);
    }
    if (sum !== undefined) amount?.take(sum);
    return sum !== undefined;
  }

  /** @param name The input whose text has changed. */
  #changed(name?: CardInputName): void {
    this.#report({ isSealedByCheck: [...this.requested.byCheck].some((field) => inputOf(field) === name) });
  }

  /** Removes the remark once the field that the gateway asked for is filled in. */
  #unmarkFilled(name: CardInputName): void {
    if (this.requested.isMissing(name) && this.#fields[name].isValid) this.requested.markFilled(name);
  }

  /** Called when the payer has chosen a saved card, or wants to type one. */
  picked(): void {
    // The texts in the inputs belong to the previous card.
    this.clear();
    this.#changed('number');
  }

  /** Called when the payer wants to remove a saved card. */
  remove({ token }: SavedCard): void {
    this.#report({ remove: token });
  }

  #readFacts(): void {
    this.#facts = this.#saved.facts ?? cardFacts(this.digits);
  }

  /** The elements that can have the focus, in reading order. */
  get focusTargets(): HTMLElement[] {
    return [this.#saved.focusTarget ?? [], this.inputs].flat();
  }

  /** The inputs that are shown, in reading order. */
  get inputs(): HTMLInputElement[] {
    return CARD_INPUTS.flatMap((name) => this.input(name) ?? []);
  }

  /** The texts of some inputs. The number's brand decides how the others are checked. */
  #draft(names: readonly CardInputName[]): CardDraft {
    const typed = Object.fromEntries(['number' as const, ...names].map((name) => [name, this.#fields[name].text ?? '']));
    return { ...typed, ...this.#saved.draft };
  }
}
