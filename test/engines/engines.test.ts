import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import process from 'node:process';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Engine } from './engines.mjs';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'engines-'))));
afterEach(() => rmSync(folder, { recursive: true }));

function makeProgram(path: string): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, '');
  chmodSync(path, 0o755);
  return path;
}

/** What an expression is on a machine whose browsers are in the folder. Playwright looks once for each process. */
function evaluate(expression: string, variables: NodeJS.ProcessEnv = {}): unknown {
  const code = `import playwright from 'playwright'; import * as engines from './test/engines/engines.mjs';
    console.log(JSON.stringify(${expression}) ?? 'null')`;
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', code], {
    encoding: 'utf8',
    env: { PLAYWRIGHT_BROWSERS_PATH: join(folder, 'own'), PATH: join(folder, 'bin'), DISPLAY: ':1', ...variables },
  });
  return JSON.parse(output);
}

const find = (engine: Engine, variables?: NodeJS.ProcessEnv) => evaluate(`engines.findEngine('${engine}')`, variables);

test.each([
  ['firefox', 'firefox-esr', 'FIREFOX_PATH'],
  ['webkit', 'WebKitWebDriver', 'WEBKIT_DRIVER'],
] as const)('%s is playwright’s own where it is present, unless a variable names another', (engine, name, variable) => {
  expect(find(engine)).toBeNull();
  const onPath = makeProgram(join(folder, 'bin', name));
  expect(find(engine)).toEqual({ program: onPath, isPlaywrights: false });
  const own = makeProgram(evaluate(`playwright.${engine}.executablePath()`) as string);
  expect(find(engine)).toEqual({ program: own, isPlaywrights: true });
  expect(find(engine, { [variable]: onPath })).toEqual({ program: onPath, isPlaywrights: false });
});

test('playwright launches its own Firefox as it is, and any other with WebDriver BiDi', () => {
  const path = [join(folder, 'bin'), process.env['PATH']].join(delimiter);
  const executablePath = makeProgram(join(folder, 'bin', 'firefox-esr'));
  expect(evaluate('engines.firefoxLaunchOptions()', { PATH: path })).toEqual({
    channel: 'moz-firefox',
    executablePath,
    // A frame of another site stays in the page's process, to which playwright sends clicks and keys.
    firefoxUserPrefs: { 'fission.autostart': false },
  });
  makeProgram(evaluate('playwright.firefox.executablePath()') as string);
  expect(evaluate('engines.firefoxLaunchOptions()', { PATH: path })).toEqual({});
});

test('a driver without a display is not used: its browser would never start', () => {
  makeProgram(join(folder, 'bin', 'WebKitWebDriver'));
  expect(find('webkit', { DISPLAY: '' })).toBeNull();
  makeProgram(join(folder, 'bin', 'Xvfb'));
  expect(find('webkit', { DISPLAY: '' })).toMatchObject({ isPlaywrights: false });
});
