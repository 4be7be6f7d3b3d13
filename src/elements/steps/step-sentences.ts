/** White space as the payer sees it. */
const textOf = (element: Element): string => element.textContent?.trim().replaceAll(/\s+/g, ' ') ?? '';

/**
 * What there is to announce of the step that is shown: its heading and its sentences. The heading is left out while it has the
 * focus, which reads it; so are figures that the sentences contain.
 */
export function stepSentences(root: ParentNode): [name: string, text: string][] {
  const heading = root.querySelector('.steps h2');
  if (!heading) return [];
  const sentences = [...root.querySelectorAll('.steps p:not(.sum, .goes-to, :has(a))')];
  const hasFocus = heading.matches(':focus');
  return [heading, ...sentences].map((element) => {
    const text = textOf(element);
    return [`step ${text}`, hasFocus && element === heading ? '' : text];
  });
}

/** What is wrong with fields that the focus has left. On a press, the first of all is read where the focus goes. */
export const leftErrors = (root: ParentNode): [name: string, text: string][] =>
  [...root.querySelectorAll('[part=error][data-left]')].map((error) => [error.id, textOf(error)]);
