// The element draws what follows from a text one frame after the text. A payer sees both, so these tests wait for that frame after each
// text that they enter.
import { page, userEvent } from 'vitest/browser';

type Entry = (...given: never[]) => Promise<void>;

const drawn = (): Promise<void> =>
  new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(() => setTimeout(resolve)));
    // A page that is not in view has no frames.
    setTimeout(resolve, 150);
  });

function looksAfter(owner: object, names: readonly string[]): void {
  const entries = owner as Record<string, Entry>;
  for (const name of names) {
    const enter = entries[name]!;
    entries[name] = async function (this: unknown, ...given) {
      await enter.apply(this, given);
      await drawn();
    };
  }
}

looksAfter(Object.getPrototypeOf(page.getByText('')) as object, ['fill', 'clear']);
looksAfter(userEvent, ['keyboard', 'fill', 'type', 'clear', 'paste']);
