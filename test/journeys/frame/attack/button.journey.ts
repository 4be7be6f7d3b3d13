// A page's script changes how the button looks, or what it is about, by messages alone: no theme, no language and no settings make it say
// less than what a press of it pays.
import { expect, test } from 'vitest';
import type { ToFrame } from '../../../../src/channel/to-frame.js';
import { THEME_TOKENS } from '../../../../src/channel/theme-tokens.js';
import { SHOWN } from '../../../probes/spending.js';
import { useJourneys } from '../../rig/journey.js';
import { html, useOwnPage } from '../../rig/page/own-page.js';
import { TALL } from '../../rig/fields-place.js';
import { EMBEDDER, type Embedded, embedIn, setMessage, shopMessage, statusMessage, wordsMessage } from './embedder.js';

const SOURCE = '4012000000001097';
const RECIPIENT = '4111111111111111';
/** Longer than the half second that the payer needs to read, in milliseconds. */
const READ = 700;

const journeys = useJourneys();
const own = useOwnPage(() => html(EMBEDDER));

async function embed(settings: ToFrame = setMessage(1, SHOWN)): Promise<Embedded> {
  const { page, canary } = await journeys.start('/', { ...TALL, shopUrl: own.url });
  for (const pan of [SOURCE, RECIPIENT]) canary.keepPan(pan);
  canary.keepCode('737');
  const embedded = await embedIn(page);
  await embedded.sendAll(shopMessage(), wordsMessage(), settings, statusMessage());
  await embedded.fields.locator('input').first().waitFor();
  return embedded;
}

async function typeSource({ fields }: Embedded): Promise<void> {
  await fields.locator('[name=number]').first().fill(SOURCE);
  await fields.locator('[name=expiry]').fill('12/30');
  await fields.locator('[name=verification_value]').fill('737');
}

const button = ({ fields }: Embedded) => fields.locator('.submit');
const theme = (values: Partial<Record<(typeof THEME_TOKENS)[number], string>>): ToFrame => ({
  kind: 'theme',
  values: THEME_TOKENS.map((name) => values[name] ?? ''),
});

/** What the payer sees of the button, once the theme has come. */
async function pictureOf(embedded: Embedded): Promise<string> {
  await embedded.received();
  return (await button(embedded).screenshot({ animations: 'disabled' })).toString('base64');
}

test.each([
  ['paints over the button’s colour', 'inset 0 0 0 40px #ffffff'],
  ['paints over a part of its sentence', 'inset 280px 0 0 0 #ffffff'],
  ['covers the button with the shadow of a field', '0 250px 0 0 #ffffff'],
  ['covers a part of it', '-200px 250px 0 0 #ffffff, -200px 350px 0 0 #ffffff, -200px 150px 0 0 #ffffff'],
])('no shadow %s', { tags: ['engines'] }, async (_, shadow) => {
  const embedded = await embed();
  await embedded.sendAll(theme({ '--checkout-shadow': 'none' }));
  const plain = await pictureOf(embedded);
  await embedded.sendAll(theme({ '--checkout-shadow': shadow }));
  expect(await pictureOf(embedded)).toBe(plain);
});

test('no radius takes the button’s colour away from under its sentence', { tags: ['engines'] }, async () => {
  const embedded = await embed();
  await embedded.page.evaluate(() => (document.querySelector<HTMLElement>('#fields')!.style.inlineSize = '160px'));
  await embedded.sendAll(theme({ '--checkout-radius': '28px', '--checkout-space': '0px' }));
  const round = await pictureOf(embedded);
  await embedded.sendAll(theme({ '--checkout-radius': '9999px', '--checkout-space': '0px' }));
  expect(await pictureOf(embedded)).toBe(round);
});

test.each([
  ['the other colour scheme', 'light-dark(#000060, #ffffff)', 'color-scheme: dark'],
  [
    'another width',
    'rgb(calc(255 * sign(100vw - 601px)) calc(255 * sign(100vw - 601px)) calc(255 * sign(100vw - 601px)))',
    'inline-size: 604px',
  ],
])('a colour that is another in %s is judged anew', { tags: ['engines'] }, async (_, accent, style) => {
  const embedded = await embed();
  await embedded.sendAll(
    theme({ '--checkout-color-accent': accent, '--checkout-color-on-accent': '#ffffff', 'color-scheme': 'light dark' }),
  );
  await embedded.received();
  await embedded.page.evaluate((text) => document.querySelector('#fields')!.setAttribute('style', text), style);
  await embedded.page.emulateMedia(style.includes('dark') ? { colorScheme: 'dark' } : {});
  await embedded.page.waitForTimeout(READ);
  const [color, background] = await button(embedded).evaluate((each) => {
    const computed = getComputedStyle(each);
    return [computed.color, computed.backgroundColor];
  });
  expect(background).not.toBe(color);
});

test.each([
  ['de-CH', {}],
  // A message with more than the schema has is not handled.
  ['de-CH', { direction: 'rtl' }],
])('the digits of a sum stand in one order: %s, with %j', { tags: ['engines'] }, async (language, more) => {
  const settings = { ...setMessage(1, { ...SHOWN, amount: 910_000 }), language };
  const embedded = await embed(settings);
  await embedded.sendAll({ ...settings, serial: 2, ...more } as ToFrame);
  await embedded.received();
  const lefts = await button(embedded).evaluate((each) => {
    const nodes = document.createTreeWalker(each, NodeFilter.SHOW_TEXT);
    const node = (): Node => nodes.currentNode;
    do nodes.nextNode();
    while (!node().textContent?.includes("9'100.00"));
    const at = node().textContent!.indexOf("9'100.00");
    return [at, at + 2].map((offset) => {
      const range = document.createRange();
      range.setStart(node(), offset);
      range.setEnd(node(), offset + 1);
      return range.getBoundingClientRect().left;
    });
  });
  expect(lefts[0]).toBeLessThan(lefts[1]!);
});

test('a form without a recipient seals no transfer', async () => {
  const embedded = await embed({ ...setMessage(1, SHOWN), sections: ['card'] } as ToFrame);
  await typeSource(embedded);
  const state = (await embedded.received()).flatMap((message) => (message.kind === 'state' ? message.state : [])).at(-1)!;
  await embedded.page.waitForTimeout(READ);
  await button(embedded).click();
  const binding = { ...SHOWN, trackingId: 'order-1', issuedAt: Date.now() };
  await embedded.sendAll({ kind: 'seal', id: 1, revision: state.revision, binding });
  expect((await embedded.received()).map(({ kind }) => kind)).not.toContain('sealed');
});

test('after a page has emptied the recipient that the payer typed, only the payer chooses a saved one', async () => {
  const embedded = await embed();
  await typeSource(embedded);
  await embedded.fields.locator('[name=number]').last().fill(RECIPIENT);
  const cards = [{ token: 'theirs', brand: 'visa', last_4: '1111' }];
  await embedded.sendAll(
    { kind: 'clear', serial: 2, what: 'all' },
    { kind: 'saved', serial: 3, section: 'recipient_card', chosen: 'theirs', first: 0, count: 1, cards },
  );
  await typeSource(embedded);
  const states = (await embedded.received()).flatMap((message) => (message.kind === 'state' ? message.state : []));
  expect(states.at(-1)!.recipient).toEqual({});
  expect(states.at(-1)!.complete).toBe(false);
  await embedded.fields.locator('.choice label').first().click();
  const after = (await embedded.received()).flatMap((message) => (message.kind === 'state' ? message.state : []));
  expect(after.at(-1)!.complete).toBe(true);
});

test.each(['130px', '200px'])('in a frame of %s, all of a long sum is in the button', { tags: ['engines'] }, async (width) => {
  const embedded = await embed(setMessage(1, { ...SHOWN, amount: 999_999_999_900 }));
  await embedded.page.evaluate((size) => (document.querySelector<HTMLElement>('#fields')!.style.inlineSize = size), width);
  await embedded.sendAll(theme({ '--checkout-space': '60px' }));
  await embedded.received();
  const isIn = await button(embedded).evaluate((each) => {
    const range = document.createRange();
    range.selectNodeContents(each);
    const box = each.getBoundingClientRect();
    return [...range.getClientRects()].every(
      ({ left, right }) => left >= box.left && right <= box.right && left >= 0 && right <= innerWidth,
    );
  });
  expect(isIn).toBe(true);
});

test('a sum that is broken into several lines is not paid', { tags: ['engines'] }, async () => {
  const embedded = await embed();
  await typeSource(embedded);
  await embedded.fields.locator('[name=number]').last().fill(RECIPIENT);
  const press = async (): Promise<readonly string[]> => {
    await button(embedded).scrollIntoViewIfNeeded();
    await embedded.page.waitForTimeout(READ);
    await button(embedded).click();
    return (await embedded.received()).map(({ kind }) => kind).filter((kind) => kind === 'press' || kind === 'refused');
  };
  await embedded.sendAll(setMessage(2, { ...SHOWN, amount: 99_990_000 }), theme({ 'root-font-size': '40px' }));
  const resize = (inlineSize: string): Promise<void> =>
    embedded.page.evaluate((size) => {
      // So high that the whole button can be scrolled into view: it is refused for its lines alone.
      Object.assign(document.querySelector<HTMLElement>('#fields')!.style, { inlineSize: size, blockSize: '5000px' });
    }, inlineSize);
  await resize('200px');
  expect(await press()).toEqual(['refused']);
  await resize('600px');
  await embedded.sendAll(theme({}));
  expect(await press()).toEqual(['press']);
});
