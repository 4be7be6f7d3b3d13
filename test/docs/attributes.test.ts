import { afterAll, expect, test, vi } from 'vitest';
import { listedElements } from '../../build/elements.mjs';
import { readDocuments } from '../../build/manifest/documents.mjs';
import { COLLECTIBLE } from '../../src/card/card-fields.js';
import { readAttributes } from '../../src/elements/p2p-transfer/settings/read-attributes.js';
import { readRoute } from '../../src/elements/plan-subscribe/settings.js';
import { readSale } from '../../src/elements/product-pay/settings.js';

// What a reader copies from the documentation has to be a value that the element takes.

// An element with `fields="slot"` also reads its own inputs. These samples have no element.
vi.stubGlobal('Element', EventTarget);
afterAll(() => void vi.unstubAllGlobals());

const PAGE = { origin: 'https://shop.example', protocol: 'https:' };

const READERS: Readonly<Record<string, (given: never) => object>> = {
  'p2p-transfer': (given) => readAttributes(given, PAGE),
  'product-pay': (given) => readSale(given, undefined, PAGE),
  'plan-subscribe': (given) => readRoute(given, undefined),
};

const ELEMENTS = new RegExp(`<(${Object.keys(READERS).join('|')})\\s([^<>{}]*?)/?>`, 'g');

const propertyOf = (attribute: string): string => attribute.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase());

const tags = [...readDocuments()].flatMap(([path, text]) =>
  [...text.matchAll(ELEMENTS)].map(([, tag = '', inside = '']) => ({
    path,
    tag,
    attributes: Object.fromEntries(
      [...inside.matchAll(/(?<=^|\s)([a-z][a-z0-9-]*)="([^"]*)"/g)].flatMap(([, name = '', value = '']) =>
        // What a sample leaves out.
        value === '…' ? [] : [[name, value]],
      ),
    ),
  })),
);

test('the values of every element are read here', () => {
  expect(new Set(Object.keys(READERS))).toEqual(new Set(listedElements().map(({ tag }) => tag)));
});

test('the elements take each attribute’s value in the documentation', () => {
  expect(tags.length).toBeGreaterThan(10);
  const refused = tags.flatMap(({ path, tag, attributes }) => {
    const given = Object.fromEntries(Object.entries(attributes).map(([name, value]) => [propertyOf(name), value]));
    const read = READERS[tag]!({ language: 'en', ...given, getAttribute: (name: string) => attributes[name] ?? null } as never);
    const { errors = [] } = read as { readonly errors?: readonly { readonly setting: string; readonly message: string }[] };
    return errors.flatMap(({ setting, message }) => (setting in attributes ? `${path}: ${message}` : []));
  });
  expect(refused).toEqual([]);
});

test('the reference names every word that collect takes', () => {
  const row = readDocuments()
    .get('docs/reference/p2p-transfer.md')
    ?.match(/^\| `collect` \|.*$/m)?.[0];
  for (const word of COLLECTIBLE) expect(row).toContain(`\`${word}\``);
});
