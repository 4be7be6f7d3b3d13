/**
 * The parsed address; undefined when the text is not an address.
 *
 * `URL.canParse` is not used: in Node 20, once it has been called often enough to be optimized, it rejects every address
 * with a letter such as ü. A server would then refuse tomorrow what it accepts today.
 */
export function parseUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
