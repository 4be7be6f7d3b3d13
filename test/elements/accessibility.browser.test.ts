import axe from 'axe-core';
import { expect, test } from 'vitest';
import { cdp, server } from 'vitest/browser';
import '../../src/define.js';
import { catalogues } from '../../src/locales/catalogues.js';
import { offer } from './buyer.js';
import { mount } from './payer.js';
import { type Shown, STATES } from './states.js';

interface Emulation {
  send(method: 'Emulation.setEmulatedMedia', options: { features: { name: string; value: string }[] }): Promise<void>;
}

/** Every state of a payer, and what developers and buyers see beside it. */
const ALL: Readonly<Record<string, () => Promise<Shown>>> = {
  ...STATES,
  'a developer’s error': () => mount({ currency: null, 'public-key': null }),
  'the link': () => offer('cup', { mode: 'link' }),
  'a card to be removed': async () => {
    const card = { token: 'visa', brand: 'visa', last_4: '0000' };
    const payer = await mount({}, { savedCards: [card], removableCards: true });
    await payer.button('Remove Visa •••• 0000').click();
    return payer;
  },
};

/** The violations that axe finds in the element now. */
async function violations({ element }: Shown): Promise<string[]> {
  // A color on its way to another has the contrast of neither.
  for (const animation of element.shadowRoot!.getAnimations())
    if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish();
  const { violations: found } = await axe.run(element);
  return found.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`));
}

test.each(Object.keys(ALL))('axe finds nothing: %s', async (state) => {
  expect(await violations(await ALL[state]!())).toEqual([]);
});

// Only Chromium can be told to force its colors.
const SCHEMES = server.browser === 'chromium' ? (['light', 'dark', 'forced'] as const) : (['light', 'dark'] as const);

async function look(scheme: (typeof SCHEMES)[number]): Promise<void> {
  document.documentElement.style.colorScheme = scheme === 'dark' ? 'dark' : 'light';
  document.body.style.cssText = 'background: Canvas; color: CanvasText';
  if (server.browser !== 'chromium') return;
  await (cdp() as unknown as Emulation).send('Emulation.setEmulatedMedia', {
    features: [{ name: 'forced-colors', value: scheme === 'forced' ? 'active' : 'none' }],
  });
}

test.each(Object.keys(ALL))(
  'axe finds nothing in any language and scheme: %s',
  { tags: ['long'], timeout: 60_000 },
  async (state) => {
    const shown = await ALL[state]!();
    const found: string[] = [];
    for (const language of ['en', 'ru', 'ar'] as const) {
      await catalogues.load(language);
      shown.element.language = language;
      await shown.element.updateComplete;
      for (const scheme of SCHEMES) {
        await look(scheme);
        found.push(...(await violations(shown)).map((text) => `${language}, ${scheme}: ${text}`));
      }
    }
    await look('light');
    expect(found).toEqual([]);
  },
);
