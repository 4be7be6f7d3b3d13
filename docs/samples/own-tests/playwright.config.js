import { defineConfig } from 'playwright/test';

const [sandbox, shop] = ['http://127.0.0.1:4410', 'http://localhost:4420'];

export default defineConfig({
  // The tests share one sandbox and its clock.
  workers: 1,
  use: { baseURL: shop, locale: 'en-US' },
  webServer: [
    {
      command: 'npx --no-install checkout-elements-sandbox --port 4410 --data memory',
      url: `${sandbox}/checkout.js`,
      stderr: 'ignore',
    },
    {
      command: 'node --env-file=sandbox.env shop.mjs',
      url: shop,
      // It takes precedence over the file.
      env: { GATEWAY_URL: sandbox, SHOP_URL: shop },
    },
  ],
});
