import axe from 'axe-core';
import { afterEach, expect, test } from 'vitest';
import { styles } from '../../demo/shop/pages/styles.js';
import { THEMES, type ThemeName } from '../../demo/shop/themes/themes.js';
import '../../src/define.js';
import { mount, type Payer } from '../elements/payer.js';

const CASES: readonly (readonly [ThemeName, 'light' | 'dark'])[] = [
  ['midnight', 'dark'],
  ['paper', 'light'],
  ['meadow', 'light'],
  ['meadow', 'dark'],
];

const sheet = document.createElement('style');
afterEach(() => {
  sheet.remove();
  document.documentElement.removeAttribute('style');
});

/** The element on the shop's page in a theme, for a system that is light or dark. */
async function mountIn(theme: ThemeName, scheme: string): Promise<Payer> {
  const { page, elements } = THEMES[theme];
  sheet.textContent = styles + page + elements;
  document.head.append(sheet);
  document.documentElement.style.colorScheme = scheme;
  const payer = await mount();
  const around = document.createElement('div');
  around.className = 'sheet';
  document.body.append(around);
  around.append(payer.element);
  await payer.element.updateComplete;
  return payer;
}

async function tooFaint({ element }: Payer): Promise<string[]> {
  const { violations } = await axe.run(element, { runOnly: ['color-contrast'] });
  return violations.flatMap(({ nodes }) => nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`));
}

/** A colour of the element as it is shown: red, green and blue from 0 to 255. */
function drawn({ element }: Payer, colour: string): readonly number[] {
  const probe = document.createElement('i');
  probe.style.color = colour;
  element.shadowRoot!.append(probe);
  const canvas = new OffscreenCanvas(1, 1).getContext('2d')!;
  canvas.fillStyle = getComputedStyle(probe).color;
  probe.remove();
  canvas.fillRect(0, 0, 1, 1);
  return Array.from(canvas.getImageData(0, 0, 1, 1).data.slice(0, 3));
}

/** WCAG 2.2, "contrast ratio": of the relative luminances, each with 0.05 of stray light. */
function contrast(one: readonly number[], other: readonly number[]): number {
  const luminance = (colour: readonly number[]): number => {
    const [red, green, blue] = colour.map((value) => {
      const part = value / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    }) as [number, number, number];
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const [dark, light] = [luminance(one), luminance(other)].toSorted((a, b) => a - b) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

test.each(CASES)(
  '%s, on a %s page: every text contrasts with its background, from the form to the outcome',
  async (theme, scheme) => {
    const payer = await mountIn(theme, scheme);
    await payer.transferButton.click();
    await payer.sees(payer.text('Enter the card number.').first());
    expect(await tooFaint(payer)).toEqual([]);
    await payer.pays({ number: '4005550000000019' });
    await payer.learns('failed');
    expect(await tooFaint(payer)).toEqual([]);
  },
);

// WCAG 2.2, 1.4.11: what shows where a control is, and which one has the focus.
test.each(CASES)('%s, on a %s page: frames and focus contrast with field and page', async (theme, scheme) => {
  const payer = await mountIn(theme, scheme);
  for (const line of ['var(--_border)', 'var(--_accent)', 'var(--_danger)']) {
    for (const ground of ['var(--_field)', 'var(--sheet)']) {
      expect(contrast(drawn(payer, line), drawn(payer, ground)), `${line} on ${ground}`).toBeGreaterThanOrEqual(3);
    }
  }
});
