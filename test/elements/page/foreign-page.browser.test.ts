import { expect, test } from 'vitest';
import { gateway } from '../gateway.js';
import { mount } from '../payer.js';

// A script was there before this package, and has put an accessor where its copies share the page's limits.
Object.defineProperty(globalThis, Symbol.for('checkout-elements'), {
  configurable: true,
  get: () => ({ version: 1, limits: undefined, listeners: new Set(), limit: () => undefined, subscribe: () => () => undefined }),
  set(_page: unknown) {},
});

test('a page that asks for no limits works on; one that asks for them is refused, and told', async () => {
  await import('../../../src/define.js');
  const { configure } = await import('../../../src/index.js');
  const payer = await mount();
  await payer.sees(payer.from('Card number'));
  expect(payer.alert().elements()).toEqual([]);
  expect(() => configure({ publicKeys: [gateway.shop.publicKey] })).toThrow(
    expect.objectContaining({ code: 'settings_conflict', message: expect.stringContaining('another script in its place') }),
  );
  // Nothing is sealed on a page whose limits somebody else decides about.
  await expect.element(payer.alert()).toHaveTextContent('another script in its place');
  expect(payer.from('Card number').elements()).toEqual([]);
});
