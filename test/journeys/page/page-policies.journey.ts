import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright';
import { beforeAll, expect, inject, test } from 'vitest';
import { freshAmount, useJourneys } from '../rig/journey.js';
import { html, script, transferMarkup, useOwnPage } from '../rig/page/own-page.js';
import { RECIPIENT } from '../rig/payer.js';

// The built script, and the files it loads, under the policies that pages of banks and shops have.

const journeys = useJourneys();
const files = new Map<string, string>();
let hash = '';
const hashOf = (path: string): string =>
  `sha256-${createHash('sha256')
    .update(files.get(path) ?? '')
    .digest('base64')}`;
/** The import map's integrity entries for the files that the script loads. */
const integrity = (): Readonly<Record<string, string>> => ({ '/locales/ru.js': hashOf('/locales/ru.js') });
beforeAll(async () => {
  for (const path of ['/checkout.js', '/locales/ru.js']) {
    const answer = await fetch(inject('gateway').checkout_url + path);
    expect(answer.status).toBe(200);
    files.set(path, await answer.text());
  }
  hash = hashOf('/checkout.js');
  // One file without imports, as in a page's own bundle.
  files.set('/lit-html.js', readFileSync('node_modules/lit-html/lit-html.js', 'utf8'));
});

const WATCH = `globalThis.refused = []; globalThis.outcomes = []; globalThis.errors = [];
addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => refused.push(violatedDirective + ' ' + blockedURI));
addEventListener('checkout-outcome', ({ outcome }) => outcomes.push(outcome));
addEventListener('checkout-error', ({ error }) => errors.push(error.name + ' ' + error.code));`;

const HOST = `import { html, render } from '/lit-html.js';
render(html\`<p id="host">Made by the page's own Lit</p>\`, document.querySelector('#place'));`;

const base = (): string => `default-src 'none'; connect-src ${inject('gateway').checkout_url}; img-src data:; base-uri 'none'`;
const byNonce = "script-src 'nonce-own'";
const ISOLATED = { 'cross-origin-opener-policy': 'same-origin', 'cross-origin-embedder-policy': 'require-corp' };
const trusted = "; require-trusted-types-for 'script'";

/** Each page's policy, and the attributes of its script tag. */
const POLICIES: Readonly<Record<string, () => readonly [policy: string, tag: string]>> = {
  nonce: () => [byNonce, 'nonce="own"'],
  // With the headers below.
  isolated: () => [byNonce, 'nonce="own"'],
  'nonce-dynamic': () => [`${byNonce} 'strict-dynamic'`, 'nonce="own"'],
  hash: () => [`${byNonce} '${hash}'`, `integrity="${hash}"`],
  'hash-dynamic': () => [`${byNonce} '${hash}' 'strict-dynamic'`, `integrity="${hash}"`],
  'hash-map': () => [
    `${byNonce} ${Object.values(integrity())
      .map((each) => `'${each}'`)
      .join(' ')} '${hash}'`,
    `integrity="${hash}"`,
  ],
  'types-own': () => [`${byNonce}${trusted}; trusted-types checkout-elements`, 'nonce="own"'],
  'types-any': () => [`${byNonce}${trusted}`, 'nonce="own"'],
  'types-both': () => [`${byNonce}${trusted}; trusted-types lit-html checkout-elements`, 'nonce="own"'],
  'types-other': () => [`${byNonce}${trusted}; trusted-types lit-html`, 'nonce="own"'],
  'types-none': () => [`${byNonce}${trusted}; trusted-types 'none'`, 'nonce="own"'],
  'types-not-required': () => [`${byNonce}; trusted-types lit-html`, 'nonce="own"'],
  'sandbox-forms': () => [`${byNonce}; sandbox allow-scripts allow-same-origin allow-forms`, 'nonce="own"'],
  'sandbox-no-forms': () => [`${byNonce}; sandbox allow-scripts allow-same-origin`, 'nonce="own"'],
  'sandbox-no-origin': () => [`${byNonce}; sandbox allow-scripts allow-forms`, 'nonce="own" crossorigin'],
};

const shop = useOwnPage(({ pathname, searchParams }) => {
  const answer = ((): ReturnType<typeof html> | undefined => {
    if (pathname === '/watch.js') return script(WATCH);
    if (pathname === '/host.js') return script(HOST);
    if (files.has(pathname)) return script(files.get(pathname) ?? '');
    if (pathname === '/framed')
      return html('<iframe src="/frame" sandbox="allow-scripts allow-same-origin" width="600" height="900"></iframe>');
    const [policy, tag] = pathname === '/frame' ? [byNonce, 'nonce="own"'] : (POLICIES[pathname.slice(1)]?.() ?? []);
    if (policy === undefined) return undefined;
    const { base_url: baseUrl } = inject('gateway');
    return html(
      `<script nonce="own" src="/watch.js"></script>
      ${pathname === '/hash-map' ? `<script type="importmap" nonce="own">${JSON.stringify({ integrity: integrity() })}</script>` : ''}
      ${transferMarkup({ amount: searchParams.get('amount') ?? '4000', language: searchParams.get('language') ?? 'en' })}
      <product-pay mode="link" pay-url="${baseUrl}/products/prd_1/pay"></product-pay>
      <plan-subscribe base-url="${baseUrl}" plan-id="pln_1"></plan-subscribe>
      <div id="place"></div><script type="module" nonce="own" src="/host.js"></script>
      <script type="module" ${tag} src="/checkout.js"></script>`,
      { 'content-security-policy': `${base()}; ${policy}`, ...(pathname === '/isolated' && ISOLATED) },
    );
  })();
  // A page without an origin requests its own files as cross-origin ones.
  return answer && { ...answer, headers: { ...answer.headers, 'access-control-allow-origin': '*' } };
});

const seen = (page: Page): Promise<{ refused: string[]; outcomes: string[]; errors: string[] }> =>
  page.evaluate('({ refused, outcomes, errors })');
const host = (page: Page): Promise<unknown> => page.evaluate("document.querySelector('#host')?.textContent");

test.each([['nonce'], ['isolated'], ['nonce-dynamic'], ['hash-map'], ['types-any'], ['types-both'], ['sandbox-forms']])(
  'under the policy %s the elements work beside the page’s own Lit, in another language, and nothing is refused',
  async (policy) => {
    const { page, payer, canary } = await journeys.start(`/${policy}?amount=${freshAmount()}&language=ru`, { shopUrl: shop.url });
    for (const pan of ['4200000000000000', RECIPIENT]) canary.keepPan(pan);
    await payer.within.getByText('С карты').waitFor();
    await page.locator('#host').waitFor();
    await payer.within.locator('#credit_card-number').pressSequentially('4200000000000000');
    await payer.within.locator('#credit_card-expiry').pressSequentially('1230');
    canary.keepCode('737');
    await payer.within.locator('#credit_card-verification_value').pressSequentially('737');
    await payer.within.locator('#recipient_card-number').pressSequentially(RECIPIENT);
    await payer.within.getByText(/^Комиссия около/).waitFor();
    await payer.within.getByRole('button', { name: /^Перевести/ }).click();
    await payer.heading('Перевод выполнен').waitFor();
    expect(await seen(page)).toEqual({ refused: [], outcomes: ['successful'], errors: [] });
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(policy === 'isolated');
  },
);

test('the policy that makes markup is named checkout-elements; where only that name is allowed, the page’s own Lit is refused', async () => {
  const { page, payer } = await journeys.start(`/types-own?amount=${freshAmount()}`, { shopUrl: shop.url });
  await payer.pay({ number: '4200000000000000' });
  await payer.heading('Transfer complete').waitFor();
  expect(await host(page)).toBeUndefined();
  expect(await seen(page)).toEqual({ refused: ['trusted-types trusted-types-policy'], outcomes: ['successful'], errors: [] });
});

test.each([['types-other'], ['types-none']])(
  'under %s every element shows that its policy is forbidden and how to allow it',
  { tags: ['main'] },
  async (policy) => {
    const { page } = await journeys.start(`/${policy}`, { shopUrl: shop.url });
    for (const tag of ['p2p-transfer', 'product-pay', 'plan-subscribe']) {
      const alert = page.locator(tag).getByRole('alert');
      await alert.waitFor();
      expect(await alert.textContent()).toMatch(/Trusted Types policy[^]*trusted-types checkout-elements/);
      expect(await page.locator(tag).locator('input, button, a').count()).toBe(0);
      // A call by the page neither throws nor keeps the page busy.
      await page.locator(tag).evaluate((element) => element.focus());
    }
    expect((await seen(page)).errors).toEqual(Array.from({ length: 3 }, () => 'PagePolicyError trusted_types_refused'));
    expect(await host(page)).toBe(policy === 'types-other' ? "Made by the page's own Lit" : undefined);
  },
);

test('a forbidden policy name is harmless where the page does not require trusted types', async () => {
  const { page, payer } = await journeys.start(`/types-not-required?amount=${freshAmount()}`, { shopUrl: shop.url });
  await payer.pay({ number: '4200000000000000' });
  await payer.heading('Transfer complete').waitFor();
  expect((await seen(page)).errors).toEqual([]);
});

test.each([['hash'], ['hash-dynamic']])(
  'under %s the script runs by its hash; the language that it loads has no hash and is refused, so the elements stay English',
  async (policy) => {
    const { page, payer } = await journeys.start(`/${policy}?amount=${freshAmount()}&language=ru`, { shopUrl: shop.url });
    await payer.pay({ number: '4200000000000000' });
    await payer.heading('Transfer complete').waitFor();
    await page.locator('product-pay').getByRole('link').waitFor();
    const { refused, errors } = await seen(page);
    expect(new Set(refused)).toEqual(new Set([`script-src-elem ${shop.url}/locales/ru.js`]));
    expect(errors).toEqual(['LanguageError language_unavailable']);
  },
);

test('the elements work in a sandboxed page without an origin', async () => {
  const { payer } = await journeys.start(`/sandbox-no-origin?amount=${freshAmount()}`, { shopUrl: shop.url });
  await payer.pay({ number: '4200000000000000' });
  await payer.heading('Transfer complete').waitFor();
});

test.each(['/sandbox-no-forms', '/framed'])(
  'at %s forms are blocked: the elements with a form show so and how to allow it; a link works',
  { tags: ['main'] },
  async (path) => {
    const { page } = await journeys.start(path, { shopUrl: shop.url });
    const inside = path === '/framed' ? page.frameLocator('iframe') : page;
    for (const tag of ['p2p-transfer', 'plan-subscribe']) {
      const alert = inside.locator(tag).getByRole('alert');
      await alert.waitFor();
      expect(await alert.textContent()).toContain('Add allow-forms');
      expect(await inside.locator(tag).locator('input, button').count()).toBe(0);
    }
    await inside.locator('product-pay').getByRole('link').waitFor();
    expect(await inside.locator('product-pay').getByRole('alert').count()).toBe(0);
    const document = path === '/framed' ? page.frames()[1]! : page.mainFrame();
    expect(await document.evaluate('errors')).toEqual(['PagePolicyError forms_refused', 'PagePolicyError forms_refused']);
  },
);
