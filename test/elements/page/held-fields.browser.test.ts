import { afterEach, expect, test } from 'vitest';
import '../../../src/define.js';
import { configure } from '../../../src/index.js';
import { gateway } from '../gateway.js';
import { mount, type Payer } from '../payer.js';

// A page in which cards are typed into a frame alone. Each script runs after the call of `configure()`.

const FIELDS = `${new URL(gateway.url).origin}/fields/`;
const { prototype } = Array;
const methods = ['push', 'every', 'some', 'filter', 'map', 'includes', 'find', 'join'] as const;
const originals = methods.map((name) => [name, Object.getOwnPropertyDescriptor(prototype, name)!] as const);

afterEach(() => {
  Reflect.deleteProperty(prototype, '0');
  for (const [name, original] of originals) Object.defineProperty(prototype, name, original);
});

const isRefusal = (value: unknown): boolean => value instanceof Error && 'code' in value && value.code === 'address_not_allowed';

/** Lets a method of lists with a refusal answer something else. */
const answer = (name: (typeof methods)[number], value: unknown) => (): void => {
  const original = Object.getOwnPropertyDescriptor(prototype, name)!.value as () => unknown;
  Object.defineProperty(prototype, name, {
    configurable: true,
    writable: true,
    value(this: unknown[], ...given: never[]) {
      return isRefusal(this[0]) || isRefusal(given[0]) ? value : Reflect.apply(original, this, given);
    },
  });
};

const SCRIPTS: Readonly<Record<string, () => void>> = {
  'takes what is assigned to arrays': () =>
    Object.defineProperty(prototype, '0', {
      configurable: true,
      get: () => undefined,
      set(this: unknown[], value: unknown) {
        if (isRefusal(value)) return;
        Object.defineProperty(this, '0', { value, writable: true, enumerable: true, configurable: true });
      },
    }),
  'replaces push': answer('push', 0),
  'replaces every': answer('every', true),
  'replaces some': answer('some', false),
  'replaces filter': answer('filter', []),
  'replaces map': answer('map', []),
  'replaces find': answer('find', undefined),
  'replaces join': answer('join', ''),
};

const inputsIn = ({ element }: Payer): number => element.shadowRoot!.querySelectorAll('input').length;

test('the page is limited; without a script, an element without the frame shows no input', async () => {
  configure({ fieldsUrls: [FIELDS] });
  const payer = await mount();
  await expect.element(payer.alert()).toHaveTextContent('fields-url: expected');
  expect(inputsIn(payer)).toBe(0);
});

test.each(Object.entries(SCRIPTS))('where a script %s, none shows an input either', async (_, script) => {
  const before = await mount({ 'fields-url': FIELDS });
  script();
  const payer = await mount();
  before.element.removeAttribute('fields-url');
  await payer.element.updateComplete;
  await before.element.updateComplete;
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect([inputsIn(payer), inputsIn(before)]).toEqual([0, 0]);
});
