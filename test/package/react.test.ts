import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { chromium } from 'playwright';
import { build } from 'vite';
import { expect, inject, test } from 'vitest';
import { find, launchArguments } from '../browsers.mjs';

// The packed package with the consumer's React. The other tests use React 19. React 18 comes from the registry, so only `npm
// run test:long` tests it.

const APP = `
import { createElement } from 'react';
import { P2pTransfer } from 'checkout-elements/react';
export const prepare = async () => undefined;
export const app = (heard) => createElement(P2pTransfer, {
  publicKey: 'MIIB', checkoutUrl: 'https://gateway.example', currency: 'USD', description: 'Money', amount: 10000, test: true,
  saveCard: false, prepare, savedCards: [], onCheckoutError: ({ error }) => heard.push(error.code),
});
`;
const SERVER = `
import { renderToString } from 'react-dom/server';
import { app } from './app.mjs';
console.log(renderToString(app([])));
`;
const PAGE = `
import { hydrateRoot } from 'react-dom/client';
import { app, prepare } from './app.mjs';
const heard = [];
const element = document.querySelector('p2p-transfer');
hydrateRoot(element.parentElement, app(heard), { onRecoverableError: (error) => heard.push(error.message) });
globalThis.seen = () => ({ heard, prepare: element.prepare === prepare, cards: element.savedCards, test: element.test, saveCard: element.saveCard });
`;

/** A consumer's folder with the package and a React. */
function consume(react: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'checkout-react-'));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module', private: true }));
  const packages = [inject('packed').tarball, `react@${react}`, `react-dom@${react}`];
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', ...packages], { cwd: folder, stdio: 'pipe' });
  for (const [name, text] of Object.entries({ 'app.mjs': APP, 'server.mjs': SERVER, 'page.mjs': PAGE })) {
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

test('the React entry is marked as client code', () => {
  expect(readFileSync(join(inject('packed').folder, 'dist/react.js'), 'utf8')).toMatch(/^\s*"use client";/);
});

test.runIf(process.env['LONG'] === '1').each(['18.3.1', '19'])(
  'React %s renders on a server and hydrates in a browser, without a complaint',
  { timeout: 120_000 },
  async (version) => {
    const folder = consume(version);
    const before = process.env['NODE_ENV'];
    process.env['NODE_ENV'] = 'production';
    const { chromium: executablePath } = find();
    const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: launchArguments });
    try {
      const markup = execFileSync(process.execPath, ['server.mjs'], { cwd: folder, encoding: 'utf8' }).trim();
      expect(markup).toMatch(/^<p2p-transfer public-key="MIIB" checkout-url="https:\/\/gateway\.example" currency="USD"/);
      const result = await build({
        root: folder,
        configFile: false,
        logLevel: 'silent',
        build: { write: false, target: 'es2022', lib: { entry: join(folder, 'page.mjs'), formats: ['es'], fileName: 'page' } },
        define: { 'process.env.NODE_ENV': '"development"' },
      });
      const [output] = Array.isArray(result) ? result : [];
      const files = new Map(output?.output.map((file) => [`/${file.fileName}`, file.type === 'chunk' ? file.code : '']));
      const page = await browser.newPage();
      const complaints: string[] = [];
      page.on('console', (message) => void (message.type() === 'error' && complaints.push(message.text())));
      page.on('pageerror', (error) => complaints.push(error.message));
      await page.route('https://shop.example/**', (route) => {
        const { pathname } = new URL(route.request().url());
        const code = files.get(pathname);
        return code === undefined
          ? route.fulfill({
              contentType: 'text/html',
              body: `<div>${markup}</div><script type="module" src="/page.js"></script>`,
            })
          : route.fulfill({ contentType: 'text/javascript', body: code });
      });
      await page.goto('https://shop.example/');
      await expect.poll(() => page.evaluate('seen().heard')).toEqual(['key_unusable']);
      expect(await page.evaluate('seen()')).toMatchObject({ prepare: true, cards: [], saveCard: false });
      expect(await page.evaluate('Boolean(seen().test)')).toBe(true);
      // The only complaint is the element's, about the invalid key. React has none.
      expect(complaints.filter((text) => !text.includes('public key'))).toEqual([]);
    } finally {
      process.env['NODE_ENV'] = before;
      await browser.close();
      rmSync(folder, { recursive: true, force: true });
    }
  },
);
