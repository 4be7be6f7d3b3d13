import { nothing } from 'lit';
import { CARD_INPUTS, type CardInputName, rowOf } from '../../card/card-fields.js';
import { type CardDraft, type CardFacts, type CardField, cardFacts, checkCard, inputOf } from '../../card/card.js';
import type { Binding } from '../../checkout/seal.js';
import { panDigits } from '../../card/read-pan.js';
import { readPasted } from '../../card/read-pasted.js';
import type { MessageKey, Messages } from '../../locales/messages.js';
import { RequestedFields, isInToken } from './requested-fields.js';
import { findingOf, keyOf, nameOf } from './card-input-texts.js';
import { AutofillGuard } from './edit/autofill-guard.js';
import { advanceFrom } from './edit/auto-advance.js';
import { type CardFieldView, cardView, viewOf } from './card-view.js';
import type { InputListeners } from './field-view.js';
import { Field } from './field.js';
import { MaskedEdits } from './edit/masked-edits.js';
import { hasFocus } from './edit/rewrite.js';
import type { SavedCard } from '../../card/saved-card.js';
import type { SectionName } from '../../wire/request/card-section.js';
import type { SavedCards } from './saved/saved-choice.js';
import type { CardInputsOptions } from './card-inputs-options.js';
import { SavedSection } from './saved/saved-section.js';

/**
 * The inputs of one card section. Card data is kept only in the inputs, in the edit history for undo and, for the recipient's
 * card, in the entered texts, which distinguish typing from autofill.
 */
export class CardInputs {
  readonly section: SectionName;
  readonly #options: CardInputsOptions;
  readonly #fields: Readonly<Record<CardInputName, Field>>;
  readonly requested: RequestedFields;
  #facts: CardFacts = {};
  readonly #saved: SavedSection;
  /** Whether the focus moves to the next field once no further digit can belong to the card number. */
  autoAdvance = false;
  /** A remark at the card number that does not block the payment. */
  remark: MessageKey | undefined;
  /** Whether the number came with a sum, in a message. */
  #hasSum = false;
  readonly #masks = new MaskedEdits();
  readonly #entered: AutofillGuard | undefined;
  /** The input that tells the payer that autofill was undone. */
  #undone: CardInputName | undefined;

  constructor(options: CardInputsOptions) {
    const { section, root, hasLeft } = (this.#options = options);
    this.section = section;
    this.#entered = section === 'recipient_card' ? new AutofillGuard() : undefined;
    const judge = (name: CardInputName) => findingOf(name, this.#draft(), options.now());
    const fieldOf = (name: CardInputName) =>
      new Field({ id: `${section}-${name}`, name, root, judge: () => judge(name), hasLeft });
    this.#fields = Object.fromEntries(CARD_INPUTS.map((name) => [name, fieldOf(name)])) as Record<CardInputName, Field>;
    this.#saved = new SavedSection({ ...options, onPick: () => this.#picked() });
    this.requested = new RequestedFields(section);
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
    const isNew = this.#saved.take(given, this.isFilled);
    if (isNew && this.saved?.token !== token) this.#replaceCard();
    // The page may call the same card something else.
    else if (isNew) this.#readFacts();
    return isNew;
  }

  /** The digits of a typed number. */
  get digits(): string {
    return panDigits(this.#draft().number ?? '') ?? '';
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
    return checkCard(this.#draft(), { required: fields, include: fields, now: this.#options.now() });
  }

  /** Undoes texts that the payer did not enter. @returns whether there were any. */
  undoOthers(): boolean {
    const input = this.#entered?.restore(this.inputs);
    if (!input) return false;
    this.#undone = nameOf(input);
    this.#fields[this.#undone].complaint = undefined;
    return true;
  }

  /** Shows all errors. @returns the first input with an error, in reading order. */
  complain(): HTMLElement | undefined {
    const choice = this.#saved.complain();
    if (choice) return choice;
    this.undoOthers();
    const result = this.check();
    this.#dropComplaints();
    if (result.state === 'valid') return undefined;
    for (const name of CARD_INPUTS) {
      const verdict = result.verdicts[name];
      // The remark that autofill was undone explains more than an error about an empty input.
      if (verdict && verdict.state !== 'valid')
        this.#fields[name].complaint = { key: this.#undone === name ? 'undone' : keyOf(name, verdict.reason, this.section) };
    }
    return this.inputs.find((input) => this.#fields[nameOf(input)].complaint);
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
    this.#masks.forget();
    for (const input of this.inputs) {
      if (only && nameOf(input) !== only) continue;
      this.#fields[nameOf(input)].clear();
      this.#entered?.accept(input);
    }
    this.#undone = undefined;
    this.#hasSum = false;
    this.#readFacts();
  }

  /** The first input that is empty or invalid, or the list of saved cards if the payer has to choose. */
  firstUnfinished(): HTMLElement | undefined {
    if (this.#saved.isOpen) return this.#saved.focusTarget;
    const result = this.check();
    return result.state === 'valid' ? undefined : this.inputs.find((input) => nameOf(input) in result.verdicts);
  }

  /** Reads the inputs again, because something other than typing may have filled them. */
  refresh(): void {
    this.undoOthers();
    this.#readFacts();
  }

  render(messages: Messages): unknown {
    const legend = messages[this.#options.legend];
    const fields = CARD_INPUTS.map((name) => this.#view(messages, name));
    const view = { section: this.section, legend, saved: this.#saved.render(messages) ?? nothing, fields };
    return this.#options.slotted?.draw(view) ?? cardView(view);
  }

  /** Connects the page's inputs and the texts already in them. @returns whether any input was added or removed. */
  bind(): boolean {
    const fresh = this.#options.slotted?.bind(Object.values(this.#fields), (name) => this.#listeners(name));
    if (!fresh) return false;
    for (const input of fresh) this.#masks.apply(input);
    this.#entered?.adopt(fresh);
    this.refresh();
    for (const input of fresh) this.#fields[nameOf(input)].autofilled();
    return true;
  }

  #listeners(name: CardInputName): InputListeners {
    // In a name, a space can replace a line break.
    const masks = rowOf(name).attributes.inputmode && { remember: this.#masks.remember, press: this.#masks.press };
    return { enter: this.#enter, edit: this.#edit, leave: this.#leave, ...masks };
  }

  #isRequested(name: CardInputName): boolean {
    const isNeeded = this.required.some((field) => inputOf(field) === name);
    return name === 'number' ? this.#saved.isCardTyped : isNeeded && !this.#saved.isOpen;
  }

  #view(messages: Messages, name: CardInputName): CardFieldView {
    const isUndone = this.#undone === name;
    const ofNumber = this.remark ?? (this.#hasSum ? 'from_message' : undefined);
    const remark = name === 'number' ? ofNumber : this.requested.isMissing(name) ? 'wanted' : undefined;
    return viewOf(name, this.section, messages, {
      field: this.#fields[name],
      isRequested: this.#isRequested(name),
      brand: this.#facts.brand,
      digits: this.digits.length,
      root: this.#options.root(),
      remark: isUndone ? 'undone' : remark,
      isUrgent: isUndone,
      listeners: this.#listeners(name),
    });
  }

  readonly #enter = (): void => {
    if (this.undoOthers()) this.#changed();
  };

  readonly #edit = (event: Event): void => {
    const input = event.currentTarget as HTMLInputElement;
    const name = nameOf(input);
    if (this.#entered && !hasFocus(input)) return this.#enter();
    // An input method owns the text until the composition ends.
    const { isComposing = false, inputType } = event as Partial<InputEvent>;
    if (!isComposing) this.#masks.apply(input, inputType);
    if (name === 'number') this.#hasSum = event.isTrusted && inputType === 'insertFromPaste' && this.#spread(input);
    this.#entered?.accept(input);
    if (this.#undone === name) this.#undone = undefined;
    if (name === 'number') this.#readFacts();
    this.#fields[name].edited(isComposing);
    this.#unmarkFilled(name);
    // The right length of the verification value depends on the brand.
    const code = this.#fields.verification_value;
    if (name === 'number' && code.input?.value) code.edited();
    this.#changed(name);
    if (name === 'number' && this.autoAdvance && inputType?.startsWith('insert')) advanceFrom(input, this.digits);
  };

  readonly #leave = (event: Event): void => {
    const input = event.currentTarget as HTMLInputElement;
    const name = nameOf(input);
    this.undoOthers();
    const { value } = input;
    // Some input methods never end the composition, so their text is formatted here at the latest.
    this.#masks.apply(input);
    this.#entered?.accept(input);
    this.#fields[name].blurred();
    this.#unmarkFilled(name);
    this.#changed(input.value === value ? undefined : name);
  };

  /**
   * Fills in what else a pasted text says, each into a field of its own, but only into empty ones. Otherwise the whole text stays, and the
   * payer sees what is wrong with it.
   *
   * @returns whether it names a sum.
   */
  #spread(input: HTMLInputElement): boolean {
    const { currency, takeSum } = this.#options;
    const pasted = readPasted(input.value, takeSum && currency?.());
    if (!pasted) return false;
    const { number, expiry, code, sum } = pasted;
    const others = Object.entries({ expiry, verification_value: code }).filter(([, text]) => text !== undefined);
    const places = others.map(([name]) => this.input(name as CardInputName));
    if (places.some((place) => place?.value !== '')) return false;
    for (const [index, text] of [number, ...others.map(([, other]) => other!)].entries()) {
      const place = [input, ...places][index]!;
      place.value = text;
      this.#masks.apply(place);
      this.#entered?.accept(place);
      this.#fields[nameOf(place)].edited();
      this.#unmarkFilled(nameOf(place));
    }
    if (sum !== undefined) takeSum?.(sum);
    return sum !== undefined;
  }

  /** @param name The input whose text has changed. */
  #changed(name?: CardInputName): void {
    this.#options.onEdit([...this.requested.byCheck].some((field) => inputOf(field) === name));
  }

  /** Removes the remark once the field that the gateway asked for is filled in. */
  #unmarkFilled(name: CardInputName): void {
    if (this.#fields[name].isValid) this.requested.markFilled(name);
  }

  #dropComplaints(): void {
    for (const field of Object.values(this.#fields)) field.complaint = undefined;
  }

  /** The payer has chosen a saved card, or wants to type one. */
  #picked(): void {
    this.#replaceCard();
    this.#changed('number');
  }

  /** Empties the inputs: their texts belong to the previous card. */
  #replaceCard(): void {
    this.#dropComplaints();
    this.clear();
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

  #draft(): CardDraft {
    const typed = Object.fromEntries(this.inputs.map((input) => [nameOf(input), this.#entered?.of(input) ?? input.value]));
    return { ...typed, ...this.#saved.draft };
  }
}
