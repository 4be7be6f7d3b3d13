import { afterEach, expect, test } from 'vitest';
import '../../../src/define.js';
import type { limitPage, page } from '../../../src/elements/page/page.js';
import { configure } from '../../../src/index.js';
import { gateway, otherKey } from '../gateway.js';
import { mount } from '../payer.js';

// A page is limited once, so the tests of this file build on one another. Each script runs after the first call of `configure()`.

const own = gateway.shop.publicKey;
const KEY = Symbol.for('checkout-elements');
const scope = globalThis as unknown as Record<symbol, Record<string, unknown>>;
const shared = (): Record<string, unknown> => scope[KEY]!;
/** Lists that a script can reach through what the elements share. */
const lists = (): string[][] => Object.values((shared()['limits'] ?? {}) as Record<string, string[]>).filter(Array.isArray);

const undo: (() => void)[] = [];
afterEach(() => undo.splice(0).forEach((each) => each()));

/** Replaces a method of all arrays, where `isMeant`; everything else of the page goes on working. */
function patch(name: 'includes' | 'push', isMeant: (list: readonly unknown[], given: readonly unknown[]) => boolean): void {
  const { prototype } = Array;
  const original = Object.getOwnPropertyDescriptor(prototype, name)!;
  undo.push(() => Object.defineProperty(prototype, name, original));
  Object.defineProperty(prototype, name, {
    ...original,
    value(this: unknown[], ...given: never[]) {
      return isMeant(this, given) ? true : Reflect.apply(original.value as () => unknown, this, given);
    },
  });
}
/** Whether a list is one of addresses or keys. */
const isOfLimits = ([first]: readonly unknown[]): boolean => typeof first === 'string' && /^(https?:|MII)/.test(first);

/** Gives all arrays a setter for their first entry, which takes errors. */
function takeFirstEntries(): void {
  const { prototype } = Array;
  undo.push(() => void Reflect.deleteProperty(prototype, '0'));
  Object.defineProperty(prototype, '0', {
    configurable: true,
    get: () => undefined,
    set(this: unknown[], value: unknown) {
      if (value instanceof Error) return;
      Object.defineProperty(this, '0', { value, writable: true, enumerable: true, configurable: true });
    },
  });
}

const SCRIPTS: Readonly<Record<string, () => void>> = {
  'sets the limits to nothing': () => void (shared()['limits'] = undefined),
  'changes the lists in place': () => lists().forEach((list) => list.push('https://thief.example', otherKey)),
  'replaces what the elements share': () => void (scope[KEY] = { limits: undefined, listeners: new Set() }),
  'deletes what the elements share': () => void delete scope[KEY],
  'defines it anew': () => void Object.defineProperty(globalThis, KEY, { value: { version: 1, limits: undefined } }),
  'replaces the functions of it': () => Object.assign(shared(), { limit: () => undefined, subscribe: () => undefined }),
  'calls the setter again': () => (shared()['limit'] as (limits: object) => void)({ publicKeys: [otherKey] }),
  'replaces includes of arrays': () => patch('includes', isOfLimits),
  'takes what is assigned to arrays': takeFirstEntries,
  'replaces push of arrays': () => patch('push', (_, given) => given.some((each) => each instanceof Error)),
};

test('the page is limited; without a script, an element with another key or address refuses', async () => {
  configure({ checkoutOrigins: [new URL(gateway.url).origin], publicKeys: [own] });
  const same = await mount();
  await same.waitForEvents('checkout-ready');
  expect(same.alert().elements()).toEqual([]);
});

test.each(Object.entries(SCRIPTS))('a script that %s lifts no limit', async (_, script) => {
  try {
    script();
  } catch (error) {
    // What is frozen refuses the change.
    expect(error).toBeInstanceOf(TypeError);
  }
  const key = await mount({ 'public-key': otherKey });
  await expect.element(key.alert()).toHaveTextContent('public-key: expected one of the keys');
  const address = await mount({ 'checkout-url': 'https://thief.example' });
  await expect.element(address.alert()).toHaveTextContent('checkout-url: expected https://');
  for (const payer of [key, address]) expect(payer.from('Card number').elements()).toEqual([]);
});

test('another copy of the package shares the limits, and can’t set others', async () => {
  const copy = (await import(
    /* @vite-ignore */ `${new URL('../../../src/elements/page/page.ts', import.meta.url).href}?copy`
  )) as {
    readonly page: typeof page;
    readonly limitPage: typeof limitPage;
  };
  expect(copy.page()).toBe(shared());
  const others = { checkoutOrigins: undefined, publicKeys: [otherKey], fieldsUrls: undefined };
  expect(copy.limitPage(others)).toMatchObject({ code: 'settings_conflict' });
  expect(copy.page().limits?.publicKeys).toEqual([own]);
});
