import { expect, test } from 'vitest';
import { BRANDS } from '../../../src/card/brand.js';
import '../../../src/define.js';
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

test('the page’s art shows in every place of its brand: at both numbers, and in the row of every saved card', async () => {
  const saved = (token: string, brand: string) => ({ token, brand, last_4: '0000', exp_month: '12', exp_year: '2030' });
  const payer = await mount({}, { savedCards: [saved('1', 'visa'), saved('2', 'visa'), saved('3', 'master')] });
  const art = document.createElement('i');
  art.slot = 'brand-visa';
  art.textContent = 'Visa art';
  payer.element.append(art);
  await payer.within.getByRole('radio', { name: 'Another card' }).click();
  await payer.from('Card number').fill('4200');
  await payer.to('Card number').fill('4111');
  const root = payer.element.shadowRoot!;
  const rows = () => Array.from(root.querySelectorAll('.choice .art'), ({ textContent }) => textContent);
  await expect.poll(rows).toEqual(['Visa art', 'Visa art']);
  // The art adds nothing to the name of a row.
  expect(payer.within.getByRole('radio', { name: /art/ }).elements()).toEqual([]);
  const [first, second] = root.querySelectorAll<HTMLSlotElement>('[part=brand] slot');
  expect(first!.assignedElements()).toEqual([art]);
  expect(second!.assignedElements()).toEqual([]);
  expect(second!.textContent).toBe('Visa art');
  const [copy] = second!.children;
  expect(copy!.hasAttribute('slot')).toBe(false);
  await payer.to('Card number').fill('41111');
  expect([...second!.children]).toEqual([copy]);
});

/** The content of the slot at the recipient's card number, which shows copies. */
const second = (root: ParentNode): Element => root.querySelectorAll('[part=brand] slot')[1]!;

test('copies follow the page’s art when it changes, and have no id of their own', async () => {
  const payer = await mount();
  const art = document.createElement('i');
  art.slot = 'brand-visa';
  art.id = 'visa-art';
  art.textContent = 'light';
  payer.element.append(art);
  await payer.from('Card number').fill('4200');
  await payer.to('Card number').fill('4111');
  const root = payer.element.shadowRoot!;
  expect(second(root).innerHTML).toContain('<i>light</i>');
  art.textContent = 'dark';
  await payer.to('Card number').fill('41111');
  await expect.poll(() => second(root).textContent).toBe('dark');
  art.remove();
  await payer.to('Card number').fill('411111');
  await expect.poll(() => second(root).textContent).toBe('Visa');
});

test('art that a component around the element passes on through its own slot shows in every place', async () => {
  const payer = await mount();
  const component = document.createElement('div');
  const inside = component.attachShadow({ mode: 'open' });
  const passed = document.createElement('slot');
  passed.name = 'visa';
  passed.slot = 'brand-visa';
  const art = document.createElement('i');
  art.slot = 'visa';
  art.textContent = 'Visa art';
  component.append(art);
  document.body.append(component);
  payer.element.append(passed);
  inside.append(payer.element);
  await payer.to('Card number').fill('4111');
  await payer.from('Card number').fill('4200');
  await expect.poll(() => second(payer.element.shadowRoot!).textContent).toBe('Visa art');
  component.remove();
});

test('content between the tags is hidden once the element is defined', async () => {
  const payer = await mount();
  const fallback = document.createElement('p');
  fallback.textContent = 'The form is loading.';
  payer.element.append(fallback);
  expect(fallback.checkVisibility()).toBe(false);
});
