/** Whether a payer sees an element, and can press it. */
export interface Sight {
  /** Why they don't see it, as the rest of a sentence: `is hidden`. */
  readonly unseen?: string;
  /** Why they can't use it, as the rest of a sentence: `is inert`. */
  readonly unusable?: string;
  /** The tag of a link, a button or the like that it is in, which takes its presses. */
  readonly inside?: string | undefined;
  /** What cuts a part of it off, as a selector. */
  readonly cutBy?: string;
  /** The transparent layer that takes the presses, as a selector. */
  readonly coveredBy?: string;
  /** The layer that they see in front of it, as a selector. */
  readonly overlaidBy?: string;
}

/**
 * Looks at each element in a document, in the order of `readDocument`. The browser gets this function as text, so it can use nothing from
 * outside itself. It scrolls to each element, and back.
 */
// oxlint-disable-next-line max-lines-per-function -- the browser gets one function as text, with everything that it needs inside
export function readSight(tags: readonly string[]): Sight[] {
  const search = (root: Document | ShadowRoot): Element[] =>
    [...root.querySelectorAll('*')].flatMap((element) => [
      ...(tags.includes(element.localName) ? [element] : []),
      ...(element.shadowRoot ? search(element.shadowRoot) : []),
    ]);
  /** A node and everything around it, out of its shadow roots too, and through the slots that show it. */
  const outward = (start: Node): Node[] => {
    const path: Node[] = [];
    const around = (node: Node): Node | null =>
      (node instanceof Element ? node.assignedSlot : null) ?? node.parentNode ?? (node instanceof ShadowRoot ? node.host : null);
    for (let node: Node | null = start; node; node = around(node)) path.push(node);
    return path;
  };
  const hitAt = (x: number, y: number): Element | null => {
    let hit = document.elementFromPoint(x, y);
    for (;;) {
      const inner = hit?.shadowRoot?.elementFromPoint(x, y);
      if (!inner || inner.getRootNode() !== hit?.shadowRoot) return hit;
      hit = inner;
    }
  };
  const isBare = ({ backgroundColor, backgroundImage, borderStyle }: CSSStyleDeclaration): boolean =>
    /^rgba\(.*, 0\)$/.test(backgroundColor) && backgroundImage === 'none' && borderStyle === 'none';
  const isClear = (element: Element): boolean =>
    isBare(getComputedStyle(element)) &&
    !element.matches('img, video, canvas, svg, svg *, object, embed, iframe, input, select, textarea') &&
    [...element.childNodes].every((node) => node.nodeType !== Node.TEXT_NODE || node.textContent?.trim() === '');
  const named = ({ localName, id, classList }: Element): string =>
    [localName, ...(id ? [`#${id}`] : []), ...[...classList].map((name) => `.${name}`)].join('');
  /** A layer that has no element: what a style sheet lays over everything inside an element. */
  const pseudoLayerOf = (hit: Element): { readonly layer: string; readonly isSeen: boolean } | undefined => {
    const over = ['::before', '::after'].find((name) => {
      const { content, position, pointerEvents } = getComputedStyle(hit, name);
      return content !== 'none' && /^(absolute|fixed)$/.test(position) && pointerEvents !== 'none';
    });
    if (over === undefined) return undefined;
    const style = getComputedStyle(hit, over);
    return { layer: named(hit) + over, isSeen: !isBare(style) || !/^(""|normal)$/.test(style.content) };
  };
  /** What lies over an element at a point, and whether it is seen. */
  const layerAt = (element: Element, x: number, y: number): { readonly layer: string; readonly isSeen: boolean } | undefined => {
    const hit = hitAt(x, y);
    if (!hit) return undefined;
    const around = new Set(outward(element));
    const path = outward(hit);
    if (path.includes(element)) return undefined;
    if (around.has(hit)) return pseudoLayerOf(hit);
    const elements = path.filter((node): node is Element => node instanceof Element);
    const opacity = elements.reduce((product, each) => product * Number(getComputedStyle(each).opacity), 1);
    const layers = elements.filter((each) => !around.has(each));
    const layer = layers.at(-1);
    return layer && { layer: named(layer), isSeen: opacity >= 0.1 && !layers.every(isClear) };
  };
  /** What cuts off the element or its content: something around it, or itself. */
  const cutBy = (element: Element): Element | undefined => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    const [end, foot] = [Math.max(right, left + element.scrollWidth), Math.max(bottom, top + element.scrollHeight)];
    return outward(element)
      .filter((node): node is Element => node instanceof Element && node !== document.documentElement)
      .find((each) => {
        const [style, box] = [getComputedStyle(each), each.getBoundingClientRect()];
        const isHidden = (overflow: string): boolean => /^(hidden|clip)$/.test(overflow);
        // A shadow or the mark of the focus may reach over the edge.
        const isOver = (...lengths: readonly number[]): boolean => lengths.some((length) => length > 8);
        return (
          (isHidden(style.overflowX) && isOver(box.left - left, end - box.right)) ||
          (isHidden(style.overflowY) && isOver(box.top - top, foot - box.bottom))
        );
      });
  };

  /** The inputs and buttons of an element, wherever they are. */
  const controlsOf = (root: ParentNode): Element[] =>
    [...root.querySelectorAll('*')].flatMap((each) => [
      ...(each.matches('button, input') && each.checkVisibility() ? [each] : []),
      ...(each.shadowRoot ? controlsOf(each.shadowRoot) : []),
    ]);
  /** A transparent layer over the middle of a field or a button: it is enough to make the form useless. */
  const clearLayerOver = (element: Element): string | undefined =>
    [...controlsOf(element), ...(element.shadowRoot ? controlsOf(element.shadowRoot) : [])]
      .map((control) => {
        const { left, top, width, height } = control.getBoundingClientRect();
        return layerAt(element, left + width / 2, top + height / 2);
      })
      .find((layer) => layer?.isSeen === false)?.layer;

  const look = (element: Element): Sight => {
    if (!element.checkVisibility()) return { unseen: 'is hidden' };
    if (outward(element).some((node) => node instanceof Element && node.getAttribute('aria-hidden') === 'true'))
      return { unseen: 'is hidden from screen readers (aria-hidden)' };
    if (outward(element).some((node) => node instanceof HTMLElement && node.inert)) return { unusable: 'is inert' };
    const isFaded = outward(element).some(
      (node) => node instanceof Element && /opacity\(0(\.0\d*)?\)/.test(getComputedStyle(node).filter),
    );
    if (isFaded || !element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      return { unseen: 'is invisible' };
    element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    const { left, top, right, bottom } = element.getBoundingClientRect();
    if (right - left < 1 || bottom - top < 1) return { unseen: 'has no size' };
    const scale = (right - left) / (element as HTMLElement).offsetWidth;
    if (scale < 0.6) return { unseen: `is drawn at ${Math.round(scale * 100)} % of its size` };
    const scrolling = outward(element).find(
      (node): node is Element =>
        node instanceof Element &&
        node !== element &&
        node !== document.body &&
        /^(auto|scroll)$/.test(getComputedStyle(node).overflowY),
    );
    const edges = scrolling?.getBoundingClientRect();
    const visible = Math.min(bottom, edges?.bottom ?? bottom) - Math.max(top, edges?.top ?? top);
    // Less than a field with its label and its error.
    if (scrolling && visible < Math.min(100, bottom - top))
      return {
        unseen: `shows only ${Math.max(0, Math.round(visible))} of its ${Math.round(bottom - top)} px, in ${named(scrolling)}, which scrolls`,
      };
    const [x, y] = [Math.max(left, 0), Math.max(top, edges?.top ?? 0, 0)];
    const [width, height] = [Math.min(right, innerWidth) - x, Math.min(bottom, edges?.bottom ?? bottom, innerHeight) - y];
    if (width < 1 || height < 1) return { unseen: 'lies outside of what can be scrolled to' };
    const [columns, rows] = [3, 7];
    const layers = Array.from({ length: columns * rows }, (_, index) =>
      layerAt(
        element,
        x + (width * ((index % columns) + 0.5)) / columns,
        y + (height * (Math.floor(index / columns) + 0.5)) / rows,
      ),
    ).filter((each) => each !== undefined);
    const cut = cutBy(element);
    if (cut) return { cutBy: named(cut) };
    // What frames this document; null for a page, and for a frame of another origin.
    const frame = window.frameElement;
    if (frame?.getAttribute('scrolling') === 'no' && document.documentElement.scrollHeight > innerHeight + 8)
      return { cutBy: named(frame) };
    if (getComputedStyle(element).pointerEvents === 'none')
      return { unusable: 'ignores presses, because of pointer-events: none' };
    const clear = clearLayerOver(element);
    if (clear !== undefined) return { coveredBy: clear };
    // A small one, as of a chat in a corner, leaves the element usable.
    if (layers.length * 3 < columns * rows) return {};
    const hidden = layers.find(({ isSeen }) => !isSeen);
    return hidden ? { coveredBy: hidden.layer } : { overlaidBy: layers[0]!.layer };
  };

  const [left, top] = [scrollX, scrollY];
  const isPressed = (node: Node): node is Element => node instanceof Element && node.matches('a[href], button, label, summary');
  const sights = search(document).map((each) => ({ ...look(each), inside: outward(each).find(isPressed)?.localName }));
  scrollTo({ left, top, behavior: 'instant' });
  return sights;
}
