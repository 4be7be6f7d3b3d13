/**
 * Registers an element. A page can load the script tag and the npm package, or two versions of either: the first one wins.
 */
export function register(element: CustomElementConstructor & { readonly tag: string }): void {
  if (!customElements.get(element.tag)) customElements.define(element.tag, element);
}
