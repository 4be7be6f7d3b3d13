import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { parseSync } from 'vite';
import { expect, inject, test } from 'vitest';
import { inputsStyle } from '../../build/inputs-style.mjs';

// Bytes after maximum brotli compression, as a CDN sends the file. They have some 150 bytes of room: the names that the minifier gives
// move a file by up to 100, in whatever part of it something changes. About 24,500 of them are lit, jose and zod; one-element.test.ts has
// the budget for a bundle of the transfer alone.
const BUDGETS: Readonly<Record<string, number>> = {
  'cdn/checkout.js': 106_100,
  'cdn/p2p-transfer.js': 96_000,
  'cdn/product-pay.js': 100_700,
  'cdn/plan-subscribe.js': 22_900,
};

test.each(Object.entries(BUDGETS))('%s stays within %i bytes of brotli', (name, budget) => {
  const content = readFileSync(join(inject('packed').folder, 'dist', name));
  const brotli = brotliCompressSync(content).length;
  console.table({ [name]: { bytes: content.length, gzip: gzipSync(content, { level: 9 }).length, brotli, budget } });
  expect(brotli).toBeLessThanOrEqual(budget);
});

test('the frame of the isolated fields stays within 60,000 bytes of brotli, all files together', () => {
  const texts = ['fields.html', 'fields.js', 'fields.css'].map((name) =>
    readFileSync(join(inject('packed').folder, 'dist/fields', name)),
  );
  const brotli = brotliCompressSync(Buffer.concat(texts)).length;
  console.table({ fields: { brotli, budget: 60_000 } });
  expect(brotli).toBeLessThanOrEqual(60_000);
});

test('the style sheet for inputs before the script stays within 1,750 bytes of brotli', () => {
  const brotli = brotliCompressSync(inputsStyle()).length;
  console.table({ 'the style of inputs': { brotli, budget: 1_750 } });
  expect(brotli).toBeLessThanOrEqual(1_750);
});

test.each(Object.keys(BUDGETS))('%s imports no other file before it runs', (name) => {
  const { module } = parseSync(name, readFileSync(join(inject('packed').folder, 'dist', name), 'utf8'));
  expect(module.staticImports).toEqual([]);
});
