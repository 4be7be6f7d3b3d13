// @module-tag long
import { expect, test } from 'vitest';
import '../../../src/define.js';
import { gateway } from '../gateway.js';
import { mount } from '../payer.js';

/** A time `seconds` from now, in the attribute's format. */
const inSeconds = (seconds: number): string => new Date(Date.now() + seconds * 1000).toISOString();

test('the remaining time to confirm counts down, second by second', async () => {
  const payer = await mount({ 'expired-at': inSeconds(100) });
  const left = payer.text(/^Confirm within 1:(39|40)$/);
  await payer.sees(left);
  const before = left.element().textContent;
  await expect.poll(() => payer.text(/^Confirm within/).element().textContent, { timeout: 3000 }).not.toBe(before);
});

test('an element that was moved within the page keeps counting', async () => {
  const payer = await mount({ 'expired-at': inSeconds(100) });
  await payer.sees(payer.text(/^Confirm within/));
  const elsewhere = document.createElement('section');
  payer.element.before(elsewhere);
  elsewhere.append(payer.element);
  const before = payer.text(/^Confirm within/).element().textContent;
  await expect.poll(() => payer.text(/^Confirm within/).element().textContent, { timeout: 3000 }).not.toBe(before);
  elsewhere.replaceWith(payer.element);
});

test('a deadline more than an hour ahead shows as a time of day', async () => {
  const payer = await mount({ 'expired-at': inSeconds(3 * 3600) });
  await payer.sees(payer.text(/^Confirm by .*\d/));
  expect(payer.reads()).not.toContain('within');
});

test('without expired-at no deadline shows', async () => {
  const payer = await mount();
  expect(payer.reads()).not.toMatch(/Confirm (within|by)/);
});

test('after the deadline the payer reads that, the button is gone, and neither Enter nor a script sends anything', async () => {
  const payer = await mount({ 'expired-at': inSeconds(4) });
  await payer.fillsCards();
  await payer.readsFee();
  const checks = gateway.posts.length;
  await payer.sees(payer.text('Time has run out. Nothing was sent.'));
  expect(payer.transferButton.query()).toBeNull();
  (payer.to('Card number').element() as HTMLElement).focus();
  await payer.types('{Enter}');
  await payer.element.submit();
  expect(payer.element.step).toBe('details');
  expect(gateway.posts.slice(0, checks)).toEqual(gateway.posts);
  expect(gateway.of('transfer')).toEqual([]);

  // The page sets a new deadline: the element works again, with what was typed.
  payer.element.addEventListener('checkout-restart', (event) => {
    event.preventDefault();
    payer.element.expiredAt = inSeconds(600);
  });
  await payer.button('Start again').click();
  await payer.sees(payer.text(/^Confirm within (9:5\d|10:00)$/));
  await payer.transferButton.click();
  await payer.learns('successful');
  expect(payer.events('checkout-outcome')[0]?.transaction).toMatchObject({ status: 'successful' });
});

test.each([
  ['the fee before it is known', '4200000000000000', '', 'You’ll see the fee before you pay.'],
  ['an impossible transfer', '4000300000000014', '12/30', 'This transfer isn’t possible.'],
])('after the deadline, no hint about %s is left, which the payer can no longer follow', async (_, number, expiry, hint) => {
  const payer = await mount({ 'expired-at': inSeconds(4) });
  await payer.fillsCards({ number, expiry, recipient: expiry && '4111111111111111' });
  await payer.sees(payer.text(hint));
  await payer.sees(payer.text('Time has run out. Nothing was sent.'));
  expect(payer.reads()).not.toContain(hint);
  expect(payer.buttons()).toEqual(['Start again']);
});

test('after the deadline the payer still reads that nothing was sent, if their press failed before', async () => {
  const payer = await mount({ 'expired-at': inSeconds(6) }, { prepare: () => Promise.reject(new Error('no order')) });
  await payer.fillsCards();
  await payer.readsFee();
  await payer.transferButton.click();
  await payer.sees(payer.text(/Nothing was sent/));
  await payer.sees(payer.text(/Time has run out/));
  expect(payer.reads()).toContain('Nothing was sent');
  expect(gateway.of('transfer')).toEqual([]);
});

test('after an attempt with an unknown outcome, the text after the deadline does not claim that nothing was sent', async () => {
  gateway.replies.transfer = [new Response('<html>')];
  const payer = await mount({ 'expired-at': inSeconds(8) });
  await payer.pays();
  await payer.learns('unknown');
  await payer.button('Back to the form').click();
  await payer.sees(payer.text('Time has run out.'));
  expect(payer.reads()).not.toContain('Nothing was sent');
});

test.each([
  [115, true],
  [300, false],
])('with %i s left, the deadline has the color of a warning: %s', async (seconds, isWarning) => {
  const payer = await mount({ 'expired-at': inSeconds(seconds) });
  payer.element.style.setProperty('--checkout-color-warning', 'rgb(1, 2, 3)');
  await payer.sees(payer.text(/^Confirm within/));
  const color = (): string => getComputedStyle(payer.element.shadowRoot!.querySelector('[part=deadline]')!).color;
  expect(color() === 'rgb(1, 2, 3)').toBe(isWarning);
});
