import { expect, test } from 'vitest';
import '../../../src/define.js';
import { canary } from '../watch-leaks.js';
import { PAYS, mount } from '../payer.js';

test('with auto-advance the focus moves on from a complete number, and only from that', async () => {
  const payer = await mount({ 'auto-advance': '' });
  const number = '5555555555554444';
  canary.keepPan(number);
  await payer.from('Card number').click();
  await payer.types(number.slice(0, -1));
  expect(payer.focused()).toBe('Card number');
  await payer.types('4');
  expect(payer.focused()).toBe('Expiry date');
  // A digit typed in the middle is a correction.
  const input = payer.from('Card number').element() as HTMLInputElement;
  input.focus();
  input.setSelectionRange(1, 2);
  await payer.types('5');
  expect(payer.focused()).toBe('Card number');
});

test('with auto-advance no digit of a longer number ends up in the next field', async () => {
  const payer = await mount({ 'auto-advance': '' });
  // Its first sixteen digits are a valid number too.
  const number = '4111111111111111003';
  canary.keepPan(number);
  await payer.from('Card number').click();
  await payer.types(number.slice(0, 16));
  expect(payer.focused()).toBe('Card number');
  await payer.types(number.slice(16));
  await expect.element(payer.from('Card number')).toHaveValue('4111 1111 1111 1111 003');
  await expect.element(payer.from('Expiry date')).toHaveValue('');
  expect(payer.focused()).toBe('Expiry date');
});

test('without auto-advance the focus stays', async () => {
  const payer = await mount();
  canary.keepPan(PAYS);
  await payer.from('Card number').click();
  await payer.types(PAYS);
  expect(payer.focused()).toBe('Card number');
});
