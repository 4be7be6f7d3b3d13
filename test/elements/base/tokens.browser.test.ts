import { afterEach, expect, test } from 'vitest';
import '../../../src/define.js';
import { P2pTransferElement } from '../../../src/index.js';
import { mount, type Payer } from '../payer.js';

afterEach(() => document.body.removeAttribute('style'));

const all = ({ element }: Payer): HTMLElement[] => [...(element.shadowRoot?.querySelectorAll<HTMLElement>('*') ?? [])];
const style = (payer: Payer, selector: string): CSSStyleDeclaration => {
  const [element = '', pseudo] = selector.split('::');
  return getComputedStyle(payer.element.shadowRoot!.querySelector(element)!, pseudo && `::${pseudo}`);
};

/** The style sheets without the fallback values of custom properties. */
const sheets = P2pTransferElement.styles
  .map(({ cssText }) => cssText)
  .join('\n')
  .replaceAll(/\/\*[^]*?\*\//g, '');
const tokens = sheets.slice(0, sheets.indexOf('display: block'));
const rules = sheets
  .slice(sheets.indexOf('display: block'))
  .replace(/@media \(forced-colors: active\) \{(?:[^{}]*\{[^{}]*\})*[^{}]*\}/g, '');
// A preset sets the custom properties themselves.
const declarations = [...rules.matchAll(/([\w-]+):\s*([^;{}]+?)(?: !important)?;/g)]
  .map(([, name = '', value = '']) => [name, value] as const)
  .filter(([name]) => !name.startsWith('--checkout-'));

test('the styles set every color through a custom property', () => {
  const colour =
    /#[0-9a-f]{3,8}\b|\b(rgb|hsl|lab|lch|oklab|oklch|hwb|color)\(|\b(black|white|red|green|blue|gray|grey|orange|yellow|silver|navy|Canvas|CanvasText|ButtonFace)\b/i;
  expect(declarations.filter(([, value]) => colour.test(value))).toEqual([]);
  const coloured = declarations.filter(([name]) => /(^|-)color$|^(background|fill|stroke)$/.test(name));
  expect(coloured.length).toBeGreaterThan(20);
  expect(
    coloured.filter(
      ([, value]) => !/^(var\(--_|color-mix\(in srgb, var\(--_|currentColor$|inherit$|transparent$|none$)/.test(value),
    ),
  ).toEqual([]);
});

test('the styles set every font, radius and space through a custom property, or a fraction of one', () => {
  expect(declarations.filter(([name]) => name === 'font-family')).toEqual([]);
  const fonts = declarations.filter(([name]) => name === 'font');
  expect(fonts.filter(([, value]) => value !== 'inherit' && value !== 'var(--checkout-font, inherit)')).toEqual([]);
  const radii = declarations.filter(([name]) => name.includes('radius'));
  expect(radii.filter(([, value]) => !value.includes('var(--_radius)') && !['0', '50%'].includes(value))).toEqual([]);
  const spaces = declarations.filter(([name]) => /^(margin|padding|gap)/.test(name));
  expect(spaces.length).toBeGreaterThan(15);
  // An em is relative to the font, and so is a brand's name in its frame; 4 px make room for the frame of a button with the focus.
  expect(
    spaces.filter(
      ([, value]) => !/var\(--_(space|gap)\)/.test(value) && !/^(0|1px|0 -4px|auto|[\d.]+em|0 0\.375rem)$/.test(value),
    ),
  ).toEqual([]);
  expect(tokens.match(/--_[\w-]+: var\(--checkout-[\w-]+, /g)).toHaveLength(tokens.match(/--_[\w-]+:/g)?.length ?? -1);
});

/** The frame of a card: WebKit has no margin for what it clips, so there the box itself has it. */
const FRAME = `[part~=recipient-card] .fields${CSS.supports('overflow-clip-margin: 1px') ? '::after' : ''}`;

test.each([
  ['--checkout-color-on-accent', 'rgb(1, 2, 3)', 'button', 'color'],
  ['--checkout-color-text', 'rgb(1, 2, 3)', 'legend', 'color'],
  ['--checkout-color-muted', 'rgb(1, 2, 3)', 'label', 'color'],
  ['--checkout-color-field', 'rgb(1, 2, 3)', '.field', 'backgroundColor'],
  ['--checkout-color-border', 'rgb(1, 2, 3)', FRAME, 'borderTopColor'],
  ['--checkout-color-danger', 'rgb(1, 2, 3)', '.error', 'color'],
  ['--checkout-color-warning', 'rgb(1, 2, 3)', '.test', 'color'],
  ['--checkout-radius', '3px', '.fields', 'borderTopLeftRadius'],
  ['--checkout-radius', '3px', 'button', 'borderTopLeftRadius'],
  ['--checkout-space', '20px', '.test', 'marginBottom'],
  ['--checkout-font', 'italic 20px serif', 'input', 'fontStyle'],
] as const)('%s: %s reaches %s', async (property, value, selector, name) => {
  const payer = await mount();
  await payer.from('Expiry date').fill('13/30');
  await payer.sees(payer.text('Enter a month from 01 to 12.'));
  const before = style(payer, selector)[name];
  payer.element.style.setProperty(property, value);
  // Colours take a moment to change.
  await expect.poll(() => style(payer, selector)[name]).not.toBe(before);
  if (name !== 'fontStyle') await expect.poll(() => style(payer, selector)[name]).toBe(value);
});

test('--checkout-color-accent reaches the fields that have the focus', async () => {
  const payer = await mount();
  await payer.from('Card number').click();
  payer.element.style.setProperty('--checkout-color-accent', 'rgb(1, 2, 3)');
  await expect.poll(() => style(payer, '.number .control::after').borderTopColor).toBe('rgb(1, 2, 3)');
});

test('success and surface colors reach the outcome, --checkout-inline-size the width', async () => {
  const payer = await mount();
  payer.element.style.setProperty('--checkout-color-surface', 'rgb(4, 5, 6)');
  payer.element.style.setProperty('--checkout-color-success', 'rgb(1, 2, 3)');
  payer.element.style.setProperty('--checkout-inline-size', '300px');
  expect(payer.element.getBoundingClientRect().width).toBe(300);
  await payer.pays();
  await payer.learns('successful');
  expect(style(payer, '.mark').backgroundColor).toBe('rgb(1, 2, 3)');
  expect(style(payer, '.outcome').backgroundColor).toBe('rgb(4, 5, 6)');
});

test('the page’s font applies everywhere, fields and buttons included', async () => {
  document.body.style.font = 'italic 19px "Courier New", monospace';
  const payer = await mount();
  const fonts = new Set(
    all(payer)
      .filter((each) => each.checkVisibility())
      .map((each) => getComputedStyle(each))
      .map(({ fontFamily, fontStyle }) => `${fontStyle} ${fontFamily}`),
  );
  expect([...fonts]).toEqual(['italic "Courier New", monospace']);
});

test('where the page sets no font, the system’s is used everywhere in the page’s size, until --checkout-font sets another', async () => {
  document.body.style.fontSize = '19px';
  const payer = await mount();
  const legend = (): string => `${style(payer, 'label').fontFamily} ${getComputedStyle(payer.element).fontSize}`;
  expect(legend()).toBe('system-ui, sans-serif 19px');
  payer.element.style.setProperty('--checkout-font', '17px monospace');
  expect(legend()).toBe('monospace 17px');
});

test('dark and light follow the color-scheme of the page or of the element alone', async () => {
  const payer = await mount();
  const background = (): string => style(payer, '.field').backgroundColor;
  payer.element.style.colorScheme = 'light';
  const light = background();
  payer.element.style.colorScheme = 'dark';
  expect(background()).not.toBe(light);
});

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
