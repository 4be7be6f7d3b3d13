import { html, nothing, type TemplateResult } from 'lit';
import type { CardDraft, CardFacts, CardField } from '../../card/card.js';
import { cardFacts, checkCard, inputOf } from '../../card/card.js';
import { checkPan, panDigits } from '../../card/pan.js';
import type { MessageKey, Messages } from '../../locales/catalogue.js';
import { cardInputView, type Complaint, type InputName } from './card-input-view.js';
import { EnteredTexts, hasFocus } from './entered-texts.js';
import { MaskedEdits } from './masked-edits.js';
import { draftOfBrand, type SavedCard, savedCardView, savedFacts } from './saved-card.js';
import type { SectionName } from '../../wire/request/card-section.js';

/**
 * The inputs of one card section. The digits stay in the inputs: what is kept here is which inputs there are and which
 * of them complain. Of the recipient's card, what was entered is kept as well, to tell it from what filled itself in.
 */
export class CardInputs {
  readonly section: SectionName;
  readonly #legend: MessageKey;
  readonly #root: () => ParentNode | null;
  readonly #onEdit: (input?: InputName) => void;
  readonly #now: () => number;
  readonly #required = new Set<CardField>();
  readonly #complaints = new Map<InputName, Complaint>();
  #facts: CardFacts = {};
  /** Inputs that the gateway asked for. */
  readonly #wanted = new Set<InputName>();
  #saved: SavedCard | undefined;
  #collected: readonly CardField[] = [];
  /** A remark at the number that stops nothing. */
  remark: MessageKey | undefined;
  readonly #masks = new MaskedEdits();
  readonly #entered: EnteredTexts | undefined;
  /** The input at which the payer reads that something was undone. */
  #undone: InputName | undefined;

  /**
   * @param legend The card's title.
   * @param onEdit Hears of every input whose text has changed, or, without a name, that only complaints have.
   * @param now Milliseconds since 1970.
   */
  constructor(
    section: SectionName,
    legend: MessageKey,
    root: () => ParentNode | null,
    onEdit: (input?: InputName) => void,
    now: () => number,
  ) {
    this.section = section;
    this.#legend = legend;
    this.#root = root;
    this.#onEdit = onEdit;
    this.#now = now;
    this.#entered = section === 'recipient_card' ? new EnteredTexts() : undefined;
    this.forgetRequired();
  }

  /** Brand, BIN and last four. */
  get facts(): CardFacts {
    return this.#facts;
  }

  /** The fields a transfer has to seal; a saved card's token stands for number and expiry. */
  get required(): readonly CardField[] {
    const all = [...new Set([...this.#required, ...this.#collected])];
    return this.#saved ? all.filter((field) => !['number', 'exp_month', 'exp_year'].includes(field)) : all;
  }

  /** The saved card that stands here instead of a typed one. */
  get saved(): SavedCard | undefined {
    return this.#saved;
  }

  set saved(card: SavedCard | undefined) {
    this.#saved = card;
    this.#complaints.clear();
    this.#readFacts();
  }

  /** Fields to open from the beginning, beside those that every card has. */
  collect(fields: readonly CardField[]): void {
    this.#collected = fields;
  }

  /** Opens the inputs of fields. */
  require(fields: readonly CardField[]): void {
    for (const field of fields) this.#required.add(field);
  }

  /** Opens the inputs of fields that the gateway asked for, and says so at those that are not filled in. */
  want(fields: readonly CardField[]): void {
    this.require(fields);
    const result = this.check(fields);
    if (result.state === 'valid') return;
    for (const input of Object.keys(result.verdicts)) this.#wanted.add(input as InputName);
  }

  /** What the gateway asked for and is not filled in yet. */
  get wanted(): readonly CardField[] {
    return [...this.#wanted].map((input) => (input === 'expiry' ? 'exp_month' : input));
  }

  /** Back to the inputs that every card has. */
  forgetRequired(): void {
    this.#required.clear();
    this.#wanted.clear();
    this.require(['number']);
    if (this.section === 'credit_card') this.require(['exp_month', 'exp_year', 'verification_value']);
  }

  /** What the inputs hold, checked; `include` restricts it to those fields. */
  check(include: readonly CardField[] = this.required) {
    const fields = this.required.filter((field) => include.includes(field));
    return checkCard(this.#draft(), { required: fields, include: fields, now: this.#now() });
  }

  /** Undoes what the payer did not enter. @returns whether there was anything. */
  undoOthers(): boolean {
    const input = this.#entered?.restore(this.#inputs());
    if (!input) return false;
    this.#undone = input.name as InputName;
    this.#complaints.delete(this.#undone);
    return true;
  }

  /** Shows what is wrong with the inputs. @returns the first of them in reading order. */
  complain(): HTMLInputElement | undefined {
    this.undoOthers();
    const result = this.check();
    this.#complaints.clear();
    if (result.state === 'valid') return undefined;
    for (const [input, verdict] of Object.entries(result.verdicts)) {
      if (verdict && verdict.state !== 'valid') this.#complain(input as InputName, verdict.reason);
    }
    // Says more than that the input is empty.
    if (this.#undone && this.#complaints.has(this.#undone)) this.#complaints.set(this.#undone, { key: 'undone' });
    return this.#inputs().find((input) => this.#complaints.has(input.name as InputName));
  }

  /**
   * Shows the gateway's words at the input of a field (`number`, `exp_month`, `date`, …), and opens one that is not
   * there; of a saved card they can only be about the card, which another has to replace then.
   */
  showRefusal(field: string, message: string): InputName {
    const name = field === 'date' ? 'expiry' : inputOf(field as CardField);
    if (this.#saved && (name === 'number' || name === 'expiry')) this.saved = undefined;
    if (name === 'expiry') this.require(['exp_month', 'exp_year']);
    else this.require([name]);
    this.#complaints.set(name, { key: 'refused', message });
    return name;
  }

  /** An input, where it is open. */
  input(name: InputName): HTMLInputElement | undefined {
    return this.#inputs().find((each) => each.name === name);
  }

  /** Whether another section holds the same card. Of a saved one no more may be known than its brand and last four. */
  isSameCard(other: CardInputs): boolean {
    if (!this.#saved && !other.saved) {
      const number = panDigits(this.#draft().number ?? '') ?? '';
      return checkPan(number).state === 'valid' && number === panDigits(other.#draft().number ?? '');
    }
    if (this.#saved && this.#saved.token === other.saved?.token) return true;
    const { last4, brand } = this.#facts;
    const theirs = other.facts;
    return last4 !== undefined && last4 === theirs.last4 && (brand ?? theirs.brand) === (theirs.brand ?? brand);
  }

  /** Whether any input holds something. */
  get isFilled(): boolean {
    return this.#inputs().some(({ value }) => value !== '');
  }

  /** Empties inputs. */
  clear(only?: InputName): void {
    for (const input of this.#inputs()) {
      if (only && input.name !== only) continue;
      input.value = '';
      this.#entered?.accept(input);
      this.#complaints.delete(input.name as InputName);
    }
    this.#undone = undefined;
    this.#readFacts();
  }

  /** The first input that is not filled in rightly. */
  firstUnfinished(): HTMLInputElement | undefined {
    const result = this.check();
    return result.state === 'valid' ? undefined : this.#inputs().find(({ name }) => name in result.verdicts);
  }

  /** Looks at the inputs anew, after something other than typing filled them. */
  refresh(): void {
    this.undoOthers();
    this.#readFacts();
  }

  render(messages: Messages): TemplateResult {
    const recipient = this.section === 'recipient_card';
    const wants = (field: CardField): boolean => this.required.includes(field);
    return html`
      <fieldset part="card ${recipient ? 'recipient-card' : 'source-card'}">
        <legend part="legend">${messages[this.#legend]}</legend>
        <div class="fields">
          ${this.#saved
            ? savedCardView(this.#saved, messages, () => {
                this.saved = undefined;
                this.#onEdit('number');
              })
            : this.#field(messages, 'number')}
          ${wants('exp_month') || wants('exp_year') ? this.#field(messages, 'expiry') : nothing}
          ${wants('verification_value') ? this.#field(messages, 'verification_value') : nothing}
          ${wants('holder') ? this.#field(messages, 'holder') : nothing}
        </div>
      </fieldset>
    `;
  }

  #field(messages: Messages, name: InputName): TemplateResult {
    const undone = this.#undone === name ? 'undone' : undefined;
    return cardInputView({
      section: this.section,
      name,
      messages,
      complaint: this.#complaints.get(name),
      remark: undone ?? (name === 'number' ? this.remark : this.#wanted.has(name) ? 'wanted' : undefined),
      brand: name === 'number' ? this.#facts.brand : undefined,
      remember: this.#masks.remember,
      arrive: this.#arrive,
      edit: this.#edit,
      leave: this.#leave,
    });
  }

  readonly #arrive = (): void => {
    if (this.undoOthers()) this.#onEdit();
  };

  readonly #edit = (event: Event): void => {
    const input = event.currentTarget as HTMLInputElement;
    const name = input.name as InputName;
    if (this.#entered && !hasFocus(input)) {
      this.#arrive();
      return;
    }
    // An input method owns the text until it ends.
    const { isComposing, inputType } = event as Partial<InputEvent>;
    if (!isComposing) this.#masks.apply(input, inputType);
    this.#entered?.accept(input);
    if (this.#undone === name) this.#undone = undefined;
    if (name === 'number') this.#readFacts();
    if (!isComposing) this.#judge(input, false);
    // The right length of the verification value depends on the brand.
    const code = this.#inputs().find((each) => each.name === 'verification_value');
    if (name === 'number' && code?.value) this.#judge(code, false);
    this.#onEdit(name);
  };

  readonly #leave = (event: Event): void => {
    const input = event.currentTarget as HTMLInputElement;
    this.undoOthers();
    const { value } = input;
    // Some input methods never end; what they have written is formatted here at the latest.
    this.#masks.apply(input);
    this.#entered?.accept(input);
    this.#judge(input, true);
    this.#onEdit(input.value === value ? undefined : (input.name as InputName));
  };

  /** While typing only what can't become right any more is said; on leaving, what is unfinished too. */
  #judge(input: HTMLInputElement, left: boolean): void {
    const name = input.name as InputName;
    const result = checkCard(this.#draft(), { required: [], now: this.#now() });
    const verdict = result.state === 'refused' ? result.verdicts[name] : undefined;
    if (verdict && verdict.state !== 'valid' && (verdict.state === 'invalid' || left)) this.#complain(name, verdict.reason, !left);
    else if (!left || !verdict) this.#complaints.delete(name);
    if (!verdict && input.value) this.#wanted.delete(name);
  }

  #complain(name: InputName, reason: string, isNew = false): void {
    this.#complaints.set(name, { key: `${name}.${reason}` as MessageKey, isNew });
  }

  #readFacts(): void {
    this.#facts = this.#saved ? savedFacts(this.#saved) : cardFacts(panDigits(this.#draft().number ?? '') ?? '');
  }

  #inputs(): HTMLInputElement[] {
    return [...(this.#root()?.querySelectorAll<HTMLInputElement>(`input[id^=${this.section}-]`) ?? [])];
  }

  #draft(): CardDraft {
    const typed = Object.fromEntries(this.#inputs().map((input) => [input.name, this.#entered?.of(input) ?? input.value]));
    return this.#saved ? { ...typed, ...draftOfBrand(this.#facts) } : typed;
  }
}
