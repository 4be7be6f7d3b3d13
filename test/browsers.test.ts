import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { find } from './browsers.mjs';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'browsers-'));
  vi.stubEnv('PATH', folder);
  vi.stubEnv('CHROMIUM_PATH', '');
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

function program(name: string): string {
  const path = join(folder, name);
  writeFileSync(path, '#!/bin/sh\n');
  chmodSync(path, 0o755);
  return path;
}

test.each(['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'])('finds %s on PATH', (name) => {
  const path = program(name);
  expect(find()).toEqual({ chromium: path });
});

test('CHROMIUM_PATH takes precedence over PATH', () => {
  program('chromium');
  const chosen = program('my-own');
  vi.stubEnv('CHROMIUM_PATH', chosen);
  expect(find()).toEqual({ chromium: chosen });
});

test('a CHROMIUM_PATH that is not a program is an error, and no other browser is used', () => {
  program('chromium');
  vi.stubEnv('CHROMIUM_PATH', join(folder, 'gone'));
  expect(() => find()).toThrow(/CHROMIUM_PATH is set to .*gone, which is not a program/);
});
