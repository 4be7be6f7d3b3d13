/** The contrast that the button's text must have with the button. */
const LEAST = 7;

/** The parts of a computed colour, from 0 to 1: `rgb(0, 0, 0)`, `rgba(0, 0, 0, 0.5)` or `color(srgb 0 0 0)`; undefined for others. */
function partsOf(color: string): readonly [number, number, number] | undefined {
  const [, name = '', inside = ''] = /^(rgba?|color)\((.*)\)$/.exec(color) ?? [];
  const [red, green, blue, alpha = 1] = (inside.match(/-?[\d.]+(?:e-?\d+)?/g) ?? []).map(Number);
  if (red === undefined || green === undefined || blue === undefined || alpha < 1) return undefined;
  if (name !== 'color') return [red / 255, green / 255, blue / 255];
  return inside.startsWith('srgb ') ? [red, green, blue] : undefined;
}

/** The relative luminance of a colour, as WCAG defines it. */
function luminanceOf(parts: readonly [number, number, number]): number {
  const [red, green, blue] = parts.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

/** Whether a text can be read on its background. A colour that can't be judged, or is not opaque, can't. */
export function isReadable(text: string, background: string): boolean {
  const [front, back] = [partsOf(text), partsOf(background)];
  if (!front || !back) return false;
  const [dark = 0, light = 0] = [luminanceOf(front), luminanceOf(back)].toSorted((one, other) => one - other);
  return (light + 0.05) / (dark + 0.05) >= LEAST;
}
