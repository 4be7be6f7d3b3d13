import { createRequire } from 'node:module';
import { join } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import type { Browser, BrowserType } from 'playwright';

/** There is no browser to check with; the text says how to get one. */
export class BrowserError extends Error {
  override readonly name = 'BrowserError';
}

/** Playwright is not a part of this package: where it is, it is the user's, of the folder that he is in or beside us. */
async function loadPlaywright(): Promise<{ readonly chromium: BrowserType }> {
  const places = [join(process.cwd(), 'package.json'), import.meta.url];
  for (const place of places) {
    let path: string;
    try {
      path = createRequire(place).resolve('playwright');
    } catch {
      continue;
    }
    const { default: library } = (await import(pathToFileURL(path).href)) as { readonly default: { readonly chromium: BrowserType } };
    return library;
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
export async function openBrowser(options: { readonly args?: readonly string[] } = {}): Promise<Browser> {
  const { chromium } = await loadPlaywright();
  const args = [...(options.args ?? [])];
  const chosen = process.env['CHROMIUM_PATH'];
  const ways = chosen ? [{ executablePath: chosen, args }] : [{ args }, { channel: 'chrome', args }];
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
