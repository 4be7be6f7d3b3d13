/** Spec 7.1: `errors` of an error body. Parameters, nested as in the request, with lists of texts. */
export type ErrorTree = { [name: string]: string[] | ErrorTree };

/** A text as the family writes it in a message, after its field: "Credit card number is not a card number". */
const inWords = (path: string, text: string): string =>
  /(^|\.)base$/.test(path) ? text : `${path.replaceAll(/[._]/g, ' ').replace(/^./, (first) => first.toUpperCase())} ${text}`;

/** The problems of a request, collected so that one response reports each at its path. */
export class Problems {
  readonly #texts = new Map<string, { readonly path: readonly string[]; readonly texts: string[] }>();

  get any(): boolean {
    return this.#texts.size > 0;
  }

  /** Whether there is a problem with this parameter or one inside it. */
  about(...path: readonly string[]): boolean {
    return [...this.#texts.values()].some((entry) =>
      entry.path.slice(0, path.length).every((name, index) => name === path[index]),
    );
  }

  /** Adds a text about the parameter at `path`, unless it has the same text already. */
  add(path: readonly string[], text: string): void {
    const key = path.join('.');
    const entry = this.#texts.get(key) ?? { path, texts: [] };
    if (!entry.texts.includes(text)) entry.texts.push(text);
    this.#texts.set(key, entry);
  }

  /** Adds the problems of a section that was read by itself. */
  include(path: readonly string[], tree: ErrorTree): void {
    for (const [name, inner] of Object.entries(tree)) {
      if (Array.isArray(inner)) for (const text of inner) this.add([...path, name], text);
      else this.include([...path, name], inner);
    }
  }

  /** Spec 7.2: the texts joined, each prefixed by its field's name. */
  get message(): string {
    return [...this.#texts].flatMap(([name, { texts }]) => texts.map((text) => inWords(name, text))).join('. ');
  }

  get tree(): ErrorTree {
    const root: ErrorTree = {};
    for (const { path, texts } of this.#texts.values()) place(root, path, texts);
    return root;
  }
}

function place(root: ErrorTree, path: readonly string[], texts: string[]): void {
  let node = root;
  for (const name of path.slice(0, -1)) {
    const inner = node[name];
    // A problem with a whole section hides those of its fields.
    if (Array.isArray(inner)) return;
    node = inner ?? (node[name] = {});
  }
  const last = path.at(-1);
  if (last === undefined) return;
  const there = node[last];
  if (there === undefined) node[last] = texts;
  else if (!Array.isArray(there)) there.base = texts;
}
