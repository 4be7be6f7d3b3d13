import { parseUrl } from '../../url/parse-url.js';
import { type SettingConflictError, SettingError } from '../errors.js';
import { isProblem, KINDS, type Limits, limitsOf, readList } from './limits.js';
import { limitPage, page } from './page.js';

/**
 * Applies the limits that a script's own tags set, such as `data-checkout-origins`, for pages without inline scripts.
 * If they contradict each other, nothing can be paid on the page: somebody else may have added a tag.
 *
 * @param url The script's address, which names its tags: `currentScript` is null in modules.
 */
export function limitByTags(url: string): void {
  for (const tag of tagsOf(url)) {
    const trouble = limit(tag);
    if (trouble) page().fail(trouble);
  }
}

/**
 * The tags that load a script.
 *
 * Everything is read by the prototypes' own getters: `<form name="scripts">` would replace `document.scripts`, and
 * its inputs the tag. Only a module script can have loaded this one. An injected `<base>` must not hide the merchant's own
 * tag, so a relative address is also resolved against the page's address.
 */
function tagsOf(url: string): readonly Element[] {
  const scripts: HTMLCollectionOf<HTMLScriptElement> = Reflect.get(Document.prototype, 'scripts', document);
  const bases: readonly string[] = [Reflect.get(Node.prototype, 'baseURI', document), window.location.href];
  return [...scripts].filter((script) => {
    const source = attribute(script, 'src');
    if (source === null || attribute(script, 'type')?.trim().toLowerCase() !== 'module') return false;
    return bases.some((base) => parseUrl(source, base)?.href === url);
  });
}

const attribute = (tag: Element, name: string): string | null => Element.prototype.getAttribute.call(tag, name);

/** Sets a tag's limits. @returns why that is impossible. */
function limit(tag: Element): SettingConflictError | SettingError | undefined {
  const limits: Partial<Limits> = {};
  for (const kind of Object.keys(KINDS) as (keyof Limits)[]) {
    const name = `data-${KINDS[kind].attribute}`;
    const text = attribute(tag, name);
    if (text === null) continue;
    const read = readList(kind, text.split(/\s+/).filter(Boolean));
    if (isProblem(read)) return new SettingError(name, read.expected, read.got, 'Separate several with spaces.');
    Object.assign(limits, { [kind]: read });
  }
  return Object.keys(limits).length > 0 ? limitPage(limitsOf((kind) => limits[kind])) : undefined;
}
