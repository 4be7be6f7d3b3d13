import type { MessageKey } from '../../locales/catalogue.js';
import { hasFocus } from './edit/rewrite.js';

export type FieldInput = HTMLInputElement | HTMLSelectElement;

/** The selector of an id. jsdom has no `CSS`. */
export const byId = (id: string): string => `#${(globalThis as { CSS?: typeof CSS }).CSS?.escape(id) ?? id}`;

/** An error as a field shows it. */
export interface Complaint<Key extends string = MessageKey> {
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
export interface Finding<Key extends string = MessageKey> {
  readonly state: 'incomplete' | 'invalid';
  readonly key: Key;
}

/** The options of a field. */
export interface FieldOptions<Key extends string> {
  /** The id of the input that the element renders. */
  readonly id: string;
  readonly name: string;
  readonly root: () => ParentNode | null | undefined;
  /** Judges the current text of the input. Returns undefined if it is valid. */
  readonly judge: () => Finding<Key> | undefined;
  /**
   * In a frame: whether it is the payer who has just moved the focus. No error then appears while they type, nor when the page moves
   * the focus: the form's height would tell it how long the text is.
   */
  readonly hasLeft?: (() => boolean) | undefined;
}

/**
 * One field: its input and its error. While the payer types, it shows only errors that more typing can't correct. When they leave
 * it, it also shows that its text is incomplete. When they press the button, it also shows that it is empty.
 *
 * The payer's text is kept only in the input.
 */
export class Field<Key extends string = MessageKey> {
  /** The id of the input. An input that the page has written keeps its own id. */
  id: string;
  readonly name: string;
  complaint: Complaint<Key> | undefined;
  readonly #root: FieldOptions<Key>['root'];
  readonly #judge: FieldOptions<Key>['judge'];
  readonly #hasLeft: FieldOptions<Key>['hasLeft'];

  constructor({ id, name, root, judge, hasLeft }: FieldOptions<Key>) {
    this.id = id;
    this.name = name;
    this.#root = root;
    this.#judge = judge;
    this.#hasLeft = hasLeft;
  }

  /** The input, if it is in the page and its field is not hidden. */
  get input(): FieldInput | undefined {
    return this.#root()?.querySelector<FieldInput>(`:not([hidden]) > * > ${byId(this.id)}`) ?? undefined;
  }

  /** Whether the input has a valid text. */
  get isValid(): boolean {
    return Boolean(this.input?.value) && !this.#judge();
  }

  /** To be called after an edit. During a composition the text belongs to the input method, so it is not judged. */
  edited(isComposing = false): void {
    const finding = isComposing || this.#hasLeft ? undefined : this.#judge();
    this.complaint = finding?.state === 'invalid' ? { key: finding.key, isNew: true } : undefined;
  }

  /** To be called when the focus leaves. An empty field keeps its error, and the gateway's message stays until an edit. */
  blurred(): void {
    if (!this.input?.value || this.complaint?.key === 'refused' || this.#hasLeft?.() === false) return;
    const before = this.complaint;
    this.complain();
    // An error that appeared while the payer was typing has already been announced.
    const isHeard = before?.isNew && before.key === this.complaint?.key;
    if (this.complaint && !isHeard) this.complaint = { ...this.complaint, isBlurred: true };
  }

  /** To be called for an input that already contains text. */
  autofilled(): void {
    if (this.input && hasFocus(this.input)) this.edited();
    else this.blurred();
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

  /** Empties the input, or sets it to a value, and removes the error. */
  clear(value = ''): void {
    const { input } = this;
    if (input) input.value = value;
    this.complaint = undefined;
  }
}
