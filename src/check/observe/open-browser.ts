import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import process from 'node:process';
import type { Browser, BrowserType } from 'playwright';

/** No browser could be opened; the message explains how to install one. */
export class BrowserError extends Error {
  override readonly name = 'BrowserError';
}

/** Playwright is not part of this package: the user installs it, in the current folder or beside this package. */
function loadPlaywright(): { readonly chromium: BrowserType } {
  for (const place of [join(process.cwd(), 'package.json'), import.meta.url]) {
    try {
      return createRequire(place)('playwright') as { readonly chromium: BrowserType };
    } catch (error) {
      if ((error as { readonly code?: unknown }).code !== 'MODULE_NOT_FOUND') throw error;
    }
  }
  throw new BrowserError(
    'Expected the package playwright, which drives the browser; it is not installed here. ' +
      'Run: npm install --save-dev playwright && npx playwright install chromium',
  );
}

const firstLine = (error: unknown): string => (error instanceof Error ? (error.message.split('\n')[0] ?? '') : 'no reason given');

/** Linux distributions install Chromium under these names, where Playwright does not look. */
const NAMES_IN_PATH = ['chromium', 'chromium-browser'];

const programsInPath = (): readonly string[] => {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter(Boolean);
  return folders.flatMap((folder) => NAMES_IN_PATH.map((name) => join(folder, name))).filter((path) => existsSync(path));
};

/**
 * Opens Chromium: the program in `CHROMIUM_PATH`, or else playwright's own, the installed Chrome, or a Chromium in `PATH`.
 *
 * @throws BrowserError that explains what to install.
 */
export async function openBrowser(): Promise<Browser> {
  const { chromium } = loadPlaywright();
  const chosen = process.env['CHROMIUM_PATH'];
  const installed = programsInPath().map((executablePath) => ({ executablePath }));
  const choices = chosen ? [{ executablePath: chosen }] : [{}, { channel: 'chrome' }, ...installed];
  let reason = '';
  for (const choice of choices) {
    try {
      return await chromium.launch(choice);
    } catch (error) {
      reason ||= firstLine(error);
    }
  }
  throw new BrowserError(
    `Expected Chromium; it could not be opened: ${reason} ` +
      (chosen ? 'Correct CHROMIUM_PATH.' : 'Run: npx playwright install chromium, or set CHROMIUM_PATH to its program.'),
  );
}
