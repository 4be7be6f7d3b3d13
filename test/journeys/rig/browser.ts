import { afterAll, beforeAll, inject } from 'vitest';
import { chromium, firefox, webkit } from 'playwright';
import type { Browser, BrowserContext, BrowserContextOptions, LaunchOptions } from 'playwright';
import { findOrInstall, launchArguments } from '../../browsers.mjs';
import { firefoxLaunchOptions } from '../../engines/engines.mjs';
import { acknowledgeFirefoxAtOnce } from '../../engines/firefox/prompt-firefox.js';

declare module 'vitest' {
  // `inject('engine')`: the engine that the project of these journeys runs in.
  interface ProvidedContext {
    engine: 'chromium' | 'firefox' | 'webkit';
  }
}

/** A browser for the journeys of one file. */
export interface JourneyBrowser {
  /** Opens a context with empty storage, as on a new device; closed with the browser if not before. */
  newContext(options?: BrowserContextOptions): Promise<BrowserContext>;
}

function launch(options: LaunchOptions): Promise<Browser> {
  const engine = inject('engine');
  if (engine === 'chromium') {
    return chromium.launch({ executablePath: findOrInstall(), args: launchArguments, ...options });
  }
  if (engine === 'webkit') return webkit.launch(options);
  acknowledgeFirefoxAtOnce();
  return firefox.launch({ ...firefoxLaunchOptions(), ...options });
}

/** Launches the project's browser before the first journey of the calling file and closes it after the last. */
export function useBrowser(launchOptions: LaunchOptions = {}): JourneyBrowser {
  let browser: Browser | undefined;
  beforeAll(async () => {
    browser = await launch(launchOptions);
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
