import { expect, test } from 'vitest';
import type * as Package from '../src/index.js';

test('the entry for classes registers nothing; the entry for tags registers once, and keeps existing definitions', async () => {
  // A page of its own, where nothing is registered yet.
  const page = document.body.appendChild(document.createElement('iframe')).contentWindow as Window & typeof globalThis;
  const load = (path: string) =>
    page.eval(`import(${JSON.stringify(new URL(path, import.meta.url).href)})`) as Promise<typeof Package>;

  const { P2pTransferElement } = await load('../src/index.ts');
  expect(page.customElements.get('p2p-transfer')).toBeUndefined();

  const another = class extends P2pTransferElement {};
  page.customElements.define('p2p-transfer', another);
  await load('../src/define.ts');
  expect(page.customElements.get('p2p-transfer')).toBe(another);
  expect(page.customElements.get('product-pay')).toBeDefined();
});
