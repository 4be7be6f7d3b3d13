/**
 * Removes the prototype of every object inside a value, so that an absent property stays absent even when the page has
 * polluted `Object.prototype` with it. The objects are changed in place: only the caller may use them.
 */
export function ownOnly<Value>(value: Value): Value {
  // No recursion: nothing here limits how deeply an answer is nested.
  const parts: unknown[] = [value];
  for (const each of parts) {
    if (typeof each !== 'object' || !each) continue;
    if (!Array.isArray(each)) Object.setPrototypeOf(each, null);
    for (const inner of Object.values(each)) parts.push(inner);
  }
  return value;
}

/**
 * Parses JSON into objects without a prototype.
 *
 * @throws SyntaxError when the text is not JSON.
 */
export const parseJson = (text: string): unknown => ownOnly(JSON.parse(text) as unknown);
