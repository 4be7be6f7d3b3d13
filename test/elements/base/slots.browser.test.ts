import { expect, test } from 'vitest';
import { BRANDS } from '../../../src/card/brand.js';
import '../../../src/define.js';
import '../watch-test.js';
import { mount } from '../payer.js';

test.each(BRANDS.map(({ id, name, short, ranges }) => [id, short ?? name, ranges.split(/[ -]/)[0] ?? '']))(
  'brand-%s: the page’s image replaces the brand name %s',
  async (id, name, digits) => {
    const payer = await mount();
    await payer.from('Card number').fill(digits);
    const slot = (): HTMLSlotElement => payer.element.shadowRoot!.querySelector<HTMLSlotElement>('[part=brand] slot')!;
    expect(slot().name).toBe(`brand-${id}`);
    expect(slot().textContent).toBe(name);
    const art = document.createElement('i');
    art.slot = `brand-${id}`;
    art.textContent = 'art';
    payer.element.append(art);
    await expect.poll(() => slot().assignedElements()).toEqual([art]);
    expect(art.checkVisibility()).toBe(true);
    await payer.from('Card number').fill('');
    expect(art.checkVisibility()).toBe(false);
  },
);

test('content between the tags is hidden once the element is defined', async () => {
  const payer = await mount();
  const fallback = document.createElement('p');
  fallback.textContent = 'The form is loading.';
  payer.element.append(fallback);
  expect(fallback.checkVisibility()).toBe(false);
});
