/**
 * Takes the prototype from every object in a value that nobody else holds: what is absent stays absent, even where the
 * page's `Object.prototype` was polluted with it.
 */
export function ownOnly<Value>(value: Value): Value {
  // No recursion: what an answer nests is not ours to bound here.
  const found: unknown[] = [value];
  for (const each of found) {
    if (typeof each !== 'object' || !each) continue;
    if (!Array.isArray(each)) Object.setPrototypeOf(each, null);
    for (const inner of Object.values(each)) found.push(inner);
  }
  return value;
}

/**
 * Parses JSON into objects without a prototype.
 *
 * @throws SyntaxError when the text is no JSON.
 */
export const parseJson = (text: string): unknown => ownOnly(JSON.parse(text) as unknown);
