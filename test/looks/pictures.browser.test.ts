// `npm run pictures`: every state as payers see it, in ten views each, compared with those of the last `npm run pictures -- --update`.
// Look at them after each change of the looks.
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { cdp, page, server } from 'vitest/browser';
import '../../src/define.js';
import { catalogues } from '../../src/locales/catalogues.js';
import { STATES } from '../elements/states.js';

interface View {
  readonly width: number;
  readonly language: 'en' | 'ru' | 'ar';
  readonly scheme: 'light' | 'dark' | 'forced';
}

const view = (width: number, scheme: View['scheme'], language: View['language'] = 'en'): View => ({ width, scheme, language });
const VIEWS: readonly View[] = [
  view(240, 'light'),
  view(390, 'light'),
  view(768, 'light'),
  view(1280, 'light'),
  view(390, 'dark'),
  view(390, 'forced'),
  view(390, 'light', 'ru'),
  view(240, 'dark', 'ru'),
  view(390, 'light', 'ar'),
  view(768, 'dark', 'ar'),
];

interface Emulation {
  send(method: 'Emulation.setEmulatedMedia', options: { features: { name: string; value: string }[] }): Promise<void>;
}

async function look({ width, scheme }: View): Promise<void> {
  await page.viewport(width, 1000);
  document.documentElement.style.colorScheme = scheme === 'dark' ? 'dark' : 'light';
  document.body.style.cssText = `margin: 16px; background: Canvas; color: CanvasText; font: 16px/1.5 system-ui, sans-serif`;
  if (server.browser !== 'chromium') return;
  await (cdp() as unknown as Emulation).send('Emulation.setEmulatedMedia', {
    features: [{ name: 'forced-colors', value: scheme === 'forced' ? 'active' : 'none' }],
  });
}

async function takePicture(name: string, { scheme }: View): Promise<void> {
  // WebKit's driver loses the page's frame when Vitest compares pictures. There they are for looking at.
  if (server.browser === 'webkit') {
    const path = `../../node_modules/.cache/checkout-elements/pictures/webkit/${name}.png`;
    expect(await page.screenshot({ element: document.body, path })).toContain(name);
    return;
  }
  // With forced colors no style hides the caret.
  const allowedMismatchedPixels = scheme === 'forced' ? 20 : 0;
  await expect
    .soft(page.elementLocator(document.body))
    .toMatchScreenshot(name, { comparatorOptions: { allowedMismatchedPixels } });
}

// Times and references are in the pictures, too.
beforeEach(() => {
  let next = 0;
  const fill = ({ buffer, byteOffset, byteLength }: ArrayBufferView): void => {
    const bytes = new Uint8Array(buffer, byteOffset, byteLength);
    for (let index = 0; index < byteLength; index += 1) bytes[index] = (next += 37) % 251;
  };
  vi.spyOn(crypto, 'getRandomValues').mockImplementation((array) => (fill(array), array));
  vi.spyOn(crypto, 'randomUUID').mockImplementation(
    () => `00000000-0000-4000-8000-${String((next += 1)).padStart(12, '0')}` as const,
  );
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-21T10:00:00Z') });
});
afterAll(() => void vi.useRealTimers());

test.each(Object.keys(STATES))('%s, in ten views', { tags: ['long'], timeout: 60_000 }, async (state) => {
  await look(VIEWS[1]!);
  const { element } = await STATES[state]!();
  // Only Chromium can be told to force its colors.
  for (const each of VIEWS.filter(({ scheme }) => scheme !== 'forced' || server.browser === 'chromium')) {
    await catalogues.load(each.language);
    element.language = each.language;
    await look(each);
    await element.updateComplete;
    await Promise.all(
      (element.shadowRoot?.getAnimations() ?? [])
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
        .map(({ finished }) => finished.catch(() => undefined)),
    );
    const name = `${state.replaceAll(/[^\w]+/g, '-')}-${each.width}-${each.scheme}-${each.language}`;
    await takePicture(name, each);
  }
  await look(VIEWS[1]!);
});
