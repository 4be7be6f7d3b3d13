const nameOf = ({ localName, id, classList }: Element): string =>
  `<${localName}${id && ` id="${id}"`}${classList.length > 0 ? ` class="${[...classList].join(' ')}"` : ''}>`;

const parentOf = (element: Element): Element | null =>
  element.assignedSlot ?? element.parentElement ?? (element.getRootNode() as Partial<ShadowRoot>).host ?? null;

const HARMLESS: Readonly<Record<string, readonly string[]>> = {
  opacity: ['1'],
  transform: ['none'],
  scale: ['none'],
  rotate: ['none'],
  filter: ['none'],
  visibility: ['visible'],
  'mix-blend-mode': ['normal'],
};

/**
 * Names the first effect around the frame, or else an element over it, that may keep the payer from seeing it as it is. One
 * sentence for the page's developer.
 */
export function obscuredReason(frame: Element): string {
  for (let each: Element | null = frame; each; each = parentOf(each)) {
    const style = getComputedStyle(each);
    for (const [name, values] of Object.entries(HARMLESS)) {
      const value = style.getPropertyValue(name);
      if (value && !values.includes(value)) return `${nameOf(each)} has ${name}: ${value}.`;
    }
  }
  const { left, top, width, height } = frame.getBoundingClientRect();
  for (const y of [0.05, 0.5, 0.9])
    for (const x of [0.1, 0.5, 0.9]) {
      const over = document.elementFromPoint(left + width * x, top + height * y);
      if (over && over !== frame && !over.contains(frame)) return `${nameOf(over)} covers the frame.`;
    }
  return 'No obvious cause was found; an element with pointer-events: none may cover the frame.';
}
