// @module-tag long
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import '../../../src/define.js';
import { offer } from '../buyer.js';
import { mount } from '../payer.js';

/** More than the 3 seconds that a page has to set its properties. */
const LATE = { timeout: 10_000 };

const warned = vi.fn<(text: string) => void>();
beforeEach(() => {
  warned.mockReset();
  vi.spyOn(console, 'warn').mockImplementation(warned);
});
afterEach(() => vi.restoreAllMocks());

const advice = (): string[] => warned.mock.calls.map(([text]) => text).filter((text) => text.includes('resolveStatus'));
const resolveStatus = () => Promise.resolve({ outcome: 'unknown' } as const);

/** Waits until an element that comes after all others has logged its advice. */
async function lastElementAdvises(count: number): Promise<void> {
  await offer('held');
  await expect.poll(advice, LATE).toHaveLength(count);
}

test('an element that can’t ask your server warns in the console, once, and fires no error', async () => {
  const payer = await mount();
  await expect.poll(advice, LATE).toHaveLength(1);
  expect(advice()[0]).toMatch(/^<p2p-transfer> has no resolveStatus: .+createStatusHandler/);
  const { element } = payer;
  element.resolveStatus = resolveStatus;
  await element.updateComplete;
  element.resolveStatus = undefined;
  await element.updateComplete;
  element.remove();
  document.body.append(element);
  await lastElementAdvises(2);
  expect(advice()[1]).toMatch(/^<product-pay>/);
  expect(payer.events('checkout-error')).toEqual([]);
});

test.each<[string, () => Promise<unknown>]>([
  [
    'that gets the property while the page starts',
    async () => {
      const payer = await mount();
      await payer.waitForEvents('checkout-ready');
      payer.element.resolveStatus = resolveStatus;
    },
  ],
  ['that leads to a payment link', () => offer('cup', { mode: 'link' })],
  [
    'that sells what the gateway doesn’t know',
    () => offer('cup', {}, { fetch: () => Promise.resolve(Response.json({ message: 'none' }, { status: 404 })) }),
  ],
  ['with a wrong setting, which is reported first', () => mount({ currency: 'usd' })],
  ['that has left the page', async () => (await mount()).element.remove()],
])('an element %s logs nothing', async (_, open) => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  await open();
  await lastElementAdvises(1);
});
