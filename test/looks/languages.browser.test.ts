// `npm run pictures`: what payers meet most, in every language, for a sheet per state and width. A failing word is found by
// test/locales/views.browser.test.ts; what merely looks wrong, by looking.
import { expect, test } from 'vitest';
import { page, server } from 'vitest/browser';
import '../../src/define.js';
import { catalogues } from '../../src/locales/catalogues.js';
import { LOADERS } from '../../src/locales/loaders.js';
import { STATES } from '../elements/states.js';

const LANGUAGES = ['en', ...Object.keys(LOADERS)];
const MET_MOST = [
  'the form with its fee',
  'the empty form after a press',
  'an unknown outcome',
  'the end of a transfer',
  'saved cards',
] as const;

test.skipIf(server.browser !== 'chromium').each(MET_MOST)(
  '%s, in every language',
  { tags: ['long'], timeout: 300_000 },
  async (state) => {
    document.body.style.cssText = 'margin: 8px; background: Canvas; color: CanvasText; font: 16px/1.5 system-ui, sans-serif';
    await page.viewport(390, 1000);
    const { element } = await STATES[state]!();
    for (const width of [240, 390]) {
      await page.viewport(width, 1000);
      for (const language of LANGUAGES) {
        await catalogues.load(language);
        element.language = language;
        await element.updateComplete;
        const path = await page.screenshot({
          element: document.body,
          path: `../../node_modules/.cache/checkout-elements/pictures/languages/${state.replaceAll(' ', '-')}.${width}.${language}.png`,
        });
        expect(path).toContain(language);
      }
    }
  },
);
