import type { Clock } from '../../../clock/clock.js';

/** How often the page looks for outlines over the frame while it can pay, and how long before a press there must be none, in milliseconds. */
const LOOK = 200;
const CLEAR = 700;

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

/** How far an outline may reach into the frame, in CSS pixels: the space around the frame's own contents. */
const MARGIN = 4;

/** The thickness of an outline that a browser draws as it likes, in CSS pixels. */
const AUTO = 3;

/**
 * The first element, from the frame outwards, whose outline is painted over the frame's contents. Browsers notice most covers, but not
 * those, which belong to what is around the frame. An outline around the frame, as for the focus, covers nothing.
 */
function outlineOver(frame: Element): string | undefined {
  const { left, top, right, bottom } = frame.getBoundingClientRect();
  const inside = { left: left + MARGIN, top: top + MARGIN, right: right - MARGIN, bottom: bottom - MARGIN };
  for (let each: Element | null = frame; each; each = parentOf(each)) {
    const { outlineStyle, outlineWidth, outlineOffset } = getComputedStyle(each);
    const width = outlineStyle === 'auto' ? Math.max(AUTO, Number.parseFloat(outlineWidth)) : Number.parseFloat(outlineWidth);
    if (outlineStyle === 'none' || !(width > 0)) continue;
    const box = each.getBoundingClientRect();
    const offset = Number.parseFloat(outlineOffset) || 0;
    // Browsers let an outline shrink to the middle of its box, and no further.
    const outer = Math.max(offset, -Math.min(box.width, box.height) / 2) + width;
    const isNear =
      box.left - outer < inside.right &&
      box.right + outer > inside.left &&
      box.top - outer < inside.bottom &&
      box.bottom + outer > inside.top;
    const isAround =
      box.left - offset <= inside.left &&
      box.right + offset >= inside.right &&
      box.top - offset <= inside.top &&
      box.bottom + offset >= inside.bottom;
    if (isNear && !isAround) return `${nameOf(each)} has an outline over the frame.`;
  }
  return undefined;
}

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
  const outline = outlineOver(frame);
  if (outline) return outline;
  const { left, top, width, height } = frame.getBoundingClientRect();
  for (const y of [0.05, 0.5, 0.9])
    for (const x of [0.1, 0.5, 0.9]) {
      const over = document.elementFromPoint(left + width * x, top + height * y);
      if (over && over !== frame && !over.contains(frame)) return `${nameOf(over)} covers the frame.`;
    }
  return 'No obvious cause was found; an element with pointer-events: none may cover the frame.';
}

/** Looks for outlines over the frame, again and again. */
export class OutlineWatch {
  readonly #clock: Clock;
  #seenAt = -Infinity;
  #stop = (): void => undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Whether there has been none for long enough. */
  get isClear(): boolean {
    return this.#clock.monotonic() - this.#seenAt > CLEAR;
  }

  /** Looks now and from now on, or no longer without a frame. */
  look(frame: Element | undefined): void {
    this.#stop();
    if (!frame) return;
    if (outlineOver(frame)) this.#seenAt = this.#clock.monotonic();
    this.#stop = this.#clock.after(LOOK, () => this.look(frame));
  }
}
