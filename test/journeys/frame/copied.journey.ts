// Pages copy an element with what is in it: by script, as text, and as Turbo and htmx do for the Back button.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright';
import { expect, inject, test } from 'vitest';
import { freshAmount, useJourneys } from '../rig/journey.js';
import { FRAMES, shopPath, TALL } from '../rig/fields-place.js';
import { html, script, scriptMarkup, transferMarkup, useOwnPage } from '../rig/page/own-page.js';
import { Payer } from '../rig/payer.js';

const journeys = useJourneys();
const patience = { timeout: 10_000 };
const { resolve } = createRequire(import.meta.url);
const LIBRARIES = {
  Turbo: { file: resolve('@hotwired/turbo/dist/turbo.es2017-umd.js'), inside: '', amount: freshAmount() },
  htmx: { file: resolve('htmx.org/dist/htmx.js'), inside: ' hx-boost="true"', amount: freshAmount() },
} as const;

const shop = useOwnPage(({ pathname }) => {
  const [, name, place] = pathname.split('/') as [string, keyof typeof LIBRARIES, string | undefined];
  const library = LIBRARIES[name];
  if (!library) return undefined;
  if (place === 'script') return script(readFileSync(library.file, 'utf8'));
  const pages = {
    pay: transferMarkup({ amount: String(library.amount), 'fields-url': `${inject('gateway').checkout_url}/fields/` }),
    other: '<h1>Other</h1>',
  };
  const links = `<a href="/${name}/pay">Pay</a> <a href="/${name}/other">Elsewhere</a>`;
  const { text, ...rest } = html(`${links}${pages[place as 'pay' | 'other']}`);
  const head = `<script src="/${name}/script"></script>${scriptMarkup()}<body${library.inside}><main>`;
  return { ...rest, text: text.replace('<main>', head) };
});

/** How many frames there are, and how many of them can be seen and have the form in them. */
async function frames(page: Page): Promise<{ all: number; live: number }> {
  const all = page.locator('p2p-transfer iframe');
  const shown = await all.evaluateAll((each) => each.filter((frame) => frame.getBoundingClientRect().height > 50).length);
  return { all: await all.count(), live: shown };
}

const ONE = { all: 1, live: 1 };

test.each(FRAMES.flatMap((place) => (['cloneNode', 'innerHTML', 'a second frame'] as const).map((how) => [place, how] as const)))(
  '%s: after %s there is one frame, and it can be typed into',
  { tags: ['engines'] },
  async (place, how) => {
    const { page, canary } = await journeys.start(shopPath(`/fixed?amount=${freshAmount()}`, place), TALL);
    const payer = new Payer(page, canary, undefined, 'gateway');
    await payer.to('Card number').waitFor();
    for (let again = 0; again < 2; again += 1) {
      await payer.within.evaluate((element, by) => {
        const parent = element.parentElement!;
        if (by === 'cloneNode') element.replaceWith(element.cloneNode(true));
        else if (by === 'innerHTML') {
          const { innerHTML } = parent;
          parent.innerHTML = innerHTML;
        } else element.prepend(element.querySelector('iframe')!.cloneNode(true));
      }, how);
      await payer.to('Card number').waitFor();
      await expect.poll(() => frames(page), patience).toEqual(ONE);
    }
    await payer.typeCards({ number: '4200000000000000' });
    expect(await payer.from('Card number').inputValue()).toBe('4200 0000 0000 0000');
  },
);

test.each(Object.keys(LIBRARIES))('%s: a payer who leaves by a link and comes back finds one frame, and pays', async (name) => {
  const { page, canary } = await journeys.start(`/${name}/pay`, { ...TALL, shopUrl: shop.url });
  const payer = new Payer(page, canary, undefined, 'gateway');
  for (let visit = 0; visit < 2; visit += 1) {
    await payer.to('Card number').waitFor();
    await page.getByRole('link', { name: 'Elsewhere' }).click();
    await page.getByRole('heading', { name: 'Other' }).waitFor();
    await page.goBack();
  }
  await payer.to('Card number').waitFor();
  await expect.poll(() => frames(page), patience).toEqual(ONE);
  await payer.pay({ number: '4200000000000000' });
  await payer.heading('Transfer complete').waitFor();
});
