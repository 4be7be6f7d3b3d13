import { existsSync } from 'node:fs';
import { toNode } from 'checkout-elements/merchant';
import { defineConfig } from 'vite';

// The environment takes precedence over the file.
if (existsSync('sandbox.env')) process.loadEnvFile('sandbox.env');
for (const name of ['SHOP_ID', 'SECRET_KEY', 'PUBLIC_KEY', 'GATEWAY_URL']) {
  if (!process.env[name])
    throw new Error(`Expected ${name} in the environment. For the sandbox, the file sandbox.env of this starter has it.`);
}
const { PUBLIC_KEY = '', GATEWAY_URL = '', SHOP_URL = 'http://localhost:5173' } = process.env;
const port = Number(new URL(SHOP_URL).port);

/** Runs your server inside Vite's during development. @param {{ middlewares: import('vite').Connect.Server }} server */
async function addServer({ middlewares }) {
  const { answer } = await import('./server.js');
  const handler = toNode(answer);
  middlewares.use((request, response, next) => (request.url?.startsWith('/api/') ? handler(request, response) : next()));
}

export default defineConfig({
  // The settings that the page may know. The secret key is not one of them.
  define: { SETTINGS: JSON.stringify({ publicKey: PUBLIC_KEY, gatewayUrl: GATEWAY_URL, shopUrl: SHOP_URL }) },
  server: { port, strictPort: true },
  preview: { port, strictPort: true },
  plugins: [{ name: 'shop-server', configureServer: addServer, configurePreviewServer: addServer }],
});
