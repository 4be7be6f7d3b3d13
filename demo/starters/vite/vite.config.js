import { existsSync } from 'node:fs';
import { toNode } from 'checkout-elements/merchant';
import { defineConfig } from 'vite';

// The environment takes precedence over the file.
if (existsSync('sandbox.env')) process.loadEnvFile('sandbox.env');
for (const name of ['SHOP_ID', 'SECRET_KEY', 'PUBLIC_KEY', 'GATEWAY_URL', 'SHOP_URL']) {
  if (!process.env[name])
    throw new Error(`Expected ${name} in the environment. For the sandbox, the file sandbox.env of this starter has it.`);
}
const { PUBLIC_KEY = '', GATEWAY_URL = '', SHOP_URL = '' } = process.env;
// On this machine alone, unless HOST says otherwise.
const host = process.env.HOST || '127.0.0.1';
const port = Number(process.env.PORT || new URL(SHOP_URL).port || 5173);

/** Runs your server inside Vite's. @param {import('vite').ViteDevServer | import('vite').PreviewServer} server */
async function addServer(server) {
  // Vite would print the address that it listens on, where the session's cookie and the way back from the bank don't belong.
  server.printUrls = () => console.log(`The shop is at ${SHOP_URL}`);
  const { answer } = await import('./server.js');
  // A body of more than 256 KB is answered with 413: `maxBytes` of toNode.
  const handler = toNode(answer);
  server.middlewares.use((request, response, next) => (request.url?.startsWith('/api/') ? handler(request, response) : next()));
}

export default defineConfig({
  // The settings that the page may know. The secret key is not one of them.
  define: { SETTINGS: JSON.stringify({ publicKey: PUBLIC_KEY, gatewayUrl: GATEWAY_URL, shopUrl: SHOP_URL }) },
  server: { host, port, strictPort: true },
  preview: { host, port, strictPort: true },
  plugins: [{ name: 'shop-server', configureServer: addServer, configurePreviewServer: addServer }],
});
