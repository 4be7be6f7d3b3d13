import { defineConfig } from 'playwright/test';

const [sandbox, shop] = ['http://127.0.0.1:4010', 'http://localhost:8080'];

export default defineConfig({
  // The tests share one sandbox, its clock and its faults.
  workers: 1,
  use: { baseURL: shop, locale: 'en-US' },
  webServer: [
    {
      command: 'npx --no-install checkout-elements-sandbox --port 4010 --data memory',
      url: `${sandbox}/checkout.js`,
      stderr: 'ignore',
    },
    // Any server of static files.
    { command: 'python3 -m http.server 8080', url: shop, stderr: 'ignore' },
  ],
});
