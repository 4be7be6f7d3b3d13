import type { ReactiveControllerHost } from 'lit';
import type { Shown } from '../../card/edit.js';
import type { PaymentMessageKey } from '../../locales/catalogue.js';
import { hasFocus, rewrite } from './rewrite.js';

export type FieldInput = HTMLInputElement | HTMLSelectElement;

/** Where inputs are drawn: an element, or the document of a frame. */
export interface FieldHost extends ReactiveControllerHost {
  readonly renderRoot: ParentNode;
  readonly isConnected: boolean;
  /**
   * In a frame: whether it is the payer who has just moved the focus. No error then appears while they type, nor when the page moves
   * the focus: the form's height would tell it how long the text is.
   */
  hasGone?(): boolean;
}

const selectors = new Map<string, string>();

/** The selector of an id. jsdom has no `CSS`. */
export function byId(id: string): string {
  let selector = selectors.get(id);
  if (!selector) selectors.set(id, (selector = `#${(globalThis as { CSS?: typeof CSS }).CSS?.escape(id) ?? id}`));
  return selector;
}

/** An error as a field shows it. */
export interface Complaint<Key extends string = PaymentMessageKey> {
  /** The key of its sentence. `refused` introduces the gateway's own message. */
  readonly key: Key | 'refused';
  /** The gateway's own message. */
  readonly message?: string;
  /** Whether it appeared while the payer was typing. It is announced at once, because nothing else draws attention to it. */
  readonly isNew?: boolean;
  /** Whether the focus left the field with this error. It is announced, because the focus is elsewhere. */
  readonly isBlurred?: boolean;
}

/** An error in a field's text. An `incomplete` text can become valid by typing more; an `invalid` one can't. */
export interface Finding<Key extends string = PaymentMessageKey> {
  readonly state: 'incomplete' | 'invalid';
  readonly key: Key;
}

/** The listeners of an input. */
export interface InputListeners {
  readonly enter: ((event: Event) => void) | undefined;
  /** Called before an edit. */
  readonly remember: (event: Event) => void;
  readonly press: ((event: KeyboardEvent) => void) | undefined;
  readonly edit: (event: Event) => void;
  readonly leave: (event: Event) => void;
}

/** What fields belong to: a card, the amount, the buyer's data. */
export interface FieldGroup<Name extends string, Key extends string> {
  readonly host: FieldHost;
  /** The node that the inputs are in. */
  readonly root: ParentNode | null | undefined;
  /** Judges the text of a field. Returns undefined if it is valid. */
  judge(name: Name): Finding<Key> | undefined;
  /** Called after an edit of a field; `isRepeated`: its text is the one before, as an input method reports a text several times. */
  edited(name: Name, event: Partial<InputEvent>, isRepeated: boolean): void;
  /** Called when the focus has left a field; `isEdited`: that has changed its text. */
  left?(name: Name, isEdited: boolean): void;
  /** Restores the texts of its guarded fields. */
  restore?(): void;
}

/** How a field treats its text. */
export interface FieldRow<Name extends string> {
  /** The id of the input that the element renders. */
  readonly id: string;
  readonly name: Name;
  /** Whether the lines of a pasted text stay apart. In a name or an address, a space can replace a line break. */
  readonly keepsLines?: boolean;
  /** How it shows what was typed; absent: as typed. */
  readonly mask?: ((before: Shown, after: Shown, inputType: string) => Shown) | undefined;
  /** Whether it undoes and redoes edits itself: browsers drop their own history when a script sets the text. */
  readonly hasHistory?: boolean;
  /**
   * Whether only a text counts that was entered while the input had the focus, by the payer or by a program on their behalf (assistive
   * technology, a test tool). Browsers and password managers also fill in inputs that don't have the focus.
   */
  readonly isGuarded?: boolean;
}

/** How many edits can be undone. */
const MAX_STEPS = 100;

/** What is known of the text of one input. It is card data, so it is kept no longer than the input or its text. */
interface Memory {
  /** The text that was entered while the input had the focus. */
  entered?: string;
  /** The text before an edit, until the edit is formatted. */
  before?: Shown | undefined;
  /** The pasted text with a tab for each line break, until then. */
  meant?: Shown | false | undefined;
  /** The text that an input method reported last, until another edit. */
  composed?: string | undefined;
  readonly past: Shown[];
  readonly future: Shown[];
}

const shownIn = (input: HTMLInputElement): Shown => ({ text: input.value, caret: input.selectionEnd ?? input.value.length });

/** In some browsers, setting the caret of an input without the focus would steal the focus. */
function show(input: HTMLInputElement, { text, caret }: Shown): void {
  if (text !== input.value) input.value = text;
  if (caret !== input.selectionEnd && hasFocus(input)) input.setSelectionRange(caret, caret);
}

/** Whether a key press means undo or redo. On a layout without Latin letters, the position of the key counts. */
function historyKey({ ctrlKey, metaKey, altKey, shiftKey, key, code }: KeyboardEvent): 'undo' | 'redo' | undefined {
  if (altKey || ctrlKey === metaKey) return undefined;
  const letter = (/^[a-z]$/i.test(key) ? key : code.replace('Key', '')).toLowerCase();
  if (letter === 'z') return shiftKey ? 'redo' : 'undo';
  return letter === 'y' && ctrlKey ? 'redo' : undefined;
}

/**
 * The text that an edit means, if it inserts several lines. Browsers replace each line break with a space, so a card number and the
 * security code below it would be read as one number. Here a tab replaces the line break, because no number contains one.
 */
function linesOf({ data, dataTransfer }: Partial<InputEvent>, input: HTMLInputElement): Shown | undefined {
  const lines = (data ?? dataTransfer?.getData('text/plain') ?? '').trim().split(/\s*[\n\r]\s*/);
  if (lines.length === 1) return undefined;
  const { value, selectionStart, selectionEnd } = input;
  const ahead = value.slice(0, selectionStart ?? undefined) + lines.join('\t');
  return { text: ahead + value.slice(selectionEnd ?? value.length), caret: ahead.length };
}

const withoutSpaces = (text: string): string => text.replace(/\s/g, '');

/**
 * One field: its input, what is typed there, and its error. While the payer types, it shows only errors that more typing can't correct.
 * When they leave it, it also shows that its text is incomplete. When they press the button, it also shows that it is empty.
 */
export class TextField<Name extends string = string, Key extends string = PaymentMessageKey> {
  /** The id of the input. An input that the page has written keeps its own id. */
  id: string;
  readonly name: Name;
  readonly listeners: InputListeners;
  complaint: Complaint<Key> | undefined;
  readonly #group: FieldGroup<Name, Key>;
  readonly #row: FieldRow<Name>;
  #memories = new WeakMap<HTMLInputElement, Memory>();
  /** The input as it was found last: each key asks for it dozens of times. */
  #found: FieldInput | undefined;
  #isStepping = false;

  constructor(group: FieldGroup<Name, Key>, row: FieldRow<Name>) {
    this.#group = group;
    this.#row = row;
    this.id = row.id;
    this.name = row.name;
    this.listeners = {
      enter: row.isGuarded ? () => this.#group.restore?.() : undefined,
      remember: this.#remember,
      press: row.hasHistory ? this.#press : undefined,
      edit: this.#edit,
      leave: this.#leave,
    };
  }

  /** The input, if it is in the page and its field is not hidden. */
  get input(): FieldInput | undefined {
    const { root } = this.#group;
    const lastInput = this.#found;
    if (
      !lastInput ||
      lastInput.id !== this.id ||
      !root?.contains(lastInput) ||
      lastInput.parentElement?.parentElement?.hidden !== false
    )
      this.#found = root?.querySelector<FieldInput>(`:not([hidden]) > * > ${byId(this.id)}`) ?? undefined;
    return this.#found;
  }

  /** The text that counts; undefined without an input. */
  get text(): string | undefined {
    const { input } = this;
    return this.#row.isGuarded && input ? (this.#memoryOf(input as HTMLInputElement).entered ?? '') : input?.value;
  }

  /** Whether the input has a valid text. */
  get isValid(): boolean {
    return Boolean(this.input?.value) && !this.#judge();
  }

  /** Called after an edit. During a composition the text belongs to the input method, so it is not judged. */
  edited(isComposing = false): void {
    const finding = isComposing || this.#group.host.hasGone ? undefined : this.#judge();
    this.complaint = finding?.state === 'invalid' ? { key: finding.key, isNew: true } : undefined;
  }

  /** Called when the focus leaves. An empty field keeps its error, and the gateway's message stays until an edit. */
  blurred(): void {
    if (!this.input?.value || this.complaint?.key === 'refused' || this.#group.host.hasGone?.() === false) return;
    const before = this.complaint;
    this.complain();
    // An error that appeared while the payer was typing has already been announced.
    const isHeard = before?.isNew && before.key === this.complaint?.key;
    if (this.complaint && !isHeard) this.complaint = { ...this.complaint, isBlurred: true };
  }

  /** Shows the error of an invalid text. @returns its input; undefined for a valid text. */
  complain(): FieldInput | undefined {
    const finding = this.#judge();
    this.complaint = finding && { key: finding.key };
    return finding && this.input;
  }

  /** Shows the gateway's own message. */
  refuse(message: string): void {
    this.complaint = { key: 'refused', message };
  }

  /** Sets the text in the payer's place, as if they had typed it. */
  fill(text: string): void {
    const input = this.input as HTMLInputElement;
    input.value = text;
    this.#format(input);
    this.#accept(input);
    this.edited();
  }

  /** Empties the input, or sets it to a value, and removes the error. Undo can't bring back a text from before. */
  clear(value = ''): void {
    const { input } = this;
    if (input) input.value = value;
    this.#memories = new WeakMap();
    this.complaint = undefined;
  }

  /** Takes over the input of a page, which may contain a text already. One that the browser marks as autofilled is not an entered one. */
  adopt(input: HTMLInputElement): void {
    this.#format(input);
    if (!input.matches(':autofill')) this.#accept(input);
  }

  /** Judges the text of an input that was just taken over. */
  adopted(): void {
    if (this.input && hasFocus(this.input)) this.edited();
    else this.blurred();
  }

  /** Restores the entered text. @returns whether the input had another one. */
  restore(): boolean {
    const { input, text } = this;
    const isOther = input !== undefined && text !== undefined && input.value !== text;
    if (isOther) rewrite(input as HTMLInputElement, text);
    return isOther;
  }

  #judge(): Finding<Key> | undefined {
    return this.#group.judge(this.name);
  }

  #memoryOf(input: HTMLInputElement): Memory {
    const memory = this.#memories.get(input) ?? { past: [], future: [] };
    this.#memories.set(input, memory);
    return memory;
  }

  #accept(input: FieldInput): void {
    if (this.#row.isGuarded) this.#memoryOf(input as HTMLInputElement).entered = input.value;
  }

  /** Remembers the text before an edit. A whole composition of an input method counts as one edit. */
  readonly #remember = (event: Event): void => {
    const { isComposing, inputType = '' } = event as Partial<InputEvent>;
    if (isComposing) return;
    const input = event.currentTarget as HTMLInputElement;
    if (this.#row.hasHistory && inputType.startsWith('history')) {
      event.preventDefault();
      this.#step(input, inputType === 'historyUndo' ? 'undo' : 'redo');
      return;
    }
    Object.assign(this.#memoryOf(input), { before: shownIn(input), meant: this.#row.keepsLines && linesOf(event, input) });
  };

  /** Undoes or redoes an edit on a key press. */
  readonly #press = (event: KeyboardEvent): void => {
    const direction = historyKey(event);
    if (!direction) return;
    event.preventDefault();
    this.#step(event.currentTarget as HTMLInputElement, direction);
  };

  #step(input: HTMLInputElement, direction: 'undo' | 'redo'): void {
    const { past, future } = this.#memoryOf(input);
    const [from, to] = direction === 'undo' ? [past, future] : [future, past];
    const step = from.pop();
    if (!step) return;
    to.push(shownIn(input));
    input.value = step.text;
    input.setSelectionRange(step.caret, step.caret);
    this.#isStepping = true;
    const inputType = direction === 'undo' ? 'historyUndo' : 'historyRedo';
    input.dispatchEvent(new InputEvent('input', { inputType, bubbles: true, composed: true }));
    this.#isStepping = false;
  }

  readonly #edit = (event: Event): void => {
    const input = event.currentTarget as FieldInput;
    if (this.#row.isGuarded && !hasFocus(input)) return this.#group.restore?.();
    // An input method owns the text until the composition ends.
    const { isComposing, inputType } = event as Partial<InputEvent>;
    if (!isComposing) this.#format(input, inputType);
    this.#accept(input);
    this.edited(isComposing);
    const memory = this.#memoryOf(input as HTMLInputElement);
    const text = withoutSpaces(input.value);
    const { composed } = memory;
    memory.composed = isComposing || event.type === 'compositionend' ? text : undefined;
    this.#group.edited(this.name, event, composed === text);
    this.#group.host.requestUpdate();
  };

  readonly #leave = (event: Event): void => {
    const input = event.currentTarget as FieldInput;
    this.#group.restore?.();
    const { value } = input;
    // Some input methods never end the composition, so their text is formatted here at the latest.
    this.#format(input);
    this.#accept(input);
    this.blurred();
    this.#group.left?.(this.name, input.value !== value);
    this.#group.host.requestUpdate();
  };

  /** Formats a text after an edit, and remembers the one before. */
  #format(input: FieldInput, inputType = ''): void {
    const { mask, hasHistory } = this.#row;
    if (this.#isStepping || !(input instanceof HTMLInputElement)) return;
    const memory = this.#memoryOf(input);
    const { before, meant, past, future } = memory;
    memory.before = memory.meant = undefined;
    // Unless the page's scripts have set another text.
    if (meant && withoutSpaces(meant.text) === withoutSpaces(input.value)) show(input, meant);
    // A text dragged within its input is inserted next, at a position that must not move until then.
    if (mask && inputType !== 'deleteByDrag') show(input, mask(before ?? { text: '', caret: 0 }, shownIn(input), inputType));
    if (!hasHistory || !before || before.text === input.value) return;
    past.push(before);
    past.splice(0, past.length - MAX_STEPS);
    future.length = 0;
  }
}
