// Pages that have no http address, and pages whose router keeps its path in the fragment.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Frame, Page } from 'playwright';
import { afterAll, expect, inject, test } from 'vitest';
import { freshAmount, useJourneys } from '../rig/journey.js';
import { html, scriptMarkup, transferMarkup, useOwnPage } from '../rig/page/own-page.js';
import { TALL } from '../rig/fields-place.js';
import { Payer } from '../rig/payer.js';

const journeys = useJourneys();

const WATCH = `<script>globalThis.errors = []; addEventListener('checkout-error', ({ error }) => errors.push(error));</script>`;
const fieldsAt = (): Record<string, string> => ({ 'fields-url': `${inject('gateway').checkout_url}/fields/` });

/** A page with a transfer, or with a product. */
function pageWith(attributes: Readonly<Record<string, string>>, isProduct = false): string {
  const transfer = transferMarkup({ amount: String(freshAmount()), ...attributes });
  const { checkout_url } = inject('gateway');
  const product = transfer
    .replaceAll('p2p-transfer', 'product-pay')
    .replace(/ (checkout-url|currency|description|amount)="[^"]*"/g, '')
    .replace('<product-pay', `<product-pay confirm-url="${checkout_url}/v2/confirm_order/prd_1/1"`);
  return html(WATCH + (isProduct ? product : transfer) + scriptMarkup()).text;
}

const shop = useOwnPage(({ pathname, searchParams }) => {
  const isFramed = searchParams.has('framed');
  if (pathname === '/empty') return html('');
  return pathname === '/spa'
    ? html(transferMarkup({ amount: searchParams.get('amount') ?? '', ...(isFramed && fieldsAt()) }) + scriptMarkup())
    : undefined;
});

const folder = mkdtempSync(join(tmpdir(), 'checkout-page-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** The ways in which a page comes without an http address. */
const OPENED = {
  'a file': async (page: Page, text: string) => {
    writeFileSync(join(folder, 'shop.html'), text);
    await page.goto(pathToFileURL(join(folder, 'shop.html')).href);
    return page.mainFrame();
  },
  srcdoc: (page: Page, text: string) => embed(page, text, 'srcdoc'),
  'a blob': (page: Page, text: string) => embed(page, text, 'blob'),
} as const;

async function embed(page: Page, text: string, how: 'srcdoc' | 'blob'): Promise<Frame> {
  await page.goto(`${shop.url}/empty`);
  await page.evaluate(
    ([markup, kind]) => {
      const frame = document.createElement('iframe');
      Object.assign(frame.style, { inlineSize: '100%', blockSize: '1400px', border: '0' });
      if (kind === 'srcdoc') frame.srcdoc = markup;
      else frame.src = URL.createObjectURL(new Blob([markup], { type: 'text/html' }));
      document.querySelector('main')!.append(frame);
    },
    [text, how] as const,
  );
  await expect.poll(() => page.frames().length).toBe(2);
  const frame = page.frames()[1]!;
  await frame.locator('script[type=module]').waitFor({ state: 'attached' });
  return frame;
}

const WAYS = Object.entries(OPENED);

test.each(
  WAYS.flatMap(([name, open]) => [false, true].map((isProduct) => [name, isProduct ? 'product' : 'transfer', open] as const)),
)('in %s, a %s says before anything is typed that it needs return-url', { tags: ['engines'] }, async (_, kind, open) => {
  const { page } = await journeys.start('/empty', { ...TALL, shopUrl: shop.url });
  const frame = await open(page, pageWith({}, kind === 'product'));
  const alert = frame.getByRole('alert');
  await alert.waitFor();
  expect(await alert.textContent()).toMatch(/return-url: expected .*, because this page .*Set /);
  expect(await frame.getByRole('textbox').count()).toBe(0);
  expect(await frame.evaluate('errors.map(({ code, setting }) => [code, setting])')).toEqual([['setting_invalid', 'return-url']]);
});

const PLACES = ['page', 'gateway'] as const;

// No frame-ancestors, not even *, lets a file have the fields in a frame.
const PAID = WAYS.flatMap(([name, open]) =>
  (name === 'a file' ? (['page'] as const) : PLACES).map((place) => [name, place, open] as const),
);

test.each(PAID)(
  'in %s with return-url, a transfer is paid, with its cards in the %s',
  { tags: ['engines'] },
  async (name, place, open) => {
    const { page, canary } = await journeys.start('/empty', { ...TALL, shopUrl: shop.url });
    // A file has no origin of its own that the address could be of.
    const back = { 'return-url': `${shop.url}/spa`, ...(name === 'a file' && { 'return-origins': shop.url }) };
    const frame = await open(page, pageWith({ ...back, ...(place === 'gateway' && fieldsAt()) }));
    const payer = new Payer(page, canary, frame.locator('p2p-transfer'), place);
    await payer.pay({ number: '4200000000000000' });
    await payer.heading('Transfer complete').waitFor();
  },
);

test.each(PLACES.flatMap((place) => ['#/checkout', '#!/checkout/2', '#top'].map((at) => [place, at] as const)))(
  '%s: a payer at %s comes back to it from the bank, and the gateway’s parameters leave the address',
  { tags: ['engines'] },
  async (place, at) => {
    const query = `?amount=${freshAmount()}${place === 'page' ? '' : '&framed='}`;
    const { page, canary } = await journeys.start(`/spa${query}${at}`, { ...TALL, shopUrl: shop.url });
    const payer = new Payer(page, canary, undefined, place);
    await payer.pay({ number: '4012000000001097' });
    await payer.arriveAtBank();
    await payer.confirmAtBank('123456');
    await payer.heading('Transfer complete').waitFor();
    const back = new URL(page.url());
    expect([back.searchParams.get('status'), back.hash]).toEqual(['successful', at]);
    await payer.within.getByRole('button', { name: 'New transfer' }).click();
    await expect.poll(() => page.url()).toBe(`${shop.url}/spa${query}${at}`);
  },
);
