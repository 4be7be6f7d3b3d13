import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { bundle } from '../../../build/bundle.mjs';
import { root } from '../../../build/install.mjs';
import { startServer } from '../../../demo/start/process/server.mjs';
import { findOrInstall, launchArguments } from '../../browsers.mjs';
import { unpackSandbox } from '../sandbox/sandbox-package.js';
import { runBlock } from './sample-files.js';

// The Playwright samples of docs/testing.md, run unchanged: against the page of README.md, and those of a
// merchant's own shop with the servers that its configuration starts.

let gateway: Awaited<ReturnType<typeof startServer>>;
let server: Server;
const launchOptions = { executablePath: findOrInstall(), args: launchArguments };
beforeAll(async () => {
  await unpackSandbox(inject('packed').consumer);
  gateway = await startServer('gateway', await bundle('gateway'), ['--port', '0', '--data', 'memory']);
  const { checkout_url: checkout = '' } = gateway.addresses;
  const [, readme = ''] = /```html\n(.*?)```/s.exec(readFileSync('README.md', 'utf8')) ?? [];
  const inline = readme.replaceAll('http://127.0.0.1:4010', checkout);
  const isolated = inline.replace('currency=', `fields-url="${checkout}/fields/" currency=`);
  const pages: Readonly<Record<string, string>> = { '/': inline, '/isolated.html': isolated };
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
function runPlaywright(
  folder: string,
  config: string,
  words: readonly string[] = [],
): Promise<{ readonly code: number | null; readonly output: string }> {
  const command = [join(root, 'node_modules/playwright/cli.js'), 'test', '--reporter=line', '--config', config, ...words];
  const child = spawn(process.execPath, command, {
    cwd: folder,
    env: { ...process.env, CI: '1' },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (output += text.toString()));
  return new Promise((resolve, reject) => {
    child.once('error', reject).once('close', (code) => resolve({ code, output }));
  });
}

test('the Playwright samples for a transfer pass, in the page and in isolated fields', async () => {
  const folder = join(inject('packed').consumer, 'testing');
  mkdirSync(folder, { recursive: true });
  cpSync(join(root, 'docs/samples/testing'), folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{"type": "module"}\n');
  const use = {
    baseURL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    launchOptions,
  };
  writeFileSync(
    join(folder, 'playwright.config.js'),
    `export default ${JSON.stringify({ use, workers: 2, fullyParallel: true })};\n`,
  );
  const { code, output } = await runPlaywright(folder, 'playwright.config.js');
  expect(output).toContain('2 passed');
  expect(code).toBe(0);
});

const SHOP = ['docs/testing.md', 'own-tests/. .'] as const;
const EXPRESS = ['docs/server/frameworks.md', '{express,notifications,session,store}.ts'] as const;
const TESTED = ['docs/testing.md', 'shop.spec}.js'] as const;
test.each([
  ['the small shop', [SHOP], []],
  ['the Express server with a product', [EXPRESS, TESTED], ['--grep-invert', 'price changed|refunded|subscription renewed']],
] as const)(
  'the tests of a merchant’s own shop pass with %s, which their configuration starts with the sandbox',
  async (shop, blocks, words) => {
    const folder = join(inject('packed').consumer, shop.replaceAll(' ', '-'));
    for (const [page, first] of blocks) runBlock(page, first, folder);
    const bin = join(folder, 'node_modules/.bin');
    mkdirSync(bin, { recursive: true });
    symlinkSync(
      join(inject('packed').consumer, 'node_modules/checkout-elements-sandbox/sandbox.js'),
      join(bin, 'checkout-elements-sandbox'),
    );
    // The configuration of the sample, with this machine's browser.
    const own = `import own from './playwright.config.js';
export default { ...own, use: { ...own.use, launchOptions: ${JSON.stringify(launchOptions)} } };\n`;
    writeFileSync(join(folder, 'here.config.js'), own);
    const { code, output } = await runPlaywright(folder, 'here.config.js', words);
    expect(output).toContain(words.length === 0 ? '10 passed' : '7 passed');
    expect(code).toBe(0);
  },
  240_000,
);
