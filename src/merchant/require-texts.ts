/** @throws TypeError when one of these is no text, or empty. The values are left out of its message: some are secret. */
export function requireTexts(texts: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(texts)) {
    if (typeof value === 'string' && value !== '') continue;
    throw new TypeError(`${name}: expected a text that is not empty; came ${value === '' ? 'an empty one' : typeof value}.`);
  }
}
