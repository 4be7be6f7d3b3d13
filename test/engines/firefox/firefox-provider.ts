// Vitest's browser mode in the system's own Firefox, driven by WebDriver BiDi: for machines where playwright's can't be downloaded.
import { playwright } from '@vitest/browser-playwright';
import type { FrameLocator, Page } from 'playwright';
import type { BrowserCommand, BrowserProviderOption } from 'vitest/node';
import { firefoxLaunchOptions } from '../engines.mjs';
import { acknowledgeFirefoxAtOnce } from './prompt-firefox.js';

/** What Vitest passes to a command. */
interface Context {
  readonly page: Page;
  readonly iframe: FrameLocator;
}

// Over BiDi, Playwright appends to the value of an input instead of replacing it if the input has no selection, for example
// an input for an e-mail address.
const fill: BrowserCommand<never> = async (context, ...[selector = '', text = '']: string[]) => {
  const input = (context as unknown as Context).iframe.locator(selector);
  if ((await input.getAttribute('type')) === 'email') await input.clear();
  await input.fill(text);
};

/**
 * Vitest's own provider, except for filling inputs and finding the frame of the tests: Vitest looks it up by its name, which
 * BiDi sometimes reports too late.
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

// Vitest puts its frame into a scaled box even at full size, and Firefox would then click beside the element.
export const unscaled = [
  {
    content: `document.head.append(Object.assign(document.createElement('style'), {
      textContent: ':has(> iframe[data-vitest]) { transform: none !important }',
    }))`,
  },
];
