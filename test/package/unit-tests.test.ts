// A shop's own unit tests import the package in programs that imitate a browser. docs/testing.md has the settings that they need.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterAll, expect, inject, test } from 'vitest';
import { root } from '../../build/install.mjs';
import { STOREFRONT_TEST_KEY } from '../../demo/gateway/shop/test-keys.js';
import { readKeys } from '../../demo/scripted/shop.js';

const top = mkdtempSync(join(tmpdir(), 'unit-tests-'));
afterAll(() => rmSync(top, { recursive: true, force: true }));

/** The block of docs/testing.md that begins with a line. */
function recipe(first: string): string {
  const text = readFileSync(join(root, 'docs/testing.md'), 'utf8');
  const block = text.split(/^```\w*\n/m).find((each) => each.startsWith(first));
  if (!block) throw new Error(`docs/testing.md has no block that begins with ${first}`);
  return block.replace(/```[^]*/, '');
}

async function shopTest(head: string): Promise<string> {
  const { publicKey } = await readKeys(STOREFRONT_TEST_KEY);
  const attributes = {
    'p2p-transfer': { 'checkout-url': 'https://gateway.example', 'public-key': publicKey, currency: 'USD', description: 'Rent' },
    'product-pay': { 'pay-url': 'https://gateway.example/products/prd_1/pay' },
    'plan-subscribe': { 'base-url': 'https://gateway.example', 'plan-id': 'pln_1' },
  };
  return `${head}
import 'checkout-elements/define';
for (const [tag, attributes] of Object.entries(${JSON.stringify(attributes)})) {
  test(tag, async () => {
    const form = document.createElement('form');
    document.body.append(form);
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    form.append(element);
    await element.updateComplete;
    element.disabled = true;
    await element.updateComplete;
    element.disabled = false;
    element.language = 'de';
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(element.shadowRoot.querySelector('button, a, [role=alert]')).not.toBe(null);
    if (tag === 'p2p-transfer') await element.submit();
    element.remove();
    form.remove();
  });
}
`;
}

function install(name: string, type: 'commonjs' | 'module', packages: readonly string[]): string {
  const folder = mkdtempSync(join(top, `${name}-`));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type }));
  const words = ['install', '--no-audit', '--no-fund', inject('packed').tarball, ...packages];
  execFileSync('npm', words, { cwd: folder, stdio: 'pipe' });
  return folder;
}

/** Runs a command, and returns everything that it printed. It fails when a test does, or when an error is left unhandled. */
function run(folder: string, words: readonly string[], env: Readonly<Record<string, string>> = {}): string {
  const { VITEST: _vitest, NODE_ENV: _mode, ...own } = process.env;
  const options = { cwd: folder, encoding: 'utf8', env: { ...own, ...env }, stdio: 'pipe' } as const;
  return execFileSync('npx', ['--no-install', ...words], options);
}

test('in Jest with jsdom the elements are imported, created, set and removed', { timeout: 300_000 }, async () => {
  const folder = install('jest', 'commonjs', ['jest@30', 'jest-environment-jsdom@30']);
  writeFileSync(join(folder, 'jest.config.cjs'), recipe('// jest.config.cjs'));
  writeFileSync(join(folder, 'jest.setup.cjs'), recipe('// jest.setup.cjs'));
  writeFileSync(join(folder, 'shop.test.mjs'), await shopTest(''));
  run(folder, ['jest'], { NODE_OPTIONS: '--experimental-vm-modules' });
});

test.each(['happy-dom@20', 'jsdom@26'])(
  'in Vitest with %s the elements are imported, created, set and removed',
  { timeout: 300_000 },
  async (imitation) => {
    const folder = install('vitest', 'module', ['vitest@4', imitation]);
    writeFileSync(join(folder, 'shop.test.js'), await shopTest("import { expect, test } from 'vitest';"));
    const printed = run(folder, ['vitest', 'run', '--environment', imitation.split('@')[0]!]);
    expect(printed).toMatch(/3 passed/);
  },
);
