/** The settings on a tag of the script, by the names after `data-`; null: the tag does not have it. */
export type TagSettings = Readonly<Record<string, string | null>>;

/**
 * The settings on the tags that load a script, one record for each tag.
 *
 * Everything is read by the prototypes' own getters: `<form name="scripts">` would replace `document.scripts`, and
 * its inputs the tag.
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
