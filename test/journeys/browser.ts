import { afterAll, beforeAll } from 'vitest';
import { chromium } from 'playwright';
import type { Browser, BrowserContext, BrowserContextOptions, LaunchOptions } from 'playwright';
import { findOrInstall, launchArguments } from '../browsers.mjs';

/** A browser for the journeys of one file. */
export interface JourneyBrowser {
  /** Opens a context with nothing stored, as a payer on a fresh device; closed with the browser if not before. */
  newContext(options?: BrowserContextOptions): Promise<BrowserContext>;
}

/** Launches Chromium before the first journey of the calling file and closes it after the last. */
export function useBrowser(launchOptions: LaunchOptions = {}): JourneyBrowser {
  let browser: Browser | undefined;
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: findOrInstall(), args: launchArguments, ...launchOptions });
  });
  afterAll(async () => {
    await browser?.close();
  });
  return {
    newContext: async (options) => {
      if (!browser) throw new Error('The browser is launched before the first journey: call newContext inside a test.');
      return browser.newContext({ locale: 'en-US', timezoneId: 'UTC', ...options });
    },
  };
}
