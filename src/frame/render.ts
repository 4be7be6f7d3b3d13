import { nothing } from 'lit';
import { type Markup, type MarkupAttribute, markupOf, type Template } from './template.js';

const SVG = 'http://www.w3.org/2000/svg';
const XHTML = 'http://www.w3.org/1999/xhtml';

/** A part of the document that shows one or more values. */
type Part = (values: readonly unknown[]) => void;

const isTemplate = (value: unknown): value is Template => typeof value === 'object' && value !== null && 'strings' in value;
const isEmpty = (value: unknown): boolean => value === nothing || value === undefined || value === null || value === '';

/** The nodes of one value: a template, a list of such values, or a text. */
class Child {
  readonly #end: Comment;
  readonly #namespace: string;
  #nodes: ChildNode[] = [];
  #shown: unknown;
  #parts: readonly Part[] = [];
  #list: Child[] | undefined;

  constructor(end: Comment, namespace: string) {
    this.#end = end;
    this.#namespace = namespace;
  }

  show(value: unknown): void {
    const before = this.#shown;
    if (isTemplate(value)) {
      if (!(isTemplate(before) && before.strings === value.strings)) this.#make(value);
      for (const part of this.#parts) part(value.values);
    } else if (Array.isArray(value)) {
      this.#showAll(value);
    } else if (value !== before || this.#list) {
      this.clear();
      if (!isEmpty(value)) this.#put(new Text(String(value)));
    }
    this.#shown = value;
  }

  clear(): void {
    for (const child of this.#list ?? []) child.remove();
    for (const node of this.#nodes) node.remove();
    this.#list = undefined;
    this.#nodes = [];
  }

  remove(): void {
    this.clear();
    this.#end.remove();
  }

  #put(...nodes: ChildNode[]): void {
    this.#end.before(...nodes);
    this.#nodes = nodes;
  }

  #make({ strings }: Template): void {
    this.clear();
    const parts: Part[] = [];
    const fragment = new DocumentFragment();
    build(fragment, markupOf(strings), this.#namespace, parts);
    this.#parts = parts;
    this.#put(...fragment.childNodes);
  }

  #showAll(values: readonly unknown[]): void {
    if (!this.#list) {
      this.clear();
      this.#list = [];
    }
    const list = this.#list;
    while (list.length > values.length) list.pop()!.remove();
    values.forEach((value, index) => {
      if (!list[index]) {
        const end = new Comment();
        this.#end.before(end);
        list[index] = new Child(end, this.#namespace);
      }
      list[index].show(value);
    });
  }
}

/** Applies values to an attribute, a property (`.name`), a boolean attribute (`?name`) or a listener (`@name`). */
function attributePart(element: Element, { name, parts }: MarkupAttribute): Part {
  const [index] = parts;
  const bare = name.slice(1);
  const valueOf = (values: readonly unknown[]): unknown => values[index as number];
  let before: unknown;
  if (name.startsWith('@')) {
    let listener: ((event: Event) => void) | undefined;
    element.addEventListener(bare, (event) => listener?.call(element, event));
    return (values) => void (listener = valueOf(values) as typeof listener);
  }
  const set = (value: unknown): void => {
    if (value === before) return;
    before = value;
    if (name.startsWith('.')) Reflect.set(element, bare, value);
    else if (name.startsWith('?')) element.toggleAttribute(bare, Boolean(value));
    else if (value === nothing) element.removeAttribute(name);
    else element.setAttribute(name, String(value));
  };
  if (parts.length === 1) return (values) => set(valueOf(values));
  return (values) => {
    const texts = parts.map((part) => (typeof part === 'number' ? values[part] : part));
    set(texts.includes(nothing) ? nothing : texts.join(''));
  };
}

function build(parent: ParentNode, markup: readonly Markup[], outer: string, parts: Part[]): void {
  for (const each of markup) {
    if (typeof each === 'string') {
      parent.append(each);
    } else if (typeof each === 'number') {
      const end = new Comment();
      parent.append(end);
      const child = new Child(end, outer);
      parts.push((values) => child.show(values[each]));
    } else {
      const namespace = each.tag === 'svg' ? SVG : outer;
      const element = document.createElementNS(namespace, each.tag);
      for (const attribute of each.attributes) {
        if (attribute.parts.some((part) => typeof part === 'number')) parts.push(attributePart(element, attribute));
        else element.setAttribute(attribute.name, attribute.parts.join(''));
      }
      build(element, each.children, namespace, parts);
      parent.append(element);
    }
  }
}

const shown = new WeakMap<ParentNode, Child>();

/**
 * Shows a value (a template, a text, a list of them) in an element, and changes only what differs from the last time. It replaces
 * Lit, which needs a Trusted Types policy to create nodes.
 */
export function render(value: unknown, into: Element): void {
  let child = shown.get(into);
  if (!child) {
    const end = new Comment();
    into.append(end);
    shown.set(into, (child = new Child(end, XHTML)));
  }
  child.show(value);
}
