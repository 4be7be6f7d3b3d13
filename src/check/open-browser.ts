import { createRequire } from 'node:module';
import { join } from 'node:path';
import process from 'node:process';
import type { Browser, BrowserType } from 'playwright';

/** There is no browser to check with; the text says how to get one. */
export class BrowserError extends Error {
  override readonly name = 'BrowserError';
}

/** Playwright is no part of this package: where it is, it is the user's, of the folder he is in, or beside us. */
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
 * Opens a Chromium: the program that `CHROMIUM_PATH` names, else playwright's own, else the machine's Chrome.
 *
 * @throws BrowserError that says what to install.
 */
export async function openBrowser(): Promise<Browser> {
  const { chromium } = loadPlaywright();
  const chosen = process.env['CHROMIUM_PATH'];
  const ways = chosen ? [{ executablePath: chosen }] : [{}, { channel: 'chrome' }];
  let reason = '';
  for (const way of ways) {
    try {
      return await chromium.launch(way);
    } catch (error) {
      reason ||= firstLine(error);
    }
  }
  throw new BrowserError(
    `Expected a Chromium; it could not be opened: ${reason} ` +
      (chosen ? 'Correct CHROMIUM_PATH.' : 'Run: npx playwright install chromium, or set CHROMIUM_PATH to the program of one.'),
  );
}
