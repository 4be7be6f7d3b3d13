import { expect, test } from 'vitest';
import '../../../src/define.js';
import { mount } from '../payer.js';
import { mountSlotted } from '../slotted.js';

/** A field, its label and the box around its input, in the shadow root or in the page. */
function partsOf(root: ParentNode, name = 'number') {
  const field = root.querySelector<HTMLElement>(`.field.${name}`)!;
  const [label, control, input] = ['label', '.control', 'input'].map((each) => field.querySelector<HTMLElement>(each)!);
  return { field, label: label!, control: control!, input: input as HTMLInputElement };
}

const widthOf = (element: Element): string => getComputedStyle(element).borderTopWidth;
const boxOf = (element: Element): DOMRect => element.getBoundingClientRect();

test.each(['shadow', 'slot'])('`label-position="above"` gives each field a box below its label (fields="%s")', async (fields) => {
  const { element } = await (fields === 'slot' ? mountSlotted : mount)({ fields, 'label-position': 'above' });
  const root = fields === 'slot' ? element : element.shadowRoot!;
  for (const name of ['number', 'expiry', 'verification_value']) {
    const { field, label, control, input } = partsOf(root, name);
    expect(widthOf(control)).toBe('1px');
    expect(widthOf(field.parentElement!)).toBe('0px');
    expect(boxOf(label).bottom).toBeLessThanOrEqual(boxOf(control).top);
    expect(boxOf(input).height).toBeGreaterThanOrEqual(44);
    expect(input.labels![0]).toBe(label);
  }
  // Apart from each other, and not by a hairline.
  const [expiry, code] = ['expiry', 'verification_value'].map((name) => boxOf(partsOf(root, name).control));
  expect(code!.left - expiry!.right).toBe(12);
});

test('without it, and with "inside", the fields of a card share one box, and labels are in it', async () => {
  const { element } = await mount();
  const { field, label, control } = partsOf(element.shadowRoot!);
  for (const position of [null, 'inside'] as const) {
    element.labelPosition = position;
    await element.updateComplete;
    expect([widthOf(field.parentElement!), widthOf(control)]).toEqual(['1px', '0px']);
    expect(boxOf(label).left).toBe(boxOf(field).left);
    expect(boxOf(label).top).toBe(boxOf(field).top);
  }
});

test('an error stands below the box, whose frame shows it', async () => {
  const payer = await mount({ 'label-position': 'above' });
  await payer.from('Expiry date').fill('13/30');
  await payer.sees(payer.text('Enter a month from 01 to 12.'));
  const { field, control } = partsOf(payer.element.shadowRoot!, 'expiry');
  expect(boxOf(field.querySelector('.error')!).top).toBeGreaterThanOrEqual(boxOf(control).bottom);
  const frame = getComputedStyle(control, '::after');
  const { color } = getComputedStyle(field.querySelector('.error')!);
  expect([frame.borderTopColor, frame.borderTopWidth]).toEqual([color, '2px']);
  // As large as the box, and no larger.
  const [inner, top, bottom] = [frame.height, frame.borderTopWidth, frame.borderBottomWidth].map(Number.parseFloat);
  expect(inner! + top! + bottom!).toBeCloseTo(boxOf(control).height, 0);
});

test('another word is a setting error', async () => {
  const payer = await mount({ 'label-position': 'floating' });
  expect(payer.events('checkout-error').at(-1)!.error).toMatchObject({ code: 'setting_invalid', setting: 'label-position' });
});
