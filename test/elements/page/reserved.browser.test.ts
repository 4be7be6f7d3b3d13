// The space that a page reserves until the script has come: as high as the form that then takes it.
import { expect, test } from 'vitest';
import '../../../src/define.js';
import { offer } from '../buyer.js';
import { mount } from '../payer.js';

test('x', async () => {
  const typed = await mount({ amount: null });
  const fixed = await mount({});
  const live = await mount({ test: null });
  const tea = await offer('cup');
  await tea.sees(tea.payButton);
  const parcel = await offer('parcel');
  await parcel.sees(parcel.payButton);
  await new Promise((r) => setTimeout(r, 500));
  console.log(JSON.stringify({ typed: typed.element.offsetHeight, fixed: fixed.element.offsetHeight, live: live.element.offsetHeight, tea: tea.element.offsetHeight, parcel: parcel.element.offsetHeight, w: typed.element.offsetWidth, fs: getComputedStyle(typed.element).fontSize, ff: getComputedStyle(typed.element).fontFamily }));
  expect(1).toBe(1);
});
