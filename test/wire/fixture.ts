import { readFileSync } from 'node:fs';

/** A file in test/wire/fixtures, written by hand from the spec. */
export const fixture = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`fixtures/${name}.json`, import.meta.url), 'utf8'));

/** The `body` of a fixture. */
export const bodyOf = (name: string): Record<string, unknown> => (fixture(name) as { body: Record<string, unknown> }).body;

/** A deep copy with one value replaced, or removed when it is undefined. */
export function changed(value: unknown, path: string, to: unknown): unknown {
  const copy = structuredClone(value) as Record<string, unknown>;
  const names = path.split('.');
  const last = names.pop()!;
  const place = names.reduce((at, name) => at[name] as Record<string, unknown>, copy);
  if (to === undefined) delete place[last];
  else place[last] = to;
  return copy;
}
