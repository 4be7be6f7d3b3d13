// @module-tag sample
import { generateKeyPairSync } from 'node:crypto';
import type { FrameLocator, Page } from 'playwright';
import { expect, inject, test } from 'vitest';
import { useJourneys } from '../../rig/journey.js';
import { HELLO } from '../../../../src/channel/handshake.js';
import { html, scriptMarkup, transferMarkup, useOwnPage } from '../../rig/page/own-page.js';

const journeys = useJourneys();
const foreignKey = generateKeyPairSync('rsa', { modulusLength: 2048 })
  .publicKey.export({ format: 'der', type: 'spki' })
  .toString('base64');
const fieldsUrl = (): string => `${inject('gateway').checkout_url}/fields/`;
const REPORT = `<script>globalThis.codes = []; addEventListener('checkout-error', ({ error }) => codes.push(error.code));</script>`;

/** A document that answers as the fields do, and seals with a key of its own. */
const otherFields = `<script>
addEventListener('message', ({ ports: [port] }) => port?.postMessage(JSON.stringify({ kind: 'ready', thumbprint: '${'a'.repeat(43)}' })));
parent.postMessage(${JSON.stringify(HELLO)}, '*');
</script><input>`;
/** Runs before the element's script, as anything in the page may. */
const before = (script: string): string =>
  `${transferMarkup({ amount: '10000', 'fields-url': fieldsUrl() })}<script>{ const element = document.querySelector('p2p-transfer'); ${script} }</script>`;
/** Limits the page to the shop's fields on the tag of the script. */
const limitedTag = (): string => scriptMarkup().replace('<script', `<script data-fields-urls="${fieldsUrl()}"`);
const DOWNGRADES: Readonly<Record<string, () => string>> = {
  '/removed': () => before(`element.removeAttribute('fields-url');`),
  '/cloned': () =>
    before(`const clone = element.cloneNode(true); clone.removeAttribute('fields-url'); element.replaceWith(clone);`),
  '/wrapped-define': () =>
    before(`const define = customElements.define.bind(customElements);
      customElements.define = (name, type, options) => {
        Object.defineProperty(type, 'observedAttributes', { value: type.observedAttributes.filter((each) => each !== 'fields-url') });
        define(name, type, options);
      };`),
  '/foreign': () => before(`element.setAttribute('fields-url', '${shop.url}/other-fields/');`),
  '/slots': () => before(`element.removeAttribute('fields-url'); element.setAttribute('fields', 'slot');`),
};

const pages: Readonly<Record<string, () => string>> = {
  '/sandboxed': () => transferMarkup({ amount: '10000', 'fields-url': `${shop.url}/fields/` }),
  '/other-key': () => transferMarkup({ amount: '10000', 'fields-url': `${elsewhere()}/other-fields/` }),
  '/': () => transferMarkup({ amount: '10000', 'fields-url': fieldsUrl() }),
  '/key': () => transferMarkup({ amount: '10000', 'fields-url': fieldsUrl(), 'public-key': foreignKey }),
  '/address': () => transferMarkup({ amount: '10000', 'fields-url': fieldsUrl(), 'checkout-url': 'https://evil.example' }),
  '/nothing': () => transferMarkup({ amount: '10000', 'fields-url': `${inject('gateway').checkout_url}/no-fields/` }),
  '/own-origin': () => transferMarkup({ amount: '10000', 'fields-url': `${shop.url}/open/` }),
};
const shop = useOwnPage(({ pathname }) => {
  if (pathname === '/other-fields/') return html(otherFields);
  const [, from = '', path = ''] = /^(\/limited)?(\/.*)$/.exec(pathname) ?? [];
  const downgrade = DOWNGRADES[path];
  if (downgrade) return html(REPORT + downgrade() + (from ? limitedTag() : scriptMarkup()));
  const body = pages[pathname];
  return body && html(REPORT + body() + scriptMarkup());
});

/** The same server under another host name. */
const elsewhere = (): string => shop.url.replace('localhost', 'elsewhere.localhost');

const codes = (page: Page): Promise<string[]> => page.evaluate('codes') as Promise<string[]>;
const fieldsOf = (page: Page): FrameLocator => page.locator('p2p-transfer').frameLocator('iframe');

test.each([
  ['/key', 'key_not_allowed', /public-key: expected [\w-]{43} or [\w-]{43}, as the document at fields-url allows/],
  ['/address', 'address_not_allowed', /checkout-url: expected http/],
])('%s: the page gets %s, and no field is shown', async (path, code, text) => {
  const { page } = await journeys.start(path, { shopUrl: shop.url });
  await page.locator('p2p-transfer').getByRole('alert').filter({ hasText: text }).waitFor();
  expect(await codes(page)).toEqual([code]);
  await expect.poll(() => fieldsOf(page).getByRole('textbox').count()).toBe(0);
});

test('fields that seal with a key that is not the shop’s are not shown', async () => {
  const { page } = await journeys.start('/other-key', { shopUrl: shop.url });
  await page
    .locator('p2p-transfer')
    .getByRole('alert')
    .filter({
      hasText: /fields-url: expected isolated fields that seal for the key [\w-]{43}, as public-key says; got the key a{43}/,
    })
    .waitFor();
  expect(await codes(page)).toEqual(['key_not_allowed']);
  expect(await page.locator('p2p-transfer iframe').count()).toBe(0);
});

test.each(Object.keys(DOWNGRADES))(
  'a script that leads the payer away from the shop’s fields: %s, and what the limit does',
  async (path) => {
    const { page } = await journeys.start(path, { shopUrl: shop.url });
    const element = page.locator('p2p-transfer');
    // Without the limit the trick works, or is another error.
    await page.waitForFunction(() => {
      const transfer = document.querySelector('p2p-transfer')!;
      return transfer.querySelector('iframe') ?? transfer.shadowRoot?.querySelector('input, [role=alert]');
    });
    expect(await codes(page)).not.toContain('address_not_allowed');
    await page.goto(`${shop.url}/limited${path}`);
    await element
      .getByRole('alert')
      .filter({ hasText: /fields-url: expected http.*, as in the page’s fieldsUrls/ })
      .waitFor();
    expect(await element.locator('input:visible, iframe').count()).toBe(0);
    expect(await codes(page)).toContain('address_not_allowed');
  },
);

test('an element that a script adds, with fields of its own, gets no frame beside the shop’s element', async () => {
  const { page } = await journeys.start('/limited/foreign', { shopUrl: shop.url });
  await page.locator('p2p-transfer').evaluate((element, url) => element.setAttribute('fields-url', url), fieldsUrl());
  await fieldsOf(page).getByRole('textbox', { name: 'Card number' }).first().waitFor();
  await page.evaluate((url) => {
    const own = document.querySelector('p2p-transfer')!;
    const added = own.cloneNode() as Element;
    added.id = 'added';
    added.setAttribute('fields-url', url);
    own.before(added);
  }, `${elsewhere()}/other-fields/`);
  await page.locator('#added').getByRole('alert').waitFor();
  expect(await page.locator('#added iframe').count()).toBe(0);
});

test('a document that a script puts into a frame in the sandbox gets no port', async () => {
  const { page } = await journeys.start('blank', { shopUrl: 'about:' });
  await page.addInitScript(
    (inside) => {
      new MutationObserver(() => {
        const frame = document.querySelector<HTMLIFrameElement>('p2p-transfer > iframe');
        if (!frame || frame.srcdoc) return;
        frame.setAttribute('sandbox', 'allow-scripts');
        frame.srcdoc = inside;
      }).observe(document, { subtree: true, childList: true });
    },
    otherFields.replace(`'*');`, `'*'); addEventListener('message', () => (document.title = 'got'));`),
  );
  await page.goto(`${shop.url}/sandboxed`);
  await page.locator('p2p-transfer').getByText('We couldn’t load the card fields. Nothing was sent.').waitFor();
  expect(await codes(page)).toEqual(['fields_lost']);
});

test('a page that changes the key while the payer types gets an error, and the typed text is lost', async () => {
  const { page, canary } = await journeys.start('/', { shopUrl: shop.url });
  canary.keepPan('4200000000000000');
  await fieldsOf(page).getByRole('textbox', { name: 'Card number' }).first().pressSequentially('4200000000000000');
  await page.locator('p2p-transfer').evaluate((element, key) => element.setAttribute('public-key', key), foreignKey);
  await expect.poll(() => codes(page)).toContain('setting_changed');
  await expect.poll(() => fieldsOf(page).getByRole('textbox').count()).toBe(0);
});

test('fields that do not load: the payer reads it, the page gets a typed error, and a corrected address loads them', async () => {
  const { page } = await journeys.start('/nothing', { shopUrl: shop.url });
  const element = page.locator('p2p-transfer');
  await element.getByText('We couldn’t load the card fields. Nothing was sent.').waitFor();
  expect(await codes(page)).toEqual(['fields_unavailable']);
  // The page corrects the address.
  await element.evaluate((host, url) => host.setAttribute('fields-url', url), fieldsUrl());
  await fieldsOf(page).getByRole('textbox', { name: 'Card number' }).first().waitFor();
});

test('a frame that is navigated away: the page gets a typed error, and the payer can load the fields again', async () => {
  const { page, canary } = await journeys.start('/', { shopUrl: shop.url });
  const number = fieldsOf(page).getByRole('textbox', { name: 'Card number' }).first();
  canary.keepPan('4200000000000000');
  await number.fill('4200000000000000');
  await page.locator('p2p-transfer').evaluate((host) => {
    host.querySelector('iframe')!.src = 'about:blank';
  });
  const again = page.locator('p2p-transfer').getByRole('button', { name: 'Load again' });
  await again.waitFor();
  expect(await codes(page)).toEqual(['fields_lost']);
  await again.click();
  await number.waitFor();
  expect(await number.inputValue()).toBe('');
});

test('a document at the page’s own address without the sandbox is not used: the page could read it', async () => {
  const { page } = await journeys.start('blank', { shopUrl: 'about:' });
  await page.route('**/fields/', async (route) => {
    const response = await route.fetch();
    const { 'content-security-policy': _, ...headers } = response.headers();
    await route.fulfill({ response, headers });
  });
  await page.goto(`${inject('shopUrl')}/?fields=shop`);
  const element = page.locator('p2p-transfer');
  await element.getByText('We couldn’t load the card fields. Nothing was sent.').waitFor();
  expect(await element.locator('iframe').count()).toBe(0);
  await expect.poll(() => page.locator('#heard').innerText()).toContain('fields_not_isolated');
});

test('a second message channel from the page is not accepted', async () => {
  const { page } = await journeys.start('/', { shopUrl: shop.url });
  await fieldsOf(page).getByRole('textbox').first().waitFor();
  const heard = await page.evaluate(async () => {
    const frame = document.querySelector<HTMLIFrameElement>('p2p-transfer iframe')!;
    const answers: string[] = [];
    // The element has already sent the first one.
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', ({ data }) => answers.push(String(data)));
    port1.start();
    frame.contentWindow!.postMessage('checkout-fields init 1', '*', [port2]);
    port1.postMessage('{"kind":"ping"}');
    await new Promise((resolve) => setTimeout(resolve, 500));
    return answers;
  });
  expect(heard).toEqual([]);
});
