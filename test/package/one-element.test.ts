import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { build } from 'vite';
import { beforeAll, expect, inject, test } from 'vitest';

/** A consumer's bundle of a page that uses only these elements: all its parts, without languages. */
async function bundle(name: string, source: string): Promise<string> {
  const { consumer } = inject('packed');
  const entry = join(consumer, `${name}.mjs`);
  writeFileSync(entry, source);
  const before = process.env['NODE_ENV'];
  // Vitest's own conditions would select Lit's development build.
  process.env['NODE_ENV'] = 'production';
  const result = await build({
    root: consumer,
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      target: 'es2022',
      lib: { entry, formats: ['es'], fileName: name },
      // Otherwise a library build keeps its white space, which is not sent to a page.
      rolldownOptions: { output: { minify: true } },
    },
  }).finally(() => (process.env['NODE_ENV'] = before));
  const [output] = Array.isArray(result) ? result : [];
  const chunks = output?.output.filter((chunk) => chunk.type === 'chunk' && !/^(ar|ru)\b/.test(chunk.name)) ?? [];
  return chunks.map((chunk) => (chunk.type === 'chunk' ? chunk.code : '')).join('');
}

let transfer = '';
let everything = '';

beforeAll(async () => {
  transfer = await bundle(
    'transfer',
    "import { P2pTransferElement } from 'checkout-elements';\ncustomElements.define('p2p-transfer', P2pTransferElement);\n",
  );
  everything = await bundle('everything', "import 'checkout-elements/define';\n");
}, 60_000);

// Texts of the schemas, words and code of products, plans and customers.
test.each([
  'confirm_order',
  'visible_fields',
  'interval_unit',
  'as_first_payment',
  'taxpayer_id',
  'Sold out',
  'until you cancel',
])('a bundle of the transfer alone contains nothing about products and plans: "%s"', (text) => {
  expect(transfer).toContain('From card');
  expect(transfer).not.toContain(text);
  // Otherwise the text would prove nothing.
  expect(everything).toContain(text);
});

test('a bundle of the transfer alone stays within 82600 bytes of brotli', () => {
  const bytes = brotliCompressSync(transfer).length;
  console.table({
    transfer: { bytes: transfer.length, brotli: bytes },
    everything: { bytes: everything.length, brotli: brotliCompressSync(everything).length },
  });
  expect(bytes).toBeLessThanOrEqual(82_600);
});

test.each([
  ["import { SettingError } from 'checkout-elements/errors';\nconsole.log(SettingError);\n", 200],
  ["import * as errors from 'checkout-elements/errors';\nconsole.log(errors);\n", 1520],
  ["import { CheckoutOutcomeEvent } from 'checkout-elements/events';\nconsole.log(CheckoutOutcomeEvent);\n", 200],
  ["import * as events from 'checkout-elements/events';\nconsole.log(events);\n", 550],
])('%s brings no element: at most %i bytes of brotli', async (source, budget) => {
  const code = await bundle('entry', source);
  const bytes = brotliCompressSync(code).length;
  console.table({ [source.split('\n')[0]!]: { bytes: code.length, brotli: bytes, budget } });
  expect(code).not.toContain('LitElement');
  expect(bytes).toBeLessThanOrEqual(budget);
});
