import type { BrandId } from '../../../card/brand.js';

const copies = new WeakMap<Element, Map<string, Element>>();

/**
 * A copy of the merchant's art for a brand: a slot shows its content in one place only.
 *
 * @param root The element's shadow root, or a child of the element.
 * @param place The name of the place, which gets the same copy each time.
 * @returns undefined without such art.
 */
export function artCopy(root: ParentNode | null | undefined, id: BrandId | undefined, place: string): Element | undefined {
  const host = root instanceof ShadowRoot ? root.host : root?.parentElement;
  const art = host?.querySelector(`:scope > [slot="brand-${id}"]`);
  if (!art) return undefined;
  const known = copies.get(art) ?? new Map<string, Element>();
  const copy = known.get(place) ?? (art.cloneNode(true) as Element);
  copy.removeAttribute('slot');
  copies.set(art, known.set(place, copy));
  return copy;
}
