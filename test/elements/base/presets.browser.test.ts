import { expect, test } from 'vitest';
import '../../../src/define.js';
import { mount, type Payer } from '../payer.js';
import { mountSlotted } from '../slotted.js';

const boxOf = ({ element }: Payer): CSSStyleDeclaration => getComputedStyle(element.shadowRoot!.querySelector('[part~=box]')!);
const styleOf = (payer: Payer, name: string): string => getComputedStyle(payer.element).getPropertyValue(name).trim();

test('`theme` is a set of custom properties, which the page’s own replace, and a property too', async () => {
  const payer = await mount({ theme: 'contrast' });
  expect(styleOf(payer, '--checkout-border-width')).toBe('2px');
  expect(boxOf(payer).borderTopWidth).toBe('2px');
  payer.element.style.setProperty('--checkout-border-width', '3px');
  expect(boxOf(payer).borderTopWidth).toBe('3px');
  payer.element.theme = 'flat';
  await payer.element.updateComplete;
  expect(payer.element.getAttribute('theme')).toBe('flat');
  expect(boxOf(payer).boxShadow).toBe('none');
  payer.element.theme = null;
  await payer.element.updateComplete;
  expect(boxOf(payer).boxShadow).not.toBe('none');
});

test('a dark element stays dark in a light page, with a background of its own', async () => {
  const payer = await mount({ theme: 'dark' });
  expect(styleOf(payer, 'color-scheme')).toBe('dark');
  expect(styleOf(payer, 'background-color')).toBe('rgb(16, 21, 30)');
  expect(boxOf(payer).backgroundColor).not.toBe('rgb(255, 255, 255)');
});

test('inputs that the page has written have the theme, too', async () => {
  const payer = await mountSlotted({ theme: 'contrast' });
  const box = payer.element.querySelector('.fields')!;
  expect(getComputedStyle(box).borderTopWidth).toBe('2px');
});

test('another word is a setting error', async () => {
  const payer = await mount({ theme: 'neon' });
  const { error } = payer.events('checkout-error').at(-1)!;
  expect(error).toMatchObject({ code: 'setting_invalid', setting: 'theme' });
  expect(error.message).toContain('own, flat, dark');
});
