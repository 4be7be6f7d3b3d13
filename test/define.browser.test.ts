import { expect, test } from 'vitest';

test('the entry for classes registers nothing; the entry for tags registers once, and keeps existing definitions', async () => {
  const { P2pTransferElement } = await import('../src/index.js');
  expect(customElements.get('p2p-transfer')).toBeUndefined();

  const another = class extends P2pTransferElement {};
  customElements.define('p2p-transfer', another);
  await import('../src/define.js');
  expect(customElements.get('p2p-transfer')).toBe(another);
});
