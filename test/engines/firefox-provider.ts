// Vitest's browser mode in the system's own Firefox, driven by WebDriver BiDi: no patched build, no download.
import { playwright } from '@vitest/browser-playwright';
import type { FrameLocator, Page } from 'playwright';
import type { BrowserCommand, BrowserProviderOption } from 'vitest/node';
import { firefoxLaunchOptions } from './engines.mjs';
import { acknowledgeFirefoxAtOnce } from './prompt-firefox.js';

/** What Vitest hands to a command. */
interface Context {
  readonly page: Page;
  readonly iframe: FrameLocator;
}

// Over BiDi Playwright writes behind what an input holds, instead of over it, where the input tells no selection, as one
// for an e-mail address does not.
const fill: BrowserCommand<never> = async (context, ...[selector = '', text = '']: string[]) => {
  const input = (context as unknown as Context).iframe.locator(selector);
  if ((await input.getAttribute('type')) === 'email') await input.clear();
  await input.fill(text);
};

/**
 * Vitest's own provider, but for how it fills inputs and how it finds the frame that tests run in: it asks for the frame
 * by its name, which over BiDi is told too late now and then.
 */
export function firefox(): BrowserProviderOption {
  acknowledgeFirefoxAtOnce();
  const option = playwright({ launchOptions: firefoxLaunchOptions() });
  return {
    ...option,
    providerFactory: (project) => {
      const provider = option.providerFactory(project);
      project.browser?.registerCommand('__vitest_fill' as never, fill);
      const ofVitest = provider.getCommandsContext.bind(provider);
      provider.getCommandsContext = (session) => {
        const context = ofVitest(session);
        const { page } = context as unknown as Context;
        const frame = async () => (await page.locator('iframe[data-vitest]').elementHandle())?.contentFrame();
        return { ...context, frame };
      };
      return provider;
    },
  };
}

// Vitest puts its frame into a scaled box even at full size, and Firefox is then asked to click elsewhere than where the
// element is.
export const unscaled = [
  {
    content: `document.head.append(Object.assign(document.createElement('style'), {
      textContent: ':has(> iframe[data-vitest]) { transform: none !important }',
    }))`,
  },
];
