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

test('finds WebKit’s driver with a virtual display, or with the display there is', () => {
  const driver = program('WebKitWebDriver');
  expect(findEngines().webkit).toBeUndefined();
  vi.stubEnv('DISPLAY', ':0');
  expect(findEngines().webkit).toEqual({ driver });
  vi.stubEnv('DISPLAY', '');
  const xvfb = program('Xvfb');
  expect(findEngines().webkit).toEqual({ driver, xvfb });
});

test('FIREFOX_PATH and WEBKIT_DRIVER go before PATH', () => {
  for (const name of ['firefox', 'WebKitWebDriver', 'Xvfb']) program(name);
  const [firefox, driver] = [program('my-firefox'), program('my-driver')];
  vi.stubEnv('FIREFOX_PATH', firefox);
  vi.stubEnv('WEBKIT_DRIVER', driver);
  expect(findEngines()).toMatchObject({ firefox, webkit: { driver } });
});

test.each(['FIREFOX_PATH', 'WEBKIT_DRIVER'])('a %s that names no program is an error, not another browser', (name) => {
  vi.stubEnv(name, join(folder, 'gone'));
  expect(() => findEngines()).toThrow(`${name} is set to ${join(folder, 'gone')}, which is no program`);
});

test('an engine that is neither there nor to be installed: what to do is said for each', () => {
  vi.spyOn(process, 'getuid').mockReturnValue(1000);
  vi.spyOn(console, 'error').mockReturnValue();
  expect(() => findOrInstallEngines(['webkit'])).toThrow(/^No WebKit was found\. Install .* or set WEBKIT_DRIVER/);
  for (const name of ['WebKitWebDriver', 'Xvfb']) program(name);
  expect(() => findOrInstallEngines(['webkit'])).not.toThrow();
});
