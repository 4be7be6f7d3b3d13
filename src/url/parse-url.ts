/**
 * The parsed address, or undefined for text that is none.
 *
 * Not by `URL.canParse`: in Node 20, once called often enough to be optimized, it denies every address with a letter
 * such as ü, and a server would refuse tomorrow what it took today.
 */
export function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}
