import axe from 'axe-core';
import { describe, expect, inject, test } from 'vitest';
import type { Page } from 'playwright';
import { freshAmount, useJourneys, type Journey } from './journey.js';
import { html, useOwnPage } from './own-page.js';
import { CODE } from './payer.js';

const journeys = useJourneys();
const PAYS = '4200000000000000';
const CHALLENGED = '4012000000001097';

const thanks = useOwnPage(({ pathname }) => (pathname === '/thanks' ? html('<h1>Thank you</h1>') : undefined));

interface Sold {
  readonly id: string;
  readonly pay_url: string;
  readonly confirm_url: string;
}

/** What a merchant's server sends with the shop's secret key. */
async function merchant<T>(method: 'POST' | 'PUT' | 'GET', path: string, body?: object): Promise<T> {
  const shop = inject('shops').find(({ pci_certified }) => !pci_certified);
  const answer = await fetch(inject('gateway').base_url + path, {
    method,
    headers: {
      'content-type': 'application/json',
      authorization: `Basic ${Buffer.from(`${shop?.shop_id}:${shop?.secret_key}`).toString('base64')}`,
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(text);
  return (text ? JSON.parse(text) : undefined) as T;
}

const sell = (changes: object = {}): Promise<Sold> =>
  merchant('POST', '/products', {
    name: 'Tea pot', description: 'Holds one litre', currency: 'USD', amount: String(freshAmount()), quantity: '5', immortal: true, ...changes,
  });

const left = async ({ id }: Sold): Promise<number> => (await merchant<{ quantity: number }>('GET', `/products/${id}`)).quantity;

/** Opens a page of the gateway; what the browser refused to run or to ask for is kept. */
async function open(address: string, options: object = {}): Promise<Journey & { readonly refused: string[] }> {
  const { origin, pathname } = new URL(address);
  const journey = await journeys.start(pathname, { shopUrl: origin, ...options });
  const refused: string[] = [];
  journey.page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) refused.push(message.text());
  });
  return { ...journey, refused };
}

const form = (page: Page) => page.locator('product-pay');

async function typeCard({ page, canary }: Journey, number: string): Promise<void> {
  canary.keepPan(number);
  canary.keepCode(CODE);
  await form(page).getByRole('textbox', { name: 'Card number' }).pressSequentially(number);
  await form(page).getByRole('textbox', { name: 'Expiry date' }).pressSequentially('1230');
  await form(page).getByRole('textbox', { name: 'Security code' }).pressSequentially(CODE);
}

const press = (page: Page) => form(page).getByRole('button', { name: /^(Pay|Subscribe)/ }).click();
const complete = (page: Page) => form(page).getByRole('heading', { name: /complete|^Subscribed/ });

describe('the page behind a payment link', () => {
  test('takes the payment, under its own policy, and then leads back to the shop with uid and status', { tags: ['main'] }, async () => {
    const product = await sell({ return_url: `${thanks.url}/thanks?from=link#top` });
    const journey = await open(product.pay_url);
    const { page, refused } = journey;
    await typeCard(journey, PAYS);
    await press(page);
    await complete(page).waitFor();
    expect(await left(product)).toBe(4);
    await page.getByRole('link', { name: 'Back to the shop' }).click();
    await page.getByRole('heading', { name: 'Thank you' }).waitFor();
    const { searchParams, hash } = new URL(page.url());
    expect([searchParams.get('from'), searchParams.get('status'), hash]).toEqual(['link', 'successful', '#top']);
    const { transaction } = await merchant<{ transaction: object }>('GET', `/transactions/${searchParams.get('uid')}`);
    expect(transaction).toMatchObject({ type: 'payment', status: 'successful', product_id: product.id });
    expect(refused).toEqual([]);
  });

  test('sends the payer to the bank, and the bank to the shop', async () => {
    const product = await sell({ return_url: `${thanks.url}/thanks` });
    const journey = await open(product.confirm_url);
    await typeCard(journey, CHALLENGED);
    await press(journey.page);
    await journey.payer.arriveAtBank();
    await journey.page.getByRole('heading', { name: 'Confirm the payment' }).waitFor();
    await journey.payer.confirmAtBank('123456');
    await journey.page.waitForURL(`${thanks.url}/thanks?uid=*&status=successful`);
  });

  test('shows the buyer of the last piece that he paid, though it is sold out when he comes back from the bank', async () => {
    const product = await sell({ quantity: '1' });
    const journey = await open(product.pay_url);
    await typeCard(journey, CHALLENGED);
    await press(journey.page);
    await journey.payer.arriveAtBank();
    await journey.payer.confirmAtBank('123456');
    await complete(journey.page).waitFor();
    expect(await left(product)).toBe(0);
    const late = await open(product.pay_url);
    await form(late.page).getByText('Sold out', { exact: true }).waitFor();
    expect(await form(late.page).getByRole('textbox').count()).toBe(0);
  });

  test('asks for the price again when it changed since the payer opened the page', async () => {
    const product = await sell({ amount: '150000' });
    const journey = await open(product.pay_url);
    await typeCard(journey, PAYS);
    await merchant('PUT', `/products/${product.id}`, { amount: '160000' });
    await press(journey.page);
    await form(journey.page).getByRole('button', { name: 'Pay 1,600.00 USD' }).waitFor();
    expect(await left(product)).toBe(5);
  });

  test('takes a subscription to a plan, with the e-mail address that it needs', async () => {
    const plan = await merchant<Sold>('POST', '/plans', {
      title: 'Gold', currency: 'USD', plan: { amount: freshAmount(), interval: 1, interval_unit: 'month' },
    });
    const journey = await open(plan.pay_url);
    await form(journey.page).getByRole('textbox', { name: 'E-mail' }).fill('ann@shop.example');
    await typeCard(journey, PAYS);
    await press(journey.page);
    await complete(journey.page).waitFor();
  });
});

test.each([['light', 1100], ['dark', 360]] as const)('axe finds nothing in the page, %s and %d pixels wide', async (colorScheme, width) => {
  const product = await sell({ visible_fields: ['first_name', 'country', 'state', 'zip', 'email'], quantity: '2' });
  const { page } = await open(product.pay_url, { colorScheme, viewport: { width, height: 900 } });
  await form(page).getByRole('textbox', { name: 'Card number' }).waitFor();
  await page.evaluate(axe.source);
  const found = await page.evaluate(async () => {
    const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run();
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html: markup }) => `${id}: ${markup}`));
  });
  expect(found).toEqual([]);
  // Nothing sticks out to the side.
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
});

describe('the page without its script', () => {
  test('names product and price, and says why no card can be taken', async () => {
    const { page } = await open((await sell({ amount: '150000' })).pay_url, { javaScriptEnabled: false });
    const text = await page.locator('main').innerText();
    for (const part of ['Corner Store', 'Tea pot', 'Holds one litre', '1,500.00 USD', 'Without JavaScript no card can be taken here']) {
      expect(text).toContain(part);
    }
    expect(text).not.toContain('The card form is loading');
    expect(await page.getByRole('textbox').count()).toBe(0);
  });

  test('says so when the script does not come', async () => {
    const { page, context } = await open((await sell()).pay_url);
    await context.route('**/checkout.js', (route) => route.abort());
    await page.reload();
    await page.getByText('The card form could not be loaded. Nothing was charged.').waitFor();
    expect(await page.locator('main').innerText()).not.toContain('The card form is loading');
  });

  test('says what is sold out when the script does not come, and breaks nowhere', async () => {
    const { page, context } = await open((await sell({ quantity: '0' })).pay_url);
    const broken: Error[] = [];
    page.on('pageerror', (error) => broken.push(error));
    await context.route('**/checkout.js', (route) => route.abort());
    await page.reload();
    await page.getByText('The last one has found its buyer.').waitFor();
    expect(broken).toEqual([]);
  });
});
