import { expect, test } from 'vitest';
import { LANGUAGES } from '../../demo/shop/browser/language-menu.js';
import { CATALOGUES } from '../locales/all-catalogues.js';

test('the demo’s menu has every language, by its name in itself', () => {
  expect(Object.keys(LANGUAGES).sort()).toEqual([...new Set(['en', ...Object.keys(CATALOGUES)])].sort());
  // Node knows them all, which no browser does.
  for (const [tag, name] of Object.entries(LANGUAGES))
    expect(name, tag).toBe(new Intl.DisplayNames(tag, { type: 'language' }).of(tag));
});
