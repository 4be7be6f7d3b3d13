import { afterEach, expect, test } from 'vitest';
import { readScriptTags } from '../../../src/elements/page/read-script-tags.js';

const path = '/missing/checkout.js';
const url = new URL(path, location.href).href;
const added: Element[] = [];

function add(tag: 'script' | 'base', attributes: Readonly<Record<string, string>>): void {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  document.head.prepend(element);
  added.push(element);
}

afterEach(() => {
  for (const element of added.splice(0)) element.remove();
});

const read = () => readScriptTags(url, ['public-key']);

test('a module tag with a relative address is found', () => {
  add('script', { type: 'module', src: path, 'data-public-key': 'own' });
  expect(read()).toEqual([{ 'public-key': 'own' }]);
});

test('an injected <base> hides no tag, so a tag that contradicts it is noticed', () => {
  add('script', { type: 'module', src: path, 'data-public-key': 'own' });
  add('base', { href: 'https://attacker.example/' });
  expect(read()).toEqual([{ 'public-key': 'own' }]);
  add('script', { type: 'module', src: url, 'data-public-key': 'other' });
  expect(read()).toEqual([{ 'public-key': 'other' }, { 'public-key': 'own' }]);
});

test.each([{ type: 'text/plain' }, { type: 'text/javascript' }, {}])(
  'a tag that can’t have loaded the module is ignored: %o',
  (type) => {
    add('script', { ...type, src: url, 'data-public-key': 'other' });
    expect(read()).toEqual([]);
  },
);
