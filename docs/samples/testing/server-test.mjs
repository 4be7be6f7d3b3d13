import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { MerchantClient } from 'checkout-elements/merchant';
import { start } from 'checkout-elements-sandbox';

/** @type {import('checkout-elements-sandbox').Sandbox} */
let sandbox;
before(async () => {
  sandbox = await start();
});
after(() => sandbox.stop());

function openClient() {
  const { gatewayUrl, shops } = sandbox;
  const [shop] = shops;
  if (!shop) throw new Error('The sandbox has no shop.');
  return new MerchantClient({ shopId: String(shop.shopId), secretKey: shop.secretKey, gatewayUrl });
}

const tea = { name: 'Tea', description: 'Green tea, 100 g', currency: 'USD', amount: 1250, infinite: true, immortal: true };

test('a product that was created although its answer was lost is on the list', async () => {
  await sandbox.faults.add({ kind: 'server_error', endpoint: 'createProduct', requests: 1, committed: true });
  const client = openClient();
  await assert.rejects(client.createProduct(tea));
  const products = await client.listProducts();
  assert.equal(products.filter(({ name }) => name === 'Tea').length, 1);
});

test('the test moves the sandbox’s clock to tomorrow', async () => {
  const before = await sandbox.clock.now();
  const later = await sandbox.clock.advance(24 * 60 * 60);
  assert.ok(later.getTime() - before.getTime() >= 86_400_000);
});
