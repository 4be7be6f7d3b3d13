// Vitest's browser mode in the system's own Firefox, driven by WebDriver BiDi: no patched build, no download.
import { playwright } from '@vitest/browser-playwright';
import type { Page } from 'playwright';
import type { BrowserProviderOption } from 'vitest/node';
import { firefoxLaunchOptions } from './engines.mjs';

/**
 * Vitest's own provider, but for how it finds the frame that tests run in: it asks for the frame by its name, which over
 * BiDi is told too late now and then.
 */
export function firefox(): BrowserProviderOption {
  const option = playwright({ launchOptions: firefoxLaunchOptions() });
  return {
    ...option,
    providerFactory: (project) => {
      const provider = option.providerFactory(project);
      const ofVitest = provider.getCommandsContext.bind(provider);
      provider.getCommandsContext = (session) => {
        const context = ofVitest(session);
        const { page } = context as { page: Page };
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
