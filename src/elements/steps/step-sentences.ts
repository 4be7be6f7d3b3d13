/** An element's text with white space collapsed, as the payer sees it. */
const textOf = (element: Element): string => element.textContent?.trim().replaceAll(/\s+/g, ' ') ?? '';

/**
 * What to announce of the current step: its heading and its sentences. The heading is left out while it has the focus, which
 * reads it; so are the card and the time.
 */
export function stepSentences(root: ParentNode): [name: string, text: string][] {
  const heading = root.querySelector('.steps h2');
  if (!heading) return [];
  const sentences = [...root.querySelectorAll('.steps p:not(.goes-to, :has(a))')];
  const hasFocus = heading.matches(':focus');
  return [heading, ...sentences].map((element) => {
    const text = textOf(element);
    return [`step ${text}`, hasFocus && element === heading ? '' : text];
  });
}

/** The errors of fields that the focus has left. After a press the focus moves to the first wrong field, which reads its error. */
export const leftErrors = (root: ParentNode): [name: string, text: string][] =>
  [...root.querySelectorAll('[part=error][data-blurred]')].map((error) => [error.id, textOf(error)]);
