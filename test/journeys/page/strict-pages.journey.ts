import type { Page } from 'playwright';
import { beforeAll, expect, inject, test } from 'vitest';
import { freshAmount, useJourneys } from '../rig/journey.js';
import { html, script, scriptMarkup, transferMarkup, useOwnPage } from '../rig/page/own-page.js';
import { CODE, RECIPIENT } from '../rig/payer.js';

const journeys = useJourneys();
const files = new Map<string, string>();
beforeAll(async () => {
  for (const path of ['/checkout.js', '/locales/ru.js']) {
    const answer = await fetch(inject('gateway').checkout_url + path);
    expect(answer.status).toBe(200);
    files.set(path, await answer.text());
  }
});

/** Only the page's own files, and requests to the gateway; nothing inline, not even a style. */
const strictest = () => ({
  'content-security-policy': `default-src 'none'; script-src 'self'; connect-src ${inject('gateway').checkout_url}; frame-src 'self' ${inject('gateway').checkout_url}; img-src data:; base-uri 'none'; form-action 'self'`,
});
const isolated = { 'cross-origin-opener-policy': 'same-origin', 'cross-origin-embedder-policy': 'require-corp' };

// The policy allows only the page's own scripts; violations are recorded from the very start.
const WATCH = `globalThis.refused = []; globalThis.outcomes = [];
addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => refused.push(violatedDirective + ' ' + blockedURI));
addEventListener('checkout-outcome', ({ outcome }) => outcomes.push(outcome));`;

// A shop's component keeps the element in its own shadow root, inside a modal dialog.
const MODAL = `customElements.define('shop-drawer', class extends HTMLElement {
  connectedCallback() {
    this.attachShadow({ mode: 'open' }).innerHTML = '<dialog aria-label="Pay">' + this.querySelector('template').innerHTML + '</dialog>';
  }
});
document.querySelector('#open').addEventListener('click', () => document.querySelector('shop-drawer').shadowRoot.querySelector('dialog').showModal());`;

const shop = useOwnPage(({ pathname, searchParams }) => {
  const attributes = {
    amount: searchParams.get('amount') ?? '',
    language: searchParams.get('language') ?? 'en',
    challenge: searchParams.get('challenge') ?? '',
  };
  const own = `<script src="/watch.js"></script>${transferMarkup(attributes)}<script type="module" src="/checkout.js"></script>`;
  switch (pathname) {
    case '/strict':
      return html(own, strictest());
    case '/isolated':
      return html(`<script src="/watch.js"></script>${transferMarkup(attributes)}${scriptMarkup()}`, isolated);
    case '/opener':
      return html(`<script src="/watch.js"></script>${transferMarkup(attributes)}${scriptMarkup()}`, {
        'cross-origin-opener-policy': searchParams.get('policy') ?? '',
      });
    case '/modal':
      return html(
        `<script src="/watch.js"></script><button id="open">Pay now</button>
        <shop-drawer><template>${transferMarkup(attributes)}</template></shop-drawer><script src="/modal.js"></script>${scriptMarkup()}`,
      );
    case '/watch.js':
      return script(WATCH);
    case '/modal.js':
      return script(MODAL);
    default:
      return files.has(pathname) ? script(files.get(pathname) ?? '') : undefined;
  }
});

const recorded = (page: Page): Promise<unknown> => page.evaluate('({ refused, outcomes })');

test('with script-src limited to the page and nothing inline, a transfer with 3-D Secure violates no policy', async () => {
  const { page, payer } = await journeys.start(`/strict?amount=${freshAmount()}`, { shopUrl: shop.url });
  await payer.pay({ number: '4012000000001097' });
  await payer.arriveAtBank();
  await payer.confirmAtBank('123456');
  await payer.heading('Transfer complete').waitFor();
  expect(await recorded(page)).toEqual({ refused: [], outcomes: ['successful'] });
  // It looks the same as elsewhere, so the styles were applied.
  expect(await payer.heading('Transfer complete').evaluate((heading) => getComputedStyle(heading).display)).toBe('flex');
});

test('under the same policy a language loads from beside the script, and the bank’s page opens in a dialog', async () => {
  const { page, payer, canary } = await journeys.start(`/strict?amount=${freshAmount()}&language=ru&challenge=auto`, {
    shopUrl: shop.url,
  });
  await payer.within.getByText('С карты').waitFor();
  for (const pan of ['4012000000001097', RECIPIENT]) canary.keepPan(pan);
  canary.keepCode(CODE);
  for (const [id, text] of [
    ['credit_card-number', '4012000000001097'],
    ['credit_card-expiry', '1230'],
    ['credit_card-verification_value', CODE],
    ['recipient_card-number', RECIPIENT],
  ] as const) {
    await payer.within.locator(`#${id}`).pressSequentially(text);
  }
  await payer.within.getByText(/^Комиссия около/).waitFor();
  await payer.within.getByRole('button', { name: /^Перевести/ }).click();
  const bank = payer.within.frameLocator('dialog iframe');
  await bank.getByRole('textbox').fill('123456');
  await bank.getByRole('button').first().click();
  await payer.heading('Перевод выполнен').waitFor();
  expect(await recorded(page)).toEqual({ refused: [], outcomes: ['successful'] });
});

test.each([
  ['without 3-D Secure', '4200000000000000'],
  ['out to the bank and back', '4012000000001097'],
])('the elements pay on a cross-origin-isolated page, %s', async (_, number) => {
  const { page, payer } = await journeys.start(`/isolated?amount=${freshAmount()}`, { shopUrl: shop.url });
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
  await payer.pay({ number });
  if (number.startsWith('4012')) {
    await payer.arriveAtBank();
    await payer.confirmAtBank('123456');
  }
  await payer.heading('Transfer complete').waitFor();
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
  expect(await recorded(page)).toEqual({ refused: [], outcomes: ['successful'] });
});

// Under this policy the browser calls a window closed as soon as another origin's page has loaded in it.
test.each(['same-origin', 'unsafe-none'])(
  'under the opener policy %s, a bank’s window that is open is not called closed',
  { tags: ['engines'] },
  async (policy) => {
    const { page, payer } = await journeys.start(`/opener?policy=${policy}&amount=${freshAmount()}&challenge=popup`, {
      shopUrl: shop.url,
    });
    const opened = page.context().waitForEvent('page');
    await payer.pay({ number: '4012000000001097' });
    const bank = await opened;
    await bank.getByRole('textbox', { name: 'Code' }).waitFor();
    // Longer than the element takes to look at the window again.
    await page.waitForTimeout(1200);
    expect(await payer.reads()).toContain('Your bank’s window is open.');
    await bank.getByRole('textbox', { name: 'Code' }).fill('123456');
    await bank.getByRole('button', { name: 'Confirm' }).click();
    await payer.heading('Transfer complete').waitFor();
  },
);

/** The innermost element with the focus, by its text or its label. */
const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    let active = document.activeElement;
    while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
    return (active instanceof HTMLInputElement ? active.labels?.[0]?.textContent : active?.textContent)?.trim() ?? '';
  });

test('in a shop’s modal dialog, in its shadow root, by keyboard alone: Escape closes the bank’s page but not the shop’s dialog, and the focus is never lost', async () => {
  const { page, payer, canary } = await journeys.start(`/modal?amount=${freshAmount()}&challenge=auto`, { shopUrl: shop.url });
  for (const pan of ['4012000000001097', RECIPIENT]) canary.keepPan(pan);
  canary.keepCode(CODE);
  const drawer = page.getByRole('dialog', { name: 'Pay', exact: true });
  await page.getByRole('button', { name: 'Pay now' }).focus();
  await page.keyboard.press('Enter');
  await drawer.waitFor();
  await payer.from('Card number').waitFor();
  if ((await focused(page)) !== 'Card number') await page.keyboard.press('Tab');
  expect(await focused(page)).toBe('Card number');
  for (const text of ['4012000000001097', '1230', CODE, RECIPIENT]) {
    await page.keyboard.type(text);
    if (text === RECIPIENT) await payer.readFee();
    await page.keyboard.press('Tab');
  }
  expect(await focused(page)).toMatch(/^Send \d/);
  await page.keyboard.press('Enter');

  const bank = payer.within.getByRole('dialog', { name: 'Confirm with your bank' });
  await bank.waitFor();
  await page.keyboard.press('Escape');
  await bank.waitFor({ state: 'detached' });
  expect(await drawer.isVisible()).toBe(true);
  await payer.within.getByRole('button', { name: 'Continue to your bank' }).waitFor();
  await expect.poll(() => focused(page)).toBe('Checking the result with the bank');
  await page.keyboard.press('Tab');
  expect(await focused(page)).toBe('Continue to your bank');
  await page.keyboard.press('Enter');
  await bank.waitFor();
  await payer.within.frameLocator('dialog iframe').getByRole('textbox', { name: 'Code' }).focus();
  await page.keyboard.type('123456');
  await page.keyboard.press('Enter');
  await payer.heading('Transfer complete').waitFor();
  expect(await drawer.isVisible()).toBe(true);
  await expect.poll(() => focused(page)).toBe('Transfer complete');
  // Composed: the event reaches the shop's page through both roots.
  expect(await recorded(page)).toEqual({ refused: [], outcomes: ['successful'] });
});
