import type { FormMessageKey } from '../../locales/catalogue.js';
import { hasFocus } from './edit/entered-texts.js';

export type FieldInput = HTMLInputElement | HTMLSelectElement;

/** What is wrong with a field. */
export interface Complaint<Key extends string = FormMessageKey> {
  /** The key of its sentence; `refused` introduces the gateway's own words. */
  readonly key: Key | 'refused';
  /** The gateway's own words. */
  readonly message?: string;
  /** It came up while the payer was typing: read out at once, as nothing else draws attention to it. */
  readonly isNew?: boolean;
  /** The focus has left the field with it: announced, as the focus is elsewhere. */
  readonly isLeft?: boolean;
}

/** What is wrong with a field's text. What is `incomplete` can still become valid by typing more; what is `invalid` can't. */
export interface Finding<Key extends string = FormMessageKey> {
  readonly state: 'incomplete' | 'invalid';
  readonly key: Key;
}

/** What a field is made of. */
export interface FieldOptions<Key extends string> {
  /** Of its input, where that is the element's own. */
  readonly id: string;
  readonly name: string;
  readonly root: () => ParentNode | null | undefined;
  /** Judges what the input holds now; undefined: nothing is wrong. */
  readonly judge: () => Finding<Key> | undefined;
}

/**
 * One field: its input and what is wrong with it. While the payer types, a field complains only of what more typing can't
 * make right; when they leave it, also of what is unfinished; when they press the button, of everything.
 *
 * What is typed stays in the input.
 */
export class Field<Key extends string = FormMessageKey> {
  /** Of its input. One that the page has written has the id that the page gave it. */
  id: string;
  readonly name: string;
  complaint: Complaint<Key> | undefined;
  readonly #root: FieldOptions<Key>['root'];
  readonly #judge: FieldOptions<Key>['judge'];

  constructor({ id, name, root, judge }: FieldOptions<Key>) {
    this.id = id;
    this.name = name;
    this.#root = root;
    this.#judge = judge;
  }

  /** Its input, where it is on the page and asked for. */
  get input(): FieldInput | undefined {
    return this.#root()?.querySelector<FieldInput>(`:not([hidden]) > * > #${CSS.escape(this.id)}`) ?? undefined;
  }

  /** Whether it holds something, and nothing is wrong with it. */
  get isRight(): boolean {
    return Boolean(this.input?.value) && !this.#judge();
  }

  /** To be called after an edit. An input method owns the text until the composition ends: nothing is wrong before. */
  edited(isComposing = false): void {
    const finding = isComposing ? undefined : this.#judge();
    this.complaint = finding?.state === 'invalid' ? { key: finding.key, isNew: true } : undefined;
  }

  /** To be called when the focus leaves. An empty field keeps what it complains of, and the gateway's words stay until an edit. */
  left(): void {
    if (!this.input?.value || this.complaint?.key === 'refused') return;
    const before = this.complaint;
    this.complain();
    // What came up while the payer typed has been heard.
    const isHeard = before?.isNew && before.key === this.complaint?.key;
    if (this.complaint && !isHeard) this.complaint = { ...this.complaint, isLeft: true };
  }

  /** To be called for an input that already holds something. */
  found(): void {
    if (this.input && hasFocus(this.input)) this.edited();
    else this.left();
  }

  /** Complains of whatever is wrong. @returns its input, when something is. */
  complain(): FieldInput | undefined {
    const finding = this.#judge();
    this.complaint = finding && { key: finding.key };
    return finding && this.input;
  }

  /** Shows the gateway's own words. */
  refuse(message: string): void {
    this.complaint = { key: 'refused', message };
  }

  /** Empties the input. */
  clear(value = ''): void {
    const { input } = this;
    if (input) input.value = value;
    this.complaint = undefined;
  }
}
