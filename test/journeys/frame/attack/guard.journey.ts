import type { BrowserContextOptions, Page } from 'playwright';
import { expect, inject, test } from 'vitest';
import { freshAmount, useJourneys } from '../../rig/journey.js';
import { html, scriptMarkup, transferMarkup, useOwnPage } from '../../rig/page/own-page.js';
import { TALL } from '../../rig/fields-place.js';
import { Payer } from '../../rig/payer.js';

const journeys = useJourneys();
const STICKY = 'position: fixed; inset: 0 0 auto; block-size: 200px; background: white; z-index: 9';
const shop = useOwnPage(({ pathname, searchParams }) => {
  const fieldsUrl = `${inject('gateway').checkout_url}/fields/`;
  const attributes = { amount: searchParams.get('amount') ?? '', 'fields-url': fieldsUrl, test: '' };
  const guard = searchParams.get('guard');
  const markup = transferMarkup({ ...attributes, ...(guard !== null && { 'visibility-guard': guard }) });
  const header = searchParams.has('sticky') ? `<header style="${STICKY}">A header</header>` : '';
  const report = `<script>globalThis.errors = []; addEventListener('checkout-error', ({ error }) => errors.push(error.code + ': ' + error.message));</script>`;
  const around = `<div id="around" style="padding-block: ${searchParams.get('room') ?? 0}px">${markup}</div>`;
  return pathname === '/' ? html(report + header + around + scriptMarkup()) : undefined;
});

const errors = (page: Page): Promise<readonly string[]> => page.evaluate('errors') as Promise<readonly string[]>;

async function typed(query: Readonly<Record<string, string>> = {}, options: BrowserContextOptions = TALL) {
  const amount = String(freshAmount());
  const { page, canary } = await journeys.start(`/?${new URLSearchParams({ amount, ...query })}`, {
    ...options,
    shopUrl: shop.url,
  });
  const payer = new Payer(page, canary, undefined, 'gateway');
  await payer.typeCards({ number: '4200000000000000' });
  await payer.readFee();
  return { page, payer };
}

/** The tricks of a hostile page. */
const TRICKS: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  'covers the frame': (page) =>
    page.evaluate(() => {
      const cover = document.createElement('div');
      cover.id = 'cover';
      Object.assign(cover.style, { position: 'fixed', inset: '0', background: 'white', pointerEvents: 'none', zIndex: '9' });
      document.body.append(cover);
    }),
  'makes the frame transparent': (page) => style(page, 'p2p-transfer iframe', 'opacity', '0.01'),
  'makes the elements around it transparent': (page) => style(page, '#around', 'opacity', '0.9'),
  'scales it': (page) => style(page, '#around', 'transform', 'scale(0.1)'),
  'filters it': (page) => style(page, '#around', 'filter', 'contrast(0.1)'),
  'shows another sum over the real one': (page) =>
    page.locator('p2p-transfer iframe').evaluate((frame) => {
      const { left, top, width } = frame.getBoundingClientRect();
      const cover = document.createElement('div');
      cover.append('You’ll send 1.00 USD');
      const position = { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: '26px' };
      Object.assign(cover.style, { position: 'fixed', background: 'white', ...position });
      document.body.append(cover);
    }),
};
const style = (page: Page, selector: string, name: string, value: string): Promise<void> =>
  page
    .locator(selector)
    .evaluate((element, [key, text]) => (element as HTMLElement).style.setProperty(key!, text!, 'important'), [name, value]);

const NAMED: Readonly<Record<string, RegExp>> = {
  'covers the frame': /pointer-events: none/,
  'makes the frame transparent': /<iframe> has opacity: 0\.01/,
  'makes the elements around it transparent': /<div id="around"> has opacity: 0\.9/,
  'scales it': /<div id="around"> has transform: matrix/,
  'filters it': /<div id="around"> has filter: contrast/,
  'shows another sum over the real one': /<div> covers the frame/,
};

test.each(Object.entries(TRICKS))('a page that %s gets nothing sealed, and an error with the cause', async (name, trick) => {
  const { page, payer } = await typed();
  await trick(page);
  // The browser checks the visibility ten times a second.
  await page.waitForTimeout(500);
  // Playwright does not know where a button in a scaled frame is.
  const frame = await payer.within.locator('iframe').evaluate((each: HTMLElement) => {
    const { x, y, height } = each.getBoundingClientRect();
    return { x, y, scale: height / each.offsetHeight };
  });
  const button = await payer.transferButton.evaluate((each) => each.getBoundingClientRect().toJSON() as DOMRect);
  const at = (start: number, offset: number, size: number): number => start + (offset + size / 2) * frame.scale;
  await page.mouse.click(at(frame.x, button.x, button.width), at(frame.y, button.y, button.height));
  await expect.poll(() => errors(page), { timeout: 10_000 }).toEqual([expect.stringMatching(/^fields_obscured: /)]);
  expect((await errors(page))[0]).toMatch(NAMED[name]!);
  await payer.form.getByText(/^Nothing was sent: this button was covered/).waitFor({ state: 'attached' });
});

test('a page that shows the button only just before the press gets nothing sealed', async () => {
  const { page, payer } = await typed();
  await TRICKS['makes the elements around it transparent']!(page);
  await page.waitForTimeout(500);
  await page.evaluate(async () => {
    const around = document.getElementById('around')!;
    const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
    around.style.setProperty('opacity', '1', 'important');
    // By then the browser has noticed the change.
    await wait(200);
  });
  await payer.transferButton.click();
  await expect.poll(() => errors(page), { timeout: 10_000 }).toEqual([expect.stringMatching(/^fields_obscured: /)]);
  expect(await payer.heading('Transfer complete').count()).toBe(0);
});

test('the payer can pay once the fields are visible again', async () => {
  const { page, payer } = await typed();
  await style(page, '#around', 'opacity', '0.9');
  await page.waitForTimeout(500);
  await payer.transferButton.click();
  await expect.poll(() => errors(page), { timeout: 10_000 }).toHaveLength(1);
  await style(page, '#around', 'opacity', '1');
  await page.waitForTimeout(1000);
  await payer.transferButton.click();
  await payer.heading('Transfer complete').waitFor();
});

test('visibility-guard="off" seals the cards of transparent fields; any other value is a setting error', async () => {
  const { page, payer } = await typed({ guard: 'off' });
  await style(page, '#around', 'opacity', '0.9');
  await page.waitForTimeout(500);
  await payer.transferButton.click();
  await payer.heading('Transfer complete').waitFor();
  expect(await errors(page)).toEqual([]);

  await page.goto(`${shop.url}/?amount=10000&guard=false`);
  await page.getByRole('alert').filter({ hasText: 'visibility-guard: expected on, off; got "false"' }).waitFor();
});

test('a document that requires the guard keeps a page from turning it off', async () => {
  const { page, canary } = await journeys.start('blank', { ...TALL, shopUrl: 'about:' });
  await page.route('**/fields/', async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace(
      'name="checkout-guard" content="optional"',
      'name="checkout-guard" content="required"',
    );
    await route.fulfill({ response, body });
  });
  await page.goto(`${shop.url}/?amount=${freshAmount()}&guard=off`);
  const payer = new Payer(page, canary, undefined, 'gateway');
  await payer.typeCards({ number: '4200000000000000' });
  await payer.readFee();
  await style(page, '#around', 'opacity', '0.9');
  await page.waitForTimeout(500);
  await payer.transferButton.click();
  await expect.poll(() => errors(page), { timeout: 10_000 }).toEqual([expect.stringMatching(/^fields_obscured: /)]);
});
