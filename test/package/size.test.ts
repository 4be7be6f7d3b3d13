import { readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { parseSync } from 'vite';
import { expect, inject, test } from 'vitest';
import { root } from '../../demo/start/build/install.mjs';
import { minifyLiterals } from '../../demo/start/build/minify-literals.mjs';
import { firstPartModules } from '../../demo/start/build/two-parts.mjs';

// Bytes after maximum brotli compression, as a CDN sends the file. About 23,500 of them are lit, jose and zod; one-element.test.ts has
// the budget for a bundle of the transfer alone.
const BUDGETS: Readonly<Record<string, number>> = {
  'cdn/checkout.js': 94_450,
  'cdn/p2p-transfer.js': 33_100,
  'cdn/p2p-transfer.later.js': 55_150,
  'cdn/product-pay.js': 86_350,
  'cdn/plan-subscribe.js': 22_400,
};

test.each(Object.entries(BUDGETS))('%s stays within %i bytes of brotli', (name, budget) => {
  const content = readFileSync(join(inject('packed').folder, 'dist', name));
  const brotli = brotliCompressSync(content).length;
  console.table({ [name]: { bytes: content.length, gzip: gzipSync(content, { level: 9 }).length, brotli, budget } });
  expect(brotli).toBeLessThanOrEqual(budget);
});

test('the two files of the transfer stay within 88,200 bytes of brotli, both together', () => {
  const files = ['p2p-transfer.js', 'p2p-transfer.later.js'].map((name) =>
    readFileSync(join(inject('packed').folder, 'dist/cdn', name)),
  );
  const brotli = files.reduce((sum, file) => sum + brotliCompressSync(file).length, 0);
  console.table({ transfer: { brotli, budget: 88_200 } });
  expect(brotli).toBeLessThanOrEqual(88_200);
});

test('the frame of the isolated fields stays within 25,350 bytes of brotli, all files together', () => {
  const texts = ['fields.html', 'fields.js', 'fields.css'].map((name) =>
    readFileSync(join(inject('packed').folder, 'dist/fields', name)),
  );
  const brotli = brotliCompressSync(Buffer.concat(texts)).length;
  console.table({ fields: { brotli, budget: 25_350 } });
  expect(brotli).toBeLessThanOrEqual(25_350);
});

test('the style sheet for inputs before the script stays within 1,300 bytes of brotli', () => {
  const brotli = brotliCompressSync(readFileSync(join(inject('packed').folder, 'dist/cdn/inputs.css'))).length;
  console.table({ 'inputs.css': { brotli, budget: 1300 } });
  expect(brotli).toBeLessThanOrEqual(1300);
});

test.each(Object.keys(BUDGETS))('%s imports no other file before it runs', (name) => {
  const { module } = parseSync(name, readFileSync(join(inject('packed').folder, 'dist', name), 'utf8'));
  expect(module.staticImports).toEqual([]);
});

/** The modules that the first part of an element may contain: none that validates settings, seals, sends, or shows the later steps. */
const FIRST = [
  'node_modules/(lit|lit-html|lit-element|@lit/reactive-element)/.+',
  'src/(card|clock|money|script|url)/.+',
  'src/(flow/state|http/error|wire/uid|checkout/(attempt-mark|base64url|random))\\.ts',
  'src/locales/(catalogue|en-form|fill|language-tag)\\.ts',
  'src/elements/(errors|event-options|events)\\.ts',
  'src/elements/base/(announcements-view|attributes|brand-name|button-styles|checkout-element|custom-states|fire|speech|system-font|theme)\\.ts',
  'src/elements/fields/([\\w-]+|brand/[\\w-]+|edit/[\\w-]+|framed/sum-view|saved/lazy-saved-section|slotted/[\\w-]+)\\.ts',
  'src/elements/p2p-transfer/(details-view|load-later-part|p2p-transfer|returning-view|price/(shown-price|summary-view)|settings/(attributes|form-settings))\\.ts',
  'src/elements/page/[\\w-]+\\.ts',
  'src/elements/payment/(card-element|running-payment-element|payment-attributes|payment-element)\\.ts',
  'src/elements/session/(form-association|deferred-press|may-be-returning|part-loader)\\.ts',
].map((each) => new RegExp(`^${each}$`));

test('the first part of the transfer contains only modules that its fields need', async () => {
  const modules = Object.entries(await firstPartModules('p2p-transfer', [minifyLiterals()]))
    .filter(([id, length]) => length > 0 && !id.startsWith('\0'))
    .map(([id, length]) => ({ module: relative(root, id).split(sep).join('/'), length }))
    .filter(({ module }) => !/locales\/(ar|ru)\.ts$/.test(module))
    .sort((one, other) => other.length - one.length);
  console.table(modules.slice(0, 25));
  expect(modules.map(({ module }) => module).filter((module) => !FIRST.some((each) => each.test(module)))).toEqual([]);
}, 30_000);
