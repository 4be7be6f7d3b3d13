import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { installWhenStale, isFresh } from '../../build/install.mjs';

interface Entry {
  readonly version?: string;
  readonly integrity?: string;
  readonly optional?: boolean;
}

let folder = '';
beforeEach(() => {
  // npm inherits it: nothing here may ask a registry.
  vi.stubEnv('npm_config_offline', 'true');
  folder = mkdtempSync(join(tmpdir(), 'install-'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

function write(path: string, packages: Readonly<Record<string, Entry>>): void {
  mkdirSync(join(folder, path, '..'), { recursive: true });
  writeFileSync(join(folder, path), JSON.stringify({ name: 'clone', version: '1.0.0', lockfileVersion: 3, packages }));
}

const locked = {
  '': { version: '1.0.0' },
  'node_modules/a': { version: '1.2.3', integrity: 'sha512-a' },
  'node_modules/a-windows': { version: '1.2.3', integrity: 'sha512-w', optional: true },
};
const INSTALLED = 'node_modules/.package-lock.json';

test('a fresh clone is stale', () => {
  write('package-lock.json', locked);
  expect(isFresh(folder)).toBe(false);
});

test('an installation that npm made by hand is fresh, without the optional packages of other systems', () => {
  write('package-lock.json', locked);
  write(INSTALLED, { 'node_modules/a': locked['node_modules/a'] });
  expect(isFresh(folder)).toBe(true);
});

test.each([
  ['another version', { 'node_modules/a': { version: '1.2.2', integrity: 'sha512-a' } }],
  ['other bytes of the same version', { 'node_modules/a': { version: '1.2.3', integrity: 'sha512-b' } }],
  ['a missing package', {}],
])('%s is stale', (_, packages) => {
  write('package-lock.json', locked);
  write(INSTALLED, packages);
  expect(isFresh(folder)).toBe(false);
});

test('a clone without a lockfile is refused, with a question about the clone', () => {
  expect(() => isFresh(folder)).toThrow(/no package-lock\.json in .*is the clone complete/);
});

test('installs a lockfile without packages, and finds it fresh from then on', async () => {
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'clone', version: '1.0.0' }));
  write('package-lock.json', { '': { version: '1.0.0' } });
  mkdirSync(join(folder, 'node_modules'));
  await installWhenStale(folder);
  expect(isFresh(folder)).toBe(true);
  write('package-lock.json', locked);
  expect(isFresh(folder)).toBe(false);
});

test('a lockfile that does not fit the package fails with a clear error', async () => {
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'clone', version: '1.0.0', dependencies: { a: '1' } }));
  write('package-lock.json', { '': { version: '1.0.0' } });
  await expect(installWhenStale(folder)).rejects.toThrow(/npm ci failed[^]*npm error/);
});
