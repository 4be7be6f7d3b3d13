import { rowOf } from '../../../card/card-fields.js';
import type { Shown } from '../../../card/edit.js';
import { nameOf } from '../card-input-texts.js';
import { LineBreaks } from './line-breaks.js';
import { hasFocus } from './rewrite.js';

/** How many edits can be undone. */
const MAX_STEPS = 100;

/** The edits of an input. They are card data, so they are dropped when the fields are cleared. */
interface History {
  readonly past: Shown[];
  readonly future: Shown[];
}

const shownIn = (input: HTMLInputElement): Shown => ({ text: input.value, caret: input.selectionEnd ?? input.value.length });

/** Whether a key press means undo or redo. On a layout without Latin letters, the position of the key counts. */
function historyKey({ ctrlKey, metaKey, altKey, shiftKey, key, code }: KeyboardEvent): 'undo' | 'redo' | undefined {
  if (altKey || ctrlKey === metaKey) return undefined;
  const letter = (/^[a-z]$/i.test(key) ? key : code.replace('Key', '')).toLowerCase();
  if (letter === 'z') return shiftKey ? 'redo' : 'undo';
  return letter === 'y' && ctrlKey ? 'redo' : undefined;
}

/** Formats typed and pasted texts in the inputs for digits, and undoes and redoes edits. */
export class MaskedEdits {
  /** The text before an edit. It is kept until the edit is formatted. */
  #before: Shown | undefined;
  #breaks = new LineBreaks();
  /** Browsers drop their own history when a script sets the text. */
  #histories = new WeakMap<HTMLInputElement, History>();
  #isStepping = false;

  /** Remembers an input before an edit. A whole composition of an input method counts as one edit. */
  readonly remember = (event: Event): void => {
    const { isComposing, inputType = '' } = event as Partial<InputEvent>;
    if (isComposing) return;
    const input = event.currentTarget as HTMLInputElement;
    if (inputType.startsWith('history')) {
      event.preventDefault();
      this.#step(input, inputType === 'historyUndo' ? 'undo' : 'redo');
      return;
    }
    this.#breaks.remember(event);
    this.#before = shownIn(input);
  };

  /** Undoes or redoes an edit on a key press. */
  readonly press = (event: KeyboardEvent): void => {
    const direction = historyKey(event);
    if (!direction) return;
    event.preventDefault();
    this.#step(event.currentTarget as HTMLInputElement, direction);
  };

  /** Forgets all texts, so that undo can't bring cleared ones back: also that of an edit which the page prevented. */
  forget(): void {
    this.#before = undefined;
    this.#breaks = new LineBreaks();
    this.#histories = new WeakMap();
  }

  #step(input: HTMLInputElement, direction: 'undo' | 'redo'): void {
    const { past, future } = this.#historyOf(input);
    const [from, to] = direction === 'undo' ? [past, future] : [future, past];
    const shown = from.pop();
    if (!shown) return;
    to.push(shownIn(input));
    input.value = shown.text;
    input.setSelectionRange(shown.caret, shown.caret);
    this.#isStepping = true;
    const inputType = direction === 'undo' ? 'historyUndo' : 'historyRedo';
    input.dispatchEvent(new InputEvent('input', { inputType, bubbles: true, composed: true }));
    this.#isStepping = false;
  }

  #historyOf(input: HTMLInputElement): History {
    const history = this.#histories.get(input) ?? { past: [], future: [] };
    this.#histories.set(input, history);
    return history;
  }

  /** Formats an input after an edit. */
  apply(input: HTMLInputElement, inputType = ''): void {
    if (this.#isStepping) return;
    const before = this.#before;
    this.#format(input, inputType);
    if (!before || before.text === input.value) return;
    const { past, future } = this.#historyOf(input);
    past.push(before);
    past.splice(0, past.length - MAX_STEPS);
    future.length = 0;
  }

  #format(input: HTMLInputElement, inputType: string): void {
    const before = this.#before ?? { text: '', caret: 0 };
    this.#before = undefined;
    this.#breaks.restore(input);
    const { edit } = rowOf(nameOf(input));
    // A text dragged within its input is inserted next, at a position that must not move until then.
    if (!edit || inputType === 'deleteByDrag') return;
    const after = shownIn(input);
    const shown = edit(before, after, inputType);
    if (shown.text !== after.text) input.value = shown.text;
    // In some browsers, setting the caret of an input without the focus would steal the focus.
    if (hasFocus(input) && shown.caret !== input.selectionEnd) input.setSelectionRange(shown.caret, shown.caret);
  }
}
