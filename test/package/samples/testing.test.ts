import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { beforeAll, expect, inject, test } from 'vitest';
import { root } from '../../../build/install.mjs';
import { freePort } from '../../../demo/start/network/network.mjs';
import { findOrInstall, launchArguments } from '../../browsers.mjs';
import { unpackSandbox } from '../sandbox/sandbox-package.js';
import { runBlock } from './sample-files.js';

// The Playwright samples of docs/testing.md, run unchanged: against the page of README.md, and those of a
// merchant's own shop with the servers that its configuration starts.

const launchOptions = { executablePath: findOrInstall(), args: launchArguments };
beforeAll(() => unpackSandbox(inject('packed').consumer), 120_000);

/** The test package's command in a folder, as npm installs it. */
function installCommand(folder: string): void {
  const bin = join(folder, 'node_modules/.bin');
  mkdirSync(bin, { recursive: true });
  symlinkSync(
    join(inject('packed').consumer, 'node_modules/checkout-elements-sandbox/sandbox.js'),
    join(bin, 'checkout-elements-sandbox'),
  );
}

/** The sample's configuration, with this machine's browser. */
const HERE = `import own from './playwright.config.js';
export default { ...own, use: { ...own.use, launchOptions: ${JSON.stringify(launchOptions)} } };\n`;

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
  installCommand(folder);
  const ports = {
    4010: await freePort('127.0.0.1', 20_000 + Math.floor(Math.random() * 20_000)),
    8080: await freePort('127.0.0.1', 20_000 + Math.floor(Math.random() * 20_000)),
  };
  const here = (text: string): string => text.replaceAll(/\b(4010|8080)\b/g, (port) => String(ports[port as unknown as 4010]));
  const [, page = ''] = /```html\n(.*?)```/s.exec(readFileSync('README.md', 'utf8')) ?? [];
  const isolated = page.replace('currency=', 'fields-url="http://127.0.0.1:4010/fields/" currency=');
  const samples = ['playwright.config.js', 'pay.spec.js'].map((name) => [
    name,
    readFileSync(`docs/samples/testing/${name}`, 'utf8'),
  ]);
  for (const [name = '', text = ''] of [...samples, ['index.html', page], ['isolated.html', isolated]])
    writeFileSync(join(folder, name), here(text));
  writeFileSync(join(folder, 'package.json'), '{"type": "module"}\n');
  writeFileSync(join(folder, 'here.config.js'), HERE);
  const { code, output } = await runPlaywright(folder, 'here.config.js');
  expect(output).toContain('2 passed');
  expect(code).toBe(0);
}, 120_000);

const SHOP = ['docs/testing.md', 'own-tests/. .'] as const;
const EXPRESS = ['docs/server/frameworks.md', 'notifications.ts CLONE/docs/samples/server/session.ts'] as const;
const TESTED = ['docs/testing.md', 'shop.spec.js'] as const;
test.each([
  ['the small shop', [SHOP], []],
  ['the Express server with a product', [EXPRESS, TESTED], ['--grep-invert', 'price changed|refunded|subscription renewed']],
] as const)(
  'the tests of a merchant’s own shop pass with %s, which their configuration starts with the sandbox',
  async (shop, blocks, words) => {
    const folder = join(inject('packed').consumer, shop.replaceAll(' ', '-'));
    for (const [page, first] of blocks) runBlock(page, first, folder);
    installCommand(folder);
    writeFileSync(join(folder, 'here.config.js'), HERE);
    const { code, output } = await runPlaywright(folder, 'here.config.js', words);
    expect(output).toContain(words.length === 0 ? '10 passed' : '7 passed');
    expect(code).toBe(0);
  },
  240_000,
);
