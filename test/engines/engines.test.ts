import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { findEngines, findOrInstallEngines } from './engines.mjs';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'engines-'));
  vi.stubEnv('PATH', folder);
  for (const name of ['FIREFOX_PATH', 'WEBKIT_DRIVER', 'DISPLAY']) vi.stubEnv(name, '');
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

function program(name: string): string {
  const path = join(folder, name);
  writeFileSync(path, '#!/bin/sh\n');
  chmodSync(path, 0o755);
  return path;
}

test.each(['firefox-esr', 'firefox'])('finds Firefox as %s on PATH', (name) => {
  const path = program(name);
  expect(findEngines().firefox).toBe(path);
});

test('finds WebKit’s driver with a virtual display, or with an existing display', () => {
  const driver = program('WebKitWebDriver');
  expect(findEngines().webkit).toBeUndefined();
  vi.stubEnv('DISPLAY', ':0');
  expect(findEngines().webkit).toEqual({ driver });
  vi.stubEnv('DISPLAY', '');
  const xvfb = program('Xvfb');
  expect(findEngines().webkit).toEqual({ driver, xvfb });
});

test('FIREFOX_PATH and WEBKIT_DRIVER take precedence over PATH', () => {
  for (const name of ['firefox', 'WebKitWebDriver', 'Xvfb']) program(name);
  const [firefox, driver] = [program('my-firefox'), program('my-driver')];
  vi.stubEnv('FIREFOX_PATH', firefox);
  vi.stubEnv('WEBKIT_DRIVER', driver);
  expect(findEngines()).toMatchObject({ firefox, webkit: { driver } });
});

test.each(['FIREFOX_PATH', 'WEBKIT_DRIVER'])('a %s that is not a program is an error, and no other browser is used', (name) => {
  vi.stubEnv(name, join(folder, 'gone'));
  expect(() => findEngines()).toThrow(`${name} is set to ${join(folder, 'gone')}, which is not a program`);
});

test('for each engine that is missing and can’t be installed, the error explains what to do', () => {
  vi.spyOn(process, 'getuid').mockReturnValue(1000);
  vi.spyOn(console, 'error').mockReturnValue();
  expect(() => findOrInstallEngines(['webkit'])).toThrow(/^No WebKit was found\. Install .* or set WEBKIT_DRIVER/);
  for (const name of ['WebKitWebDriver', 'Xvfb']) program(name);
  expect(() => findOrInstallEngines(['webkit'])).not.toThrow();
});
