import { expect, test, vi } from 'vitest';
import '../../../src/define.js';
import '../watch-leaks.js';
import { gateway } from '../gateway.js';
import { mount } from '../payer.js';

test('properties that a framework drops, by setting them to undefined, have their defaults again', async () => {
  const payer = await mount({}, { language: 'ru', fetch: () => Promise.reject(new TypeError('Failed to fetch')) });
  await payer.sees(payer.text('С карты'));
  for (const nothing of [undefined, null]) {
    Object.assign(payer.element, { language: nothing, fetch: nothing });
    await payer.sees(payer.text('From card'));
    expect(payer.element.language).toBe('en');
  }
  vi.spyOn(globalThis, 'fetch').mockImplementation((url, init) => gateway.fetch(String(url), init ?? {}));
  await payer.pays();
  await payer.learns('successful');
  vi.restoreAllMocks();
});
