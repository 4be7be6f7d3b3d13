// Habits of browsers, in WebKit: pages without an http address, paths in the fragment, copies of an element, and a disabled fieldset.
/** @module-tag engines */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, inject, test } from 'vitest';
import { freshAmount } from '../../journeys/rig/journey.js';
import { html, scriptMarkup, transferMarkup, useOwnPage } from '../../journeys/rig/page/own-page.js';
import { CODE, RECIPIENT } from '../../journeys/rig/payer.js';
import { useWebKit } from './use-webkit.js';

const webkit = useWebKit();
const CHALLENGED = '4012000000001097';
const patience = { timeout: 15_000 };

const pageWith = (attributes: Readonly<Record<string, string>>) => html(transferMarkup(attributes) + scriptMarkup());
const shop = useOwnPage(({ pathname, searchParams }) => {
  const amount = searchParams.get('amount') ?? '';
  if (pathname === '/empty') return html('');
  if (pathname === '/spa') return pageWith({ amount });
  return pathname === '/framed' ? pageWith({ amount, 'fields-url': `${inject('gateway').checkout_url}/fields/` }) : undefined;
});

const folder = mkdtempSync(join(tmpdir(), 'checkout-page-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function embed(text: string, how: 'srcdoc' | 'blob'): Promise<void> {
  await webkit.session.goTo(`${shop.url}/empty`);
  const script = `const [markup, how] = arguments;
    const frame = document.createElement('iframe');
    if (how === 'srcdoc') frame.srcdoc = markup;
    else frame.src = URL.createObjectURL(new Blob([markup], { type: 'text/html' }));
    return new Promise((resolve) => {
      frame.onload = () => resolve();
      document.querySelector('main').append(frame);
    });`;
  await webkit.session.run(script, text, how);
  await webkit.session.enterFrame('main > iframe');
}

test.each<[string, (text: string) => Promise<void>]>([
  [
    'a file',
    async (text) => {
      writeFileSync(join(folder, 'shop.html'), text);
      await webkit.session.goTo(pathToFileURL(join(folder, 'shop.html')).href);
    },
  ],
  ['srcdoc', (text) => embed(text, 'srcdoc')],
  ['a blob', (text) => embed(text, 'blob')],
])('in %s, a transfer says before anything is typed that it needs return-url', async (_, open) => {
  const { page } = webkit;
  await open(pageWith({ amount: String(freshAmount()) }).text);
  await page.sees(/return-url: expected .*, because this page .*Set /);
  expect(await page.count('textbox', /./)).toBe(0);
});

test.each(['#/checkout', '#top'])('a payer at %s comes back to it from the bank', async (at) => {
  const { page, session } = webkit;
  for (const pan of [CHALLENGED, RECIPIENT]) webkit.hides(pan);
  await session.goTo(`${shop.url}/spa?amount=${freshAmount()}${at}`);
  await page.type(CHALLENGED, 'Card number', 'From card');
  await page.type('1230', 'Expiry date', 'From card');
  await page.type(CODE, 'Security code', 'From card');
  await page.type(RECIPIENT, 'Card number', 'To card');
  await page.click('button', /^Send \d/);
  await webkit.confirmAtBank();
  await page.find('heading', 'Transfer complete');
  expect(new URL(await session.address()).hash).toBe(at);
});

/** How many frames the element has, and how many of them can be seen. */
const frames = () =>
  webkit.session.run<[number, number]>(`const all = [...document.querySelectorAll('p2p-transfer iframe')];
    return [all.length, all.filter((frame) => frame.getBoundingClientRect().height > 50).length];`);

test.each([
  ['cloneNode', 'element.replaceWith(element.cloneNode(true));'],
  ['innerHTML', 'const { parentElement } = element; const { innerHTML } = parentElement; parentElement.innerHTML = innerHTML;'],
  ['a second frame', "element.prepend(element.querySelector('iframe').cloneNode(true));"],
])('after %s there is one frame, and it can be typed into', async (_, copy) => {
  const { page, session } = webkit;
  webkit.hides(RECIPIENT);
  await session.goTo(`${shop.url}/framed?amount=${freshAmount()}`);
  for (let again = 0; again < 2; again += 1) {
    await page.inFields(() => page.find('textbox', 'Card number', 'To card'));
    await session.run(`const element = document.querySelector('p2p-transfer'); ${copy}`);
    await expect.poll(frames, patience).toEqual([1, 1]);
  }
  await page.inFields(async () => {
    await page.type(RECIPIENT, 'Card number', 'To card');
    expect((await page.valueOf('Card number', 'To card')).replaceAll(' ', '')).toBe(RECIPIENT);
  });
});

test('a fieldset of the page disables the form in the frame, and enables it again', async () => {
  const { page, session } = webkit;
  webkit.hides(RECIPIENT);
  await session.goTo(`${shop.url}/framed?amount=${freshAmount()}`);
  await page.inFields(() => page.type(RECIPIENT, 'Card number', 'To card'));
  await session.run(`const element = document.querySelector('p2p-transfer');
    const fieldset = document.createElement('fieldset');
    element.before(fieldset);
    fieldset.append(element);
    fieldset.disabled = true;`);
  const areDisabled = () =>
    page.inFields(() =>
      session.run<boolean[]>(
        `return [...new Set([...document.querySelectorAll('input, button.submit')].map((each) => each.matches(':disabled')))]`,
      ),
    );
  await expect.poll(areDisabled, patience).toEqual([true]);
  await session.run(`document.querySelector('fieldset').disabled = false`);
  await expect.poll(areDisabled, patience).toEqual([false]);
  await page.inFields(() => page.type(RECIPIENT, 'Card number', 'To card'));
});
