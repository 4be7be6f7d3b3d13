import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { bundle } from '../../../build/bundle.mjs';
import { root } from '../../../build/install.mjs';
import { startServer } from '../../../demo/start/process/server.mjs';
import { findOrInstall, launchArguments } from '../../browsers.mjs';

// The Playwright samples of docs/testing.md, run unchanged against the page of README.md and a page with a product.

let gateway: Awaited<ReturnType<typeof startServer>>;
let server: Server;
beforeAll(async () => {
  gateway = await startServer('gateway', await bundle('gateway'), ['--port', '0', '--data', 'memory']);
  const { checkout_url: checkout = '' } = gateway.addresses;
  const [, readme = ''] = /```html\n(.*?)```/s.exec(readFileSync('README.md', 'utf8')) ?? [];
  const inline = readme.replaceAll('http://127.0.0.1:4010', checkout);
  const isolated = inline.replace('currency=', `fields-url="${checkout}/fields/" currency=`);
  const [, key = ''] = /public-key="([^"]+)"/.exec(readme) ?? [];
  const product = inline.replace(
    /<p2p-transfer.*<\/p2p-transfer>/s,
    `<product-pay src="${checkout}/examples/product" public-key="${key}"></product-pay>`,
  );
  const pages: Readonly<Record<string, string>> = { '/': inline, '/isolated.html': isolated, '/product.html': product };
  server = createServer(({ url = '' }, response) => {
    // The bank's page adds the payment's uid to the address.
    const page = pages[url.split('?')[0] ?? ''];
    response.writeHead(page ? 200 : 404, { 'content-type': 'text/html' }).end(page);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
}, 120_000);
afterAll(async () => {
  server?.close();
  await gateway?.stop();
});

/** Runs Playwright's own test runner. @returns its exit code, and what it printed. */
function runPlaywright(folder: string): Promise<{ readonly code: number | null; readonly output: string }> {
  const child = spawn(process.execPath, [join(root, 'node_modules/playwright/cli.js'), 'test', '--reporter=line'], {
    cwd: folder,
    env: { ...process.env, CI: '1' },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (output += text.toString()));
  return new Promise((resolve, reject) => {
    child.once('error', reject).once('close', (code) => resolve({ code, output }));
  });
}

test('the Playwright samples pass: a transfer, isolated fields, a product, and 3-D Secure', async () => {
  const folder = join(inject('packed').consumer, 'testing');
  mkdirSync(folder, { recursive: true });
  cpSync(join(root, 'docs/samples/testing'), folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{"type": "module"}\n');
  const use = {
    baseURL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    launchOptions: { executablePath: findOrInstall(), args: launchArguments },
  };
  writeFileSync(
    join(folder, 'playwright.config.js'),
    `export default ${JSON.stringify({ use, workers: 2, fullyParallel: true })};\n`,
  );
  const { code, output } = await runPlaywright(folder);
  expect(output).toContain('6 passed');
  expect(code).toBe(0);
});
