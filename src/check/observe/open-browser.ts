import { createRequire } from 'node:module';
import { join } from 'node:path';
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

/**
 * Opens Chromium: the program in `CHROMIUM_PATH`, or else playwright's own, or else the installed Chrome.
 *
 * @throws BrowserError that explains what to install.
 */
export async function openBrowser(): Promise<Browser> {
  const { chromium } = loadPlaywright();
  const chosen = process.env['CHROMIUM_PATH'];
  const choices = chosen ? [{ executablePath: chosen }] : [{}, { channel: 'chrome' }];
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
