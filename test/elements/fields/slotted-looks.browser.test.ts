// @module-tag long
// Inputs in the page look and sound like those in the element, whatever the page's own rules are.
import axe from 'axe-core';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import '../../../src/define.js';
import { mountSlotted } from '../slotted.js';
import { listen, plain } from '../transcript.js';
import { mount, type Payer } from '../payer.js';

const HOSTILE = `
  * { box-sizing: content-box; letter-spacing: 2px; }
  input { border: 3px solid red; padding: 20px; margin: 9px; background: yellow; box-shadow: 0 0 9px red; }
  form .field input[type='text'] { text-transform: uppercase; block-size: 60px; }
  label, legend { float: left; color: green; }
  fieldset { border: 2px dashed blue; padding: 20px; }
  p, .field, .fields, .control { display: block; margin: 30px; padding: 9px; }
`;

/** Properties that depend on the element's place in its tree, and on the size of the window. */
const PLACE = /^(perspective-origin|transform-origin|column-gap|row-gap)$/;
/** The form in the page has a `dir`, and WebKit isolates it for that: to a block it makes no difference. */
const isOfDir = (index: number, name: string): boolean => index === 0 && name === 'unicode-bidi';

/** The first card's form. */
const formOf = ({ element }: Payer): HTMLFormElement =>
  (element.querySelector('form') ? element : element.shadowRoot!).querySelector('form')!;

/** The computed styles of the first card's form and of everything in it. */
function looksOf(payer: Payer): Record<string, Record<string, string>> {
  const form = formOf(payer);
  return Object.fromEntries(
    [form, ...form.querySelectorAll('*')].map((each, index) => {
      const style = getComputedStyle(each);
      const names = Array.from(style).filter((name) => !PLACE.test(name) && !isOfDir(index, name));
      return [`${index} ${each.localName}`, Object.fromEntries(names.map((name) => [name, style.getPropertyValue(name)]))];
    }),
  );
}

test.each(['en', 'ar'])(
  '%s: every computed style equals that of the element’s own inputs, even under the page’s rules',
  async (language) => {
    const expected: unknown[] = [];
    for (const isSlotted of [false, true]) {
      const payer = await (isSlotted ? mountSlotted({ language }, {}, { language }) : mount({ language }));
      const style = document.createElement('style');
      style.textContent = HOSTILE;
      document.head.append(style);
      await payer.waitForEvents('checkout-ready');
      for (const input of payer.within.getByRole('textbox').elements().slice(0, 3)) await userEvent.fill(input, '1');
      await userEvent.tab();
      payer.element.shadowRoot!.querySelector<HTMLElement>('.submit')!.click();
      await payer.element.updateComplete;
      await new Promise((resolve) => setTimeout(resolve, 300));
      // In Firefox, blur() of the host does not reach the input in its shadow root.
      const focused = payer.element.shadowRoot!.activeElement ?? document.activeElement;
      (focused as HTMLElement | null)?.blur();
      await Promise.all(
        formOf(payer)
          .getAnimations({ subtree: true })
          .map(({ finished }) => finished),
      );
      expected.push(looksOf(payer));
      payer.element.remove();
      style.remove();
    }
    expect(expected[1]).toEqual(expected[0]);
  },
);

test('a screen reader hears the same from inputs in the page as from those in the element', async () => {
  const heard: string[][] = [];
  for (const isSlotted of [false, true]) {
    const payer = await (isSlotted ? mountSlotted() : mount());
    await payer.waitForEvents('checkout-ready');
    const lines = listen(payer.element);
    await payer.from('Card number').click();
    for (const text of ['4200000000000001{Tab}', '13/20{Tab}', '{Tab}', '41{Tab}']) {
      await payer.types(text);
      // Announcements take a moment.
      await new Promise((resolve) => setTimeout(resolve, 400));
    }
    await payer.transferButton.click();
    await new Promise((resolve) => setTimeout(resolve, 600));
    heard.push(plain(lines));
    payer.element.remove();
  }
  expect(heard[0]!.length).toBeGreaterThan(6);
  expect(heard[1]).toEqual(heard[0]);
});

test('axe finds nothing in the form, empty and with complaints', async () => {
  const payer = await mountSlotted();
  for (const _ of ['empty', 'wrong']) {
    const { violations } = await axe.run(payer.element);
    expect(violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))).toEqual([]);
    await payer.fills(payer.from('Card number'), '4200000000000001');
    await payer.transferButton.click();
  }
});

test('the elements’ styles leave the page with the last such element', async () => {
  const before = [...document.adoptedStyleSheets];
  const one = await mountSlotted({}, {}, { prefix: 'one' });
  const two = await mountSlotted({}, {}, { prefix: 'two' });
  await two.waitForEvents('checkout-ready');
  expect(document.adoptedStyleSheets.length).toBe(before.length + 1);
  one.element.remove();
  expect(document.adoptedStyleSheets.length).toBe(before.length + 1);
  two.element.remove();
  expect(document.adoptedStyleSheets).toEqual(before);
});
