import { parseUrl } from '../../url/parse-url.js';

/** The settings on a tag of the script, by the names after `data-`; null: the tag does not have it. */
export type TagSettings = Readonly<Record<string, string | null>>;

/**
 * The settings on the tags that load a script, one record for each tag.
 *
 * Everything is read by the prototypes' own getters: `<form name="scripts">` would replace `document.scripts`, and
 * its inputs the tag. Only a module script can have loaded this one. An injected `<base>` must not hide the merchant's own
 * tag, so a relative address is also resolved against the page's address.
 */
export function readScriptTags(url: string, names: readonly string[]): readonly TagSettings[] {
  const scripts: HTMLCollectionOf<HTMLScriptElement> = Reflect.get(Document.prototype, 'scripts', document);
  const bases: readonly string[] = [Reflect.get(Node.prototype, 'baseURI', document), window.location.href];
  const read = (script: Element, name: string): string | null => Element.prototype.getAttribute.call(script, name);
  const isOwn = (script: Element): boolean => {
    const source = read(script, 'src');
    if (source === null || read(script, 'type')?.trim().toLowerCase() !== 'module') return false;
    return bases.some((base) => parseUrl(source, base)?.href === url);
  };
  return [...scripts]
    .filter(isOwn)
    .map((script) => Object.fromEntries(names.map((name) => [name, read(script, `data-${name}`)])));
}

/** The names of the settings in which tags differ. */
export const differences = ([first, ...others]: readonly TagSettings[]): readonly string[] =>
  Object.keys(first ?? {}).filter((name) => others.some((other) => other[name] !== first?.[name]));
