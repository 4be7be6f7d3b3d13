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
  let known = copies.get(art);
  if (known?.markup !== markup) copies.set(art, (known = { markup, byPlace: new Map() }));
  const copy = known.byPlace.get(place) ?? (art.cloneNode(true) as Element);
  // Beside inputs in the page's HTML, a copied id would be in the page twice.
  for (const name of ['slot', 'id']) copy.removeAttribute(name);
  known.byPlace.set(place, copy);
  return copy;
}
