import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { build } from 'vite';
import { expect, inject, test } from 'vitest';

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
      rolldownOptions: { external: ['react'], output: { minify: true } },
    },
  }).finally(() => (process.env['NODE_ENV'] = before));
  const [output] = Array.isArray(result) ? result : [];
  const chunks =
    output?.output.filter(
      (chunk) => chunk.type === 'chunk' && !/^(?!en)[a-z]{2}(-[A-Z]\w{1,3})?(-[\w-]{8})?$/.test(chunk.name),
    ) ?? [];
  return chunks.map((chunk) => (chunk.type === 'chunk' ? chunk.code : '')).join('');
}

// Each has what the transfer needs, and nothing about products and plans: texts of their schemas, words and code.
const TRANSFER_ALONE = [
  ['its class', 97_400, "import { P2pTransferElement as E } from 'checkout-elements'; customElements.define('p2p-transfer', E);"],
  ['its entry', 97_400, "import 'checkout-elements/define/p2p-transfer';"],
  ['its entry for Vue', 97_400, "import 'checkout-elements/vue/p2p-transfer';"],
  ['its entry for Svelte', 97_400, "import 'checkout-elements/svelte/p2p-transfer';"],
  ['its component for React', 98_000, "import { P2pTransfer } from 'checkout-elements/react'; export const used = P2pTransfer;"],
] as const;
const OF_OTHERS = [
  'confirm_order',
  'visible_fields',
  'interval_unit',
  'as_first_payment',
  'taxpayer_id',
  'Sold out',
  'until you cancel',
];

test('a bundle of everything has what the transfer alone leaves out', { timeout: 60_000 }, async () => {
  const everything = await bundle('everything', "import 'checkout-elements/define';\n");
  expect(OF_OTHERS.filter((text) => !everything.includes(text))).toEqual([]);
});

test.each(TRANSFER_ALONE)(
  'a bundle of the transfer alone by %s stays within %i bytes of brotli, and has nothing of products and plans',
  { timeout: 60_000 },
  async (_, budget, source) => {
    const code = await bundle('transfer', source);
    const bytes = brotliCompressSync(code).length;
    console.table({ transfer: { bytes: code.length, brotli: bytes } });
    expect(code).toContain('From card');
    expect(code).toMatch(/customElements\.define\(/);
    expect(OF_OTHERS.filter((text) => code.includes(text))).toEqual([]);
    expect(bytes).toBeLessThanOrEqual(budget);
  },
);

test.each([
  ["import { SettingError } from 'checkout-elements/errors';\nconsole.log(SettingError);\n", 200],
  ["import * as errors from 'checkout-elements/errors';\nconsole.log(errors);\n", 1650],
  ["import { CheckoutOutcomeEvent } from 'checkout-elements/events';\nconsole.log(CheckoutOutcomeEvent);\n", 200],
  ["import * as events from 'checkout-elements/events';\nconsole.log(events);\n", 550],
])('%s brings no element: at most %i bytes of brotli', async (source, budget) => {
  const code = await bundle('entry', source);
  const bytes = brotliCompressSync(code).length;
  console.table({ [source.split('\n')[0]!]: { bytes: code.length, brotli: bytes, budget } });
  expect(code).not.toContain('LitElement');
  expect(bytes).toBeLessThanOrEqual(budget);
});
