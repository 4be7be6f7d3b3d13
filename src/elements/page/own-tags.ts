/** The settings that a tag of the script carries, by the names behind `data-`; null: it does not have that one. */
export type TagSettings = Readonly<Record<string, string | null>>;

/**
 * What the tags that load a script say, a record for each of them.
 *
 * Everything is read by the prototypes' own getters: `<form name="scripts">` would stand in for `document.scripts`, and
 * what is in it for the tag.
 */
export function readOwnTags(url: string, names: readonly string[]): readonly TagSettings[] {
  const scripts: HTMLCollectionOf<HTMLScriptElement> = Reflect.get(Document.prototype, 'scripts', document);
  return [...scripts]
    .filter((script) => Reflect.get(HTMLScriptElement.prototype, 'src', script) === url)
    .map((script) => Object.fromEntries(names.map((name) => [name, Element.prototype.getAttribute.call(script, `data-${name}`)])));
}

/** The settings in which records differ. */
export const differences = ([first, ...others]: readonly TagSettings[]): readonly string[] =>
  Object.keys(first ?? {}).filter((name) => others.some((other) => other[name] !== first?.[name]));
