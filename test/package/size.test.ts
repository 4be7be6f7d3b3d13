import { readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { parseSync } from 'vite';
import { expect, inject, test } from 'vitest';
import { root } from '../../demo/start/build/install.mjs';
import { minifyLiterals } from '../../demo/start/build/minify-literals.mjs';
import { firstPartModules } from '../../demo/start/build/two-parts.mjs';

// Bytes after maximum brotli compression, as a CDN sends the file. About 23,500 of them are lit, jose and zod; alone.test.ts has
// the budget for a bundle of the transfer alone.
const BUDGETS: Readonly<Record<string, number>> = {
  'cdn/checkout.js': 89_300,
  'cdn/p2p-transfer.js': 38_500,
  'cdn/p2p-transfer.later.js': 44_300,
  'cdn/product-pay.js': 82_000,
  'cdn/plan-subscribe.js': 25_600,
  'cdn/qr-code.js': 3_700,
};

test.each(Object.entries(BUDGETS))('%s stays within %i bytes of brotli', (name, budget) => {
  const content = readFileSync(join(inject('packed').folder, 'dist', name));
  const brotli = brotliCompressSync(content).length;
  console.table({ [name]: { bytes: content.length, gzip: gzipSync(content, { level: 9 }).length, brotli, budget } });
  expect(brotli).toBeLessThanOrEqual(budget);
});

test('the frame of the isolated fields stays within 25,000 bytes of brotli, all files together', () => {
  const texts = ['fields.html', 'fields.js', 'fields.css'].map((name) =>
    readFileSync(join(inject('packed').folder, 'dist/fields', name)),
  );
  const brotli = brotliCompressSync(Buffer.concat(texts)).length;
  console.table({ fields: { brotli, budget: 25_000 } });
  expect(brotli).toBeLessThanOrEqual(25_000);
});

test.each(Object.keys(BUDGETS))('%s imports no other file before it runs', (name) => {
  const { module } = parseSync(name, readFileSync(join(inject('packed').folder, 'dist', name), 'utf8'));
  expect(module.staticImports).toEqual([]);
});

/** The modules that the first part of an element may contain: none that seals, sends or judges answers. */
const FIRST =
  /^(node_modules\/(lit|lit-html|lit-element|@lit\/reactive-element)\/|src\/(script|elements\/(base|fields|page|p2p-transfer)|card|money|url|clock|locales)\/|src\/elements\/(errors|events)\.ts$|src\/elements\/payment\/(card-element|course-element|payment-\w+)\.ts$|src\/elements\/session\/(form-association|kept-press|part-loader|returning|waiting)\.ts$|src\/elements\/steps\/(missing-text|page-title|step-focus|step-sentences|trouble-text)\.ts$|src\/checkout\/(errors|plaintext)\.ts$|src\/flow\/(repeated-question|state)\.ts$|src\/http\/error\.ts$|src\/wire\/uid\.ts$)/;

test('the first part of the transfer holds only modules that its fields need', async () => {
  const modules = Object.entries(await firstPartModules('p2p-transfer', [minifyLiterals()]))
    .filter(([id, length]) => length > 0 && !id.startsWith('\0'))
    .map(([id, length]) => ({ module: relative(root, id).split(sep).join('/'), length }))
    .filter(({ module }) => !/locales\/(ar|ru)\.ts$/.test(module))
    .sort((one, other) => other.length - one.length);
  console.table(modules.slice(0, 25));
  expect(modules.map(({ module }) => module).filter((module) => !FIRST.test(module))).toEqual([]);
}, 30_000);
