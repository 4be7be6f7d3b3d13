import type { editPan, Shown } from '../../src/card/edit.js';

export type Edit = typeof editPan;

/** "42|00": a text with its caret. */
export function at(drawn: string): Shown {
  return { text: drawn.replace('|', ''), caret: drawn.indexOf('|') };
}

export function marked({ text, caret }: Shown): string {
  return `${text.slice(0, caret)}|${text.slice(caret)}`;
}

export interface Insertion {
  readonly selected?: number;
  readonly inputType?: string;
}

/** What the browser does when text is inserted at the caret, replacing the `selected` characters after it. */
export function put(edit: Edit, shown: Shown, typed: string, { selected = 0, inputType = 'insertText' }: Insertion = {}): Shown {
  const text = shown.text.slice(0, shown.caret) + typed + shown.text.slice(shown.caret + selected);
  return edit(shown, { text, caret: shown.caret + typed.length }, inputType);
}

export function backspace(edit: Edit, shown: Shown, inputType = 'deleteContentBackward'): Shown {
  if (shown.caret === 0) return shown;
  const caret = shown.caret - 1;
  return edit(shown, { text: shown.text.slice(0, caret) + shown.text.slice(caret + 1), caret }, inputType);
}

export function del(edit: Edit, shown: Shown, inputType = 'deleteContentForward'): Shown {
  if (shown.caret === shown.text.length) return shown;
  const { text, caret } = shown;
  return edit(shown, { text: text.slice(0, caret) + text.slice(caret + 1), caret }, inputType);
}

export function type(edit: Edit, shown: Shown, text: string): Shown {
  return Array.from(text).reduce((now, character) => put(edit, now, character), shown);
}
