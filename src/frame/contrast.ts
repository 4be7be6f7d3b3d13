/** The contrast that the button's text must have with the button. */
const LEAST = 7;

/**
 * The parts of a computed colour, from 0 to 1: of `rgb(0, 0, 0)` and `color(srgb 0 0 0)`; undefined for all others, which are not opaque,
 * have parts without a value, or are in other spaces. A screen shows parts beyond 0 and 1 as 0 and 1.
 */
function partsOf(color: string): readonly number[] | undefined {
  const [, rgb, ...texts] = /^(?:(rgb)\(|color\(srgb )([\d.e+-]+),? ([\d.e+-]+),? ([\d.e+-]+)\)$/.exec(color) ?? [];
  if (texts.length === 0) return undefined;
  return texts.map((text) => Math.min(1, Math.max(0, Number(text) / (rgb ? 255 : 1))));
}

/** The relative luminance of a colour, as WCAG defines it. */
function luminanceOf(parts: readonly number[]): number {
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
