/** @throws TypeError when a value is not text, or is empty. Its message leaves out the values: some are secret. */
export function requireTexts(texts: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(texts)) {
    if (typeof value === 'string' && value !== '') continue;
    throw new TypeError(`${name}: expected a text that is not empty; got ${value === '' ? 'an empty one' : typeof value}.`);
  }
}
