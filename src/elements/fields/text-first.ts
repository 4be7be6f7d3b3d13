import { untilDrawn } from '../page/loading.js';

/**
 * Lets the browser draw what the payer types before anything that follows from it: brand, errors, price and button are drawn a frame
 * later. A press meanwhile waits for that drawing.
 *
 * @param target What the inputs are in.
 * @param isOfPayer Whether the payer has typed: no script has set the text.
 * @returns a function. While a text is not drawn yet, it returns a promise that resolves when it is; otherwise undefined.
 */
export function textFirst(
  target: EventTarget,
  isOfPayer = ({ isTrusted }: Event): boolean => isTrusted,
): () => Promise<void> | undefined {
  let drawn: Promise<void> | undefined;
  const typed = (event: Event): void => {
    // A choice in a list is an `input` event, too. It is no text, and so has no `data`.
    if (isOfPayer(event) && 'data' in event) drawn ??= untilDrawn().then(() => (drawn = undefined));
  };
  target.addEventListener('input', typed, true);
  return () => drawn;
}
