// When a browser moves the caret itself, it scrolls all boxes around it, those of the page too, until the caret is in view. A page that
// watches its boxes learns how many keys were pressed, and when. An edit by a script scrolls nothing.

/** A text of which each unit is one sign, which one step of the caret passes. */
const isPlain = (text: string): boolean => /^[\x20-\x7e]*$/.test(text);

interface Edit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** What an edit replaces, and by what; undefined where only the browser knows that. */
function editOf(input: HTMLInputElement, { inputType, data, dataTransfer }: InputEvent): Edit | undefined {
  const { value, selectionStart: from, selectionEnd: to } = input;
  if (from === null || to === null) return undefined;
  if (inputType === 'insertText' || inputType === 'insertFromPaste') {
    const text = data ?? dataTransfer?.getData('text/plain');
    // As browsers do in an input of one line.
    return text === undefined ? undefined : { from, to, text: text.replaceAll(/\r\n?|\n/g, ' ') };
  }
  if (inputType !== 'deleteContentBackward' && inputType !== 'deleteContentForward') return undefined;
  if (from !== to) return { from, to, text: '' };
  const start = inputType.endsWith('Forward') ? from : from - 1;
  const removed = value.slice(Math.max(0, start), start + 1);
  return removed !== '' && isPlain(removed) ? { from: start, to: start + 1, text: '' } : undefined;
}

/** A long text stays in view where it is typed. */
function reveal(input: HTMLInputElement): void {
  if (input.selectionEnd === input.value.length) input.scrollLeft = input.scrollWidth;
  else if (input.selectionStart === 0) input.scrollLeft = 0;
}

function applyEdit(event: InputEvent): void {
  const { target: input, inputType, data, isComposing } = event;
  if (!(input instanceof HTMLInputElement) || isComposing || !event.cancelable || event.defaultPrevented) return;
  const change = editOf(input, event);
  if (!change) return;
  event.preventDefault();
  input.setRangeText(change.text, change.from, change.to, 'end');
  input.dispatchEvent(new InputEvent('input', { inputType, data, bubbles: true, composed: true }));
  reveal(input);
}

/** Where a key leads the moving end of a selection; undefined for a key that leads nowhere. */
function placeOf(key: string, at: number, length: number): number | undefined {
  switch (key) {
    case 'ArrowLeft':
      return Math.max(0, at - 1);
    case 'ArrowRight':
      return Math.min(length, at + 1);
    case 'Home':
    case 'ArrowUp':
      return 0;
    case 'End':
    case 'ArrowDown':
      return length;
    default:
      return undefined;
  }
}

function moveCaret(event: KeyboardEvent): void {
  const { target: input, key, shiftKey } = event;
  if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing || event.defaultPrevented) return;
  if (!(input instanceof HTMLInputElement) || !isPlain(input.value) || getComputedStyle(input).direction !== 'ltr') return;
  const { selectionStart: from, selectionEnd: to, selectionDirection: direction } = input;
  if (from === null || to === null) return;
  const [anchor, end] = direction === 'backward' ? [to, from] : [from, to];
  const place = placeOf(key, end, input.value.length);
  if (place === undefined) return;
  event.preventDefault();
  // A step ends a selection at its edge.
  const stop = from !== to && key === 'ArrowLeft' ? from : from !== to && key === 'ArrowRight' ? to : place;
  if (shiftKey)
    input.setSelectionRange(Math.min(anchor, place), Math.max(anchor, place), place < anchor ? 'backward' : 'forward');
  else input.setSelectionRange(stop, stop);
  reveal(input);
}

/** Makes what the payer types, and the steps of their caret, in the browser's place. */
export function keepCaretStill(document: Document): void {
  // After the fields, which remember the text before an edit and undo edits themselves.
  document.addEventListener('beforeinput', applyEdit);
  document.addEventListener('keydown', moveCaret);
}
