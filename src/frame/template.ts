/** A template as the `html` and `svg` tags return it, those of Lit or of this folder. */
export interface Template {
  readonly strings: readonly string[];
  readonly values: readonly unknown[];
}

/** A node of a template's markup: an element, a text, or the index of the value in its place. */
export type Markup = MarkupElement | string | number;

export interface MarkupElement {
  readonly tag: string;
  readonly attributes: readonly MarkupAttribute[];
  readonly children: Markup[];
}

/** An attribute: texts, and between them the indexes of values. */
export interface MarkupAttribute {
  readonly name: string;
  readonly parts: readonly (string | number)[];
}

const VOID = new Set(['input', 'br']);
// Marks a value's place: our markup contains no private-use characters.
const PLACE = /\uE000(\d+)\uE000/;
const TAG = /<(\/?)([a-z][\w-]*)((?:[^>"']|"[^"]*")*)>/g;
const ATTRIBUTE = /([^\s="]+)(?:=(?:"([^"]*)"|([^\s"]+)))?/g;

/** Texts and indexes of values in order, without empty texts. */
const partsOf = (text: string): (string | number)[] =>
  text
    .split(PLACE)
    .map((part, index) => (index % 2 ? Number(part) : part))
    .filter((part) => part !== '');

const read = new WeakMap<readonly string[], readonly Markup[]>();

/**
 * Parses the markup of a template. The browser's own parser would need a Trusted Types policy, and the frame has none. This
 * one reads only what our templates contain: tags that are closed, attributes in double quotes, no entities.
 */
export function markupOf(strings: readonly string[]): readonly Markup[] {
  const known = read.get(strings);
  if (known) return known;
  const text = strings.reduce((before, after, index) => `${before}\uE000${index - 1}\uE000${after}`);
  const root: MarkupElement = { tag: '', attributes: [], children: [] };
  const open = [root];
  let from = 0;
  const addText = (until: number): void => void open.at(-1)!.children.push(...partsOf(text.slice(from, until)));
  for (const found of text.matchAll(TAG)) {
    const [all, isEnd, tag = '', inside = ''] = found;
    addText(found.index);
    from = found.index + all.length;
    if (isEnd) {
      if (open.pop()?.tag !== tag) throw new TypeError(`A template closes <${tag}> where it is not open.`);
      continue;
    }
    const attributes = [...inside.replace(/\/$/, '').matchAll(ATTRIBUTE)].map(([, name = '', quoted, bare]) => ({
      name,
      parts: partsOf(quoted ?? bare ?? ''),
    }));
    const element: MarkupElement = { tag, attributes, children: [] };
    open.at(-1)!.children.push(element);
    if (!VOID.has(tag)) open.push(element);
  }
  addText(text.length);
  if (open.length > 1) throw new TypeError(`A template leaves <${open.at(-1)!.tag}> open.`);
  read.set(strings, root.children);
  return root.children;
}
