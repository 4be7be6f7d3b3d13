// The package, as npm would publish it, built by bundlers as a shop would use them, and paid with. Next builds it in test/starters.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { type Browser, chromium } from 'playwright';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { find, launchArguments } from '../browsers.mjs';
import { type Sandbox, startSandbox } from '../conformance/own-sandbox.js';

/** What each bundler needs beside the package, and how it builds `src/index.js` into `out`. Its own settings are left as they are. */
const BUNDLERS: Readonly<
  Record<string, { readonly packages: readonly string[]; readonly build: readonly string[]; readonly settings?: object }>
> = {
  // Parcel reads a package's exports only where it is told to: docs/troubleshooting.md says so.
  parcel: {
    packages: ['parcel@2'],
    build: ['parcel', 'build', 'src/index.js', '--no-cache', '--dist-dir', 'out'],
    settings: { '@parcel/resolver-default': { packageExports: true } },
  },
  webpack: {
    packages: ['webpack@5', 'webpack-cli@6'],
    build: ['webpack', '--mode', 'production', '--entry', './src/index.js', '-o', 'out'],
  },
  esbuild: {
    packages: ['esbuild'],
    build: ['esbuild', 'src/index.js', '--bundle', '--format=esm', '--splitting', '--outdir=out'],
  },
  rollup: {
    packages: ['rollup@4', '@rollup/plugin-node-resolve'],
    build: ['rollup', 'src/index.js', '-p', 'node-resolve', '-f', 'es', '-d', 'out'],
  },
  vite: { packages: ['vite@8'], build: ['vite', 'build', '--outDir', 'out'] },
};

const TYPES: Readonly<Record<string, string>> = { '.js': 'text/javascript', '.html': 'text/html', '.css': 'text/css' };

const top = mkdtempSync(join(tmpdir(), 'bundlers-'));
let sandbox: Sandbox;
let browser: Browser;
beforeAll(async () => {
  const executablePath = find().chromium;
  sandbox = await startSandbox();
  browser = await chromium.launch({ args: [...launchArguments], ...(executablePath && { executablePath }) });
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await sandbox?.stop();
  rmSync(top, { recursive: true, force: true });
});

/** Serves a folder, with a page that an old script has added to `Object.prototype` of. */
async function serve(folder: string, markup: string): Promise<{ url: string; close(): void }> {
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://page').pathname;
    const page = `<!doctype html><meta charset="utf-8"><title>Shop</title><link rel="icon" href="data:,">
<script>Object.prototype.extra = function () {};</script>${markup}`;
    try {
      const text = path === '/' ? page : readFileSync(join(folder, path), 'utf8');
      response.writeHead(200, { 'content-type': TYPES[extname(path) || '.html'] ?? 'text/plain' }).end(text);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

let amount = 125_000;

test.each(Object.entries(BUNDLERS))(
  'built by %s, a transfer is paid, in another language that loads from its own file',
  { timeout: 400_000 },
  async (name, { packages, build, settings }) => {
    const folder = join(top, name);
    mkdirSync(join(folder, 'src'), { recursive: true });
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module', ...settings }));
    writeFileSync(join(folder, 'src/index.js'), "import 'checkout-elements/define';\n");
    writeFileSync(join(folder, 'index.html'), '<script type="module" src="/src/index.js"></script>\n');
    const run = (program: string, words: readonly string[]): string =>
      execFileSync(program, [...words], { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
    run('npm', ['install', '--no-audit', '--no-fund', inject('packed').tarball, ...packages]);
    run('npx', ['--no-install', ...build]);
    const files = execFileSync('find', ['out', '-name', '*.js'], { cwd: folder, encoding: 'utf8' }).split('\n');
    const entry = files.find((file) => /^out\/(index|main|assets\/index-[\w-]+)\.js$/.test(file))?.slice('out'.length);
    expect(entry).toBeDefined();
    amount += 700;
    const { shop, addresses } = sandbox.settings('sealing');
    const markup = `<p2p-transfer checkout-url="${addresses.checkout}" public-key="${shop.publicKey}" currency="USD"
      description="Rent" amount="${amount}" language="de" test></p2p-transfer><script type="module" src="${entry}"></script>`;
    const served = await serve(join(folder, 'out'), markup);
    const page = await browser.newPage();
    try {
      page.setDefaultTimeout(30_000);
      const failed: string[] = [];
      page.on('pageerror', ({ message }) => failed.push(message));
      await page.goto(served.url);
      const element = page.locator('p2p-transfer');
      await element.getByText('Von Karte').waitFor();
      for (const [id, text] of [
        ['credit_card-number', '4200000000000000'],
        ['credit_card-expiry', '1230'],
        ['credit_card-verification_value', '737'],
        ['recipient_card-number', '4111111111111111'],
      ] as const)
        await element.locator(`#${id}`).pressSequentially(text);
      await element.locator('[data-quote=given]').waitFor({ state: 'attached' });
      await element.locator('.submit').click();
      await element.locator('[part~=successful]').waitFor();
      expect(failed).toEqual([]);
    } finally {
      await page.close();
      served.close();
    }
  },
);
