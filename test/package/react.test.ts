import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { type Browser, chromium } from 'playwright';
import { build } from 'vite';
import { expect, inject, test } from 'vitest';
import { thumbprintOf } from '../../src/check/thumbprint.js';
import { fieldsPage } from '../../src/hosting/fields-page.js';
import { find, launchArguments } from '../browsers.mjs';
import { KEY, published } from './check/checked-page.js';

// The packed package with the consumer's React. The other tests use React 19. React 18 comes from the registry, so only `npm
// run test:long` tests it.

const APP = `
import { createElement } from 'react';
import { P2pTransfer } from 'checkout-elements/react';
export const prepare = async () => undefined;
export const app = (heard, settings = {}) => createElement(P2pTransfer, {
  publicKey: 'MIIB', checkoutUrl: 'https://gateway.example', currency: 'USD', description: 'Money', amount: 10000, test: true,
  saveCard: false, prepare, savedCards: [], onCheckoutError: ({ error }) => heard.push(error.code), ...settings,
});
`;
const SERVER = `
import { renderToString } from 'react-dom/server';
import { app } from './app.mjs';
console.log(renderToString(app([], JSON.parse(process.argv[2] ?? '{}'))));
`;
const PAGE = `
import { hydrateRoot } from 'react-dom/client';
import { app, prepare } from './app.mjs';
const heard = [];
const element = document.querySelector('p2p-transfer');
const settings = JSON.parse(document.documentElement.dataset.settings);
const root = hydrateRoot(element.parentElement, app(heard, settings), { onRecoverableError: (error) => heard.push(error.message) });
globalThis.renderAgain = () => root.render(app(heard, { ...settings, amount: 20000 }));
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

/** The scripts of the consumer's page by path, built by the consumer's own bundler. */
async function scriptsOf(folder: string): Promise<ReadonlyMap<string, string>> {
  const [output] = [
    await build({
      root: folder,
      configFile: false,
      logLevel: 'silent',
      build: { write: false, target: 'es2022', lib: { entry: join(folder, 'page.mjs'), formats: ['es'], fileName: 'page' } },
      define: { 'process.env.NODE_ENV': '"development"' },
    }),
  ].flat();
  const files = output && 'output' in output ? output.output : [];
  return new Map(files.map((file) => [`/${file.fileName}`, file.type === 'chunk' ? file.code : '']));
}

interface Consumer {
  readonly folder: string;
  readonly scripts: ReadonlyMap<string, string>;
  readonly browser: Browser;
}

/** Lets the server render, and a browser hydrate what it wrote. */
async function open({ folder, scripts, browser }: Consumer, settings: object) {
  const given = JSON.stringify(settings);
  const markup = execFileSync(process.execPath, ['server.mjs', given], { cwd: folder, encoding: 'utf8' }).trim();
  const page = await browser.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => void (message.type() === 'error' && complaints.push(message.text())));
  page.on('pageerror', (error) => complaints.push(error.message));
  const html = `<!doctype html><html data-settings='${given}'><div>${markup}</div><script type="module" src="/page.js"></script></html>`;
  await page.route('https://shop.example/**', (route) => {
    const code = scripts.get(new URL(route.request().url()).pathname);
    return code === undefined
      ? route.fulfill({ contentType: 'text/html', body: html })
      : route.fulfill({ contentType: 'text/javascript', body: code });
  });
  const fields = await fieldsPage(published().fields, {
    host: 'gateway',
    parents: ['https://shop.example'],
    keys: [thumbprintOf(KEY)!],
    addresses: ['https://gateway.example'],
  });
  await page.route('https://fields.example/', (route) => route.fulfill({ body: fields.html, headers: { ...fields.headers } }));
  await page.goto('https://shop.example/');
  return { page, complaints, markup };
}

/** The frame, once the payer can type into it. */
const FRAME_IS_READY = `(() => {
  const element = document.querySelector('p2p-transfer');
  const frame = element.querySelector('iframe');
  return Boolean(frame && element.shadowRoot.querySelector('.isolated:not(.coming)')) && frame;
})()`;

test.runIf(process.env['LONG'] === '1').each(['18.3.1', '19'])(
  'React %s renders on a server and hydrates in a browser, without a complaint, also with isolated fields',
  { timeout: 180_000 },
  async (version) => {
    const folder = consume(version);
    const before = process.env['NODE_ENV'];
    process.env['NODE_ENV'] = 'production';
    const { chromium: executablePath } = find();
    const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: launchArguments });
    try {
      const consumer = { folder, scripts: await scriptsOf(folder), browser };
      const { page, complaints, markup } = await open(consumer, {});
      expect(markup).toMatch(/^<p2p-transfer public-key="MIIB" checkout-url="https:\/\/gateway\.example" currency="USD"/);
      await expect.poll(() => page.evaluate('seen().heard')).toEqual(['key_unusable']);
      expect(await page.evaluate('seen()')).toMatchObject({ prepare: true, cards: [], saveCard: false });
      expect(await page.evaluate('Boolean(seen().test)')).toBe(true);
      // The only complaint is the element's, about the invalid key. React has none.
      expect(complaints.filter((text) => !text.includes('public key'))).toEqual([]);

      const framed = await open(consumer, { publicKey: KEY, fieldsUrl: 'https://fields.example/' });
      const frame = await framed.page.waitForFunction(FRAME_IS_READY);
      await framed.page.evaluate('renderAgain()');
      await framed.page.waitForTimeout(500);
      expect(await frame.evaluate((element) => (element as HTMLIFrameElement).isConnected)).toBe(true);
      expect(await framed.page.evaluate('seen().heard')).toEqual([]);
      expect(framed.complaints).toEqual([]);
    } finally {
      process.env['NODE_ENV'] = before;
      await browser.close();
      rmSync(folder, { recursive: true, force: true });
    }
  },
);
