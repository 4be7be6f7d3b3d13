import type { BrandId } from '../../../card/brand.js';

interface Copies {
  /** The art's markup when the copies were made. */
  readonly markup: string;
  readonly byPlace: Map<string, Element>;
}

const copies = new WeakMap<Element, Copies>();

/**
 * A copy of the merchant's art for a brand: a slot shows its content in one place only.
 *
 * @param root The element's shadow root, or a child of the element.
 * @param place The name of the place, which gets the same copy until the art changes.
 * @returns undefined without such art.
 */
export function artCopy(root: ParentNode | null | undefined, id: BrandId | undefined, place: string): Element | undefined {
  const host = root instanceof ShadowRoot ? root.host : root?.parentElement;
  // Asked at each key, and most elements have no children.
  const child = host?.firstElementChild && host.querySelector(`:scope > [slot="brand-${id}"]`);
  // A component around the element may pass on the content of its own slot.
  const art = child instanceof HTMLSlotElement ? child.assignedElements({ flatten: true })[0] : child;
  if (!art) return undefined;
  const markup = art.outerHTML;
  let entry = copies.get(art);
  if (entry?.markup !== markup) copies.set(art, (entry = { markup, byPlace: new Map() }));
  const copy = entry.byPlace.get(place) ?? (art.cloneNode(true) as Element);
  // Beside inputs in the page's HTML, a copied id would be in the page twice.
  for (const name of ['slot', 'id']) copy.removeAttribute(name);
  entry.byPlace.set(place, copy);
  return copy;
}
