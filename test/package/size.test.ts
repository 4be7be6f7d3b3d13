import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { expect, inject, test } from 'vitest';

// Bytes after maximum brotli compression, as a CDN sends the file. About 23,500 of them are lit, jose and zod; alone.test.ts has
// the budget for a bundle of the transfer alone.
const BUDGETS: Readonly<Record<string, number>> = { 'cdn/checkout.js': 78_800, 'cdn/qr-code.js': 3_700 };

test.each(Object.entries(BUDGETS))('%s stays within %i bytes of brotli', (name, budget) => {
  const content = readFileSync(join(inject('packed').folder, 'dist', name));
  const brotli = brotliCompressSync(content).length;
  console.table({ [name]: { bytes: content.length, gzip: gzipSync(content, { level: 9 }).length, brotli, budget } });
  expect(brotli).toBeLessThanOrEqual(budget);
});
