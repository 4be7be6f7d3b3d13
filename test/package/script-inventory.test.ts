import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { readScripts } from '../../build/script-inventory.mjs';

const read = (path: string): unknown => JSON.parse(readFileSync(join(inject('packed').folder, path), 'utf8'));

/** The hash of a file as a browser compares it with the attribute `integrity`. */
const hashOf = (file: string): string =>
  `sha384-${createHash('sha384')
    .update(readFileSync(join(inject('packed').folder, 'dist/cdn', file)))
    .digest('base64')}`;

test('the package has the hash of every script file, and of nothing else', () => {
  const files = readdirSync(join(inject('packed').folder, 'dist/cdn'), { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.js'));
  expect(files).toContain('locales/ru.js');
  expect(read('dist/cdn/integrity.json')).toEqual(Object.fromEntries(files.map((file) => [file, hashOf(file)])));
});

test('its inventory states the purpose of each script file', () => {
  const { version, scripts } = read('dist/script-inventory.json') as {
    readonly version: string;
    readonly scripts: readonly { readonly file: string; readonly purpose: string; readonly integrity: string }[];
  };
  expect(version).toBe((read('package.json') as { readonly version: string }).version);
  expect(scripts.map(({ file }) => file)).toEqual(Object.keys(read('dist/cdn/integrity.json') as object));
  for (const { file, purpose, integrity } of scripts) {
    expect(purpose).toMatch(/\w.+\.$/);
    expect(integrity).toBe(hashOf(file));
  }
  const cards = 'Takes card data, and encrypts it in the page.';
  const purposes = new Map(scripts.map(({ file, purpose }) => [file, purpose]));
  for (const file of ['checkout.js', 'p2p-transfer.js', 'product-pay.js']) expect(purposes.get(file)).toContain(cards);
  for (const file of ['plan-subscribe.js', 'locales/ru.js']) expect(purposes.get(file)).not.toContain(cards);
});

test('a script file without a purpose stops the build', () => {
  const folder = mkdtempSync(join(tmpdir(), 'scripts-'));
  writeFileSync(join(folder, 'tracker.js'), '');
  expect(() => readScripts(folder)).toThrow('Expected a purpose for the script file tracker.js');
  rmSync(folder, { recursive: true });
});
