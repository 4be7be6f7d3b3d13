import { expect, test } from 'vitest';
import '../../../src/define.js';
import { mount } from '../payer.js';

const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })!;

/** Relative luminance (WCAG 2.2) of a colour as CSS writes it. */
function luminance(color: string): number {
  canvas.clearRect(0, 0, 1, 1);
  canvas.fillStyle = color;
  canvas.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0] = [...canvas.getImageData(0, 0, 1, 1).data].map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

test('contrast is measured: black on white has 21', () => {
  expect(contrast('#000', '#fff')).toBeCloseTo(21, 5);
  expect(contrast('#767676', '#fff')).toBeCloseTo(4.54, 2);
});

test.each([
  ['light', '#ffffff'],
  ['dark', '#121212'],
])(
  'without a theme, on a %s page: frames, focus, marks and glyphs have a contrast of 3 with field and page',
  async (scheme, ground) => {
    document.documentElement.style.colorScheme = scheme;
    try {
      const { element } = await mount();
      const probe = document.createElement('i');
      element.shadowRoot!.append(probe);
      const colorOf = (name: string): string => {
        probe.style.color = `var(${name})`;
        return getComputedStyle(probe).color;
      };
      for (const name of ['--_border', '--_accent', '--_danger', '--_success', '--_warning', '--_muted']) {
        for (const behind of [colorOf('--_field'), ground]) {
          expect([name, behind, contrast(colorOf(name), behind) >= 3]).toEqual([name, behind, true]);
        }
      }
      expect(contrast(colorOf('--_on-accent'), colorOf('--_accent'))).toBeGreaterThanOrEqual(4.5);
    } finally {
      document.documentElement.style.colorScheme = '';
    }
  },
);
