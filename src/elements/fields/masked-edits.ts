import { editExpiry, editPan, type Shown } from '../../card/edit.js';
import { hasFocus } from './entered-texts.js';
import { LineBreaks } from './line-breaks.js';

const EDITS: Readonly<Record<string, typeof editPan>> = { number: editPan, expiry: editExpiry };

/** Brings what is typed or pasted into an input for digits into the form of that field. */
export class MaskedEdits {
  /** The text before the browser applies an edit, for as long as that takes. */
  #before: Shown | undefined;
  readonly #breaks = new LineBreaks();

  /** Looks at an input before an edit. The edits of an input method are one, up to its end. */
  readonly remember = (event: Event): void => {
    if ((event as InputEvent).isComposing) return;
    this.#breaks.remember(event);
    const input = event.currentTarget as HTMLInputElement;
    this.#before = { text: input.value, caret: input.selectionEnd ?? input.value.length };
  };

  /** Formats an input after an edit. */
  apply(input: HTMLInputElement, inputType = ''): void {
    const before = this.#before ?? { text: '', caret: 0 };
    this.#before = undefined;
    this.#breaks.restore(input);
    const edit = EDITS[input.name];
    // A text dragged within its input is put down next, at a place that must not move until then.
    if (!edit || inputType === 'deleteByDrag') return;
    const after = { text: input.value, caret: input.selectionEnd ?? input.value.length };
    const shown = edit(before, after, inputType);
    if (shown.text !== after.text) input.value = shown.text;
    // Only an input with the focus has a caret; to set one elsewhere would steal the focus in some browsers.
    if (hasFocus(input) && shown.caret !== input.selectionEnd) input.setSelectionRange(shown.caret, shown.caret);
  }
}
