import type { Frame, Page } from 'playwright';
import { expect, inject, test } from 'vitest';
import { freshAmount, useJourneys } from '../rig/journey.js';
import { html, scriptMarkup, transferMarkup, useOwnPage } from '../rig/page/own-page.js';
import { SLOW } from '../rig/page/routed-page.js';
import { fieldsDocument, TALL, type FieldsPlace } from '../rig/fields-place.js';
import { Payer } from '../rig/payer.js';

const journeys = useJourneys();
/** A frame whose process has died is noticed only because it no longer answers. */
const patience = { timeout: 40_000 };
const PAYS = '4200000000000000';

/** A page of another site than the gateway: its frame has its own process, as at a real shop. */
const shop = useOwnPage(({ pathname, searchParams }) => {
  const attributes = {
    amount: searchParams.get('amount') ?? '',
    'fields-url': `${inject('gateway').checkout_url}/fields/`,
    test: '',
  };
  return pathname === '/' ? html(transferMarkup(attributes) + scriptMarkup()) : undefined;
});

async function open(place: Exclude<FieldsPlace, 'page'>, card?: string) {
  const amount = freshAmount();
  const where =
    place === 'gateway' ? [`/?amount=${amount}`, shop.url] : [`/fixed?amount=${amount}&fields=shop`, inject('shopUrl')];
  const { page, canary, context } = await journeys.start('blank', { ...TALL, shopUrl: 'about:' });
  await context.addInitScript(() => {
    const codes: string[] = [];
    Object.assign(globalThis, { codes });
    addEventListener('checkout-error', ({ error }) => codes.push(error.code));
  });
  await page.goto(where.toReversed().join(''));
  const payer = new Payer(page, canary, undefined, 'gateway');
  await payer.to('Card number').waitFor();
  if (card !== undefined) {
    await payer.typeCards({ number: card });
    await payer.readFee();
  }
  return { page, payer, frame: (await fieldsDocument(page, place)) as Frame };
}
const codes = (page: Page): Promise<string[]> => page.evaluate('codes') as Promise<string[]>;

/**
 * Ends the frame's process, as a crash of the browser does. Playwright considers the whole page crashed, so from then on the page
 * is evaluated by the protocol itself.
 *
 * @returns a function that evaluates an expression in the page.
 */
async function crash(page: Page, frame: Frame): Promise<<Result>(expression: string) => Promise<Result>> {
  const [ofPage, ofFrame] = [await page.context().newCDPSession(page), await page.context().newCDPSession(frame)];
  // The command gets no answer, because the process is gone.
  void ofFrame.send('Page.crash').catch(() => undefined);
  return async <Result>(expression: string) => {
    const { result } = await ofPage.send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true });
    return result.value as Result;
  };
}
const SHOWN = `document.querySelector('p2p-transfer').shadowRoot.querySelector('.base').innerText`;
const READY = `Boolean(document.querySelector('p2p-transfer').shadowRoot.querySelector('.isolated:not(.coming) > slot'))`;
const RELOAD = `document.querySelector('p2p-transfer').shadowRoot.querySelector('.reload').click()`;

async function payAgain(payer: Payer): Promise<void> {
  await payer.within.getByRole('button', { name: 'Load again' }).click();
  await payer.to('Card number').waitFor();
  expect(await payer.from('Card number').inputValue()).toBe('');
  await payer.settle();
  await payer.pay({ number: PAYS });
  await payer.heading('Transfer complete').waitFor();
}

/** Adds a form that shadows `document.hidden`, so that it is always true. */
const SHADOWED = `document.body.append(Object.assign(document.createElement('form'), { name: 'hidden' }))`;

test.each([
  ['gateway', '', 'true'],
  ['shop', '', 'true'],
  ['gateway', ', with a form named "hidden" in the page', SHADOWED],
] as const)(
  '%s%s: when the frame’s process ends, the page gets a typed error, and the fields can be loaded again',
  async (place, _, script) => {
    const { page, frame } = await open(place, PAYS);
    await page.evaluate(script);
    const ask = await crash(page, frame);
    await expect.poll(() => ask<string>(SHOWN), patience).toContain('We couldn’t load the card fields. Nothing was sent.');
    expect(await ask('codes')).toEqual(['fields_lost']);
    await ask(RELOAD);
    await expect.poll(() => ask(READY), patience).toBe(true);
    expect(await ask('codes')).toEqual(['fields_lost']);
  },
);

test.each(['gateway', 'shop'] as const)(
  '%s: a payment under way gets its outcome when the frame’s process ends',
  async (place) => {
    const { page, payer, frame } = await open(place, SLOW);
    await payer.press();
    await payer.within.locator('.waiting').waitFor();
    const ask = await crash(page, frame);
    await expect.poll(() => ask('codes'), patience).toEqual(['fields_lost']);
    await expect.poll(() => ask<string>(SHOWN), patience).toContain('Transfer complete');
    expect(await ask('codes')).toEqual(['fields_lost']);
  },
);

test.each(['gateway', 'shop'] as const)('%s: a frame that greets a second time has lost the cards', async (place) => {
  const { page, payer } = await open(place, PAYS);
  await payer.within.evaluate((element) => {
    const frame = element.querySelector('iframe')!;
    frame.setAttribute('src', frame.src);
  });
  await expect.poll(() => codes(page), patience).toEqual(['fields_lost']);
  await payAgain(payer);
});

test.each(['gateway', 'shop'] as const)('%s: a frame that no longer answers a press is lost', async (place) => {
  const { page, payer, frame } = await open(place, PAYS);
  // The frame is removed from the page while it is busy, so its evaluation never ends.
  void frame
    .evaluate(() => {
      for (const end = Date.now() + 15_000; Date.now() < end;);
    })
    .catch(() => undefined);
  await payer.within.evaluate((element) => void (element as HTMLElement & { submit(): Promise<void> }).submit());
  await expect.poll(() => codes(page), patience).toEqual(['fields_lost']);
  expect(await payer.reads()).toContain('Nothing was sent.');
  await payAgain(payer);
});

test('a frame that never greets: a typed error after 20 seconds, and the fields can be loaded again', async () => {
  const { page, canary } = await journeys.start('blank', { ...TALL, shopUrl: 'about:' });
  // The server takes the request and never answers it.
  await page.route('**/fields/', () => undefined);
  await page.goto(`${shop.url}/?amount=${freshAmount()}`);
  const payer = new Payer(page, canary, undefined, 'gateway');
  const again = payer.within.getByRole('button', { name: 'Load again' });
  await again.waitFor({ timeout: 40_000 });
  await page.unroute('**/fields/');
  await payAgain(payer);
});
