import type { Page } from 'playwright';
import { expect, inject, test } from 'vitest';
import { useJourneys } from './journey.js';
import { html, scriptMarkup, useOwnPage } from './own-page.js';

type Product = Readonly<Record<'id' | 'confirm_url' | 'pay_url', string>>;

const journeys = useJourneys();
const shop = () => inject('shops').find(({ pci_certified }) => !pci_certified)!;
const own = useOwnPage((url) => {
  const [confirm, payLink] = ['confirm', 'pay'].map((name) => url.searchParams.get(name) ?? '');
  const link = `<a href="${payLink}">Pay by card</a>`;
  const element = `<product-pay public-key="${shop().public_key}" confirm-url="${confirm}" pay-url="${payLink}">${link}</product-pay>`;
  return url.pathname === '/shop' ? html(element + scriptMarkup()) : url.pathname === '/bare' ? html(element) : undefined;
});

/** A product of the sandbox shop, as a merchant's server makes it. */
async function create(more: Readonly<Record<string, unknown>> = {}): Promise<Product> {
  const { shop_id, secret_key } = shop();
  const answer = await fetch(`${inject('gateway').base_url}/products`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${shop_id}:${secret_key}`).toString('base64')}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      name: 'Cup', description: 'Blue', currency: 'USD', amount: String(1000 + Math.floor(Math.random() * 90_000)), infinite: true,
      immortal: true, language: 'en', ...more,
    }),
  });
  expect(answer.status).toBe(201);
  return (await answer.json()) as Product;
}

const addressOf = (product: Product, path = '/shop'): string =>
  `${path}?${new URLSearchParams({ confirm: product.confirm_url, pay: product.pay_url })}`;

async function pay(page: Page, number: string): Promise<void> {
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('Expiry date').fill('12/30');
  await page.getByLabel('Security code').fill('737');
  await page.getByRole('button', { name: /^Pay \d/ }).click();
}

const complete = (page: Page) => page.getByRole('heading', { name: 'Payment complete' });

test('bought with 3-D Secure: to the bank, back to the shop’s page, and the outcome stands there', async () => {
  const { page, payer } = await journeys.start(addressOf(await create()), { shopUrl: own.url });
  await pay(page, '4012000000001097');
  await payer.arriveAtBank();
  await payer.confirmAtBank('123456');
  await complete(page).waitFor();
  expect(new URL(page.url()).pathname).toBe('/shop');
});

test('the last one, bought with 3-D Secure: the buyer who comes back reads that he has it, not that it is sold out', async () => {
  const { page, payer } = await journeys.start(addressOf(await create({ infinite: false, quantity: '1' })), { shopUrl: own.url });
  await pay(page, '4012000000001097');
  await payer.arriveAtBank();
  await payer.confirmAtBank('123456');
  await complete(page).waitFor();
  expect(await page.getByText('Sold out').count()).toBe(0);
});

test('before the script has loaded, or without it, there is a link to the payment page', async () => {
  const product = await create();
  const { page } = await journeys.start(addressOf(product, '/bare'), { shopUrl: own.url });
  const link = page.getByRole('link', { name: 'Pay by card' });
  expect(await link.getAttribute('href')).toBe(product.pay_url);
  await link.click();
  await page.waitForURL(product.pay_url);
});

test('a payer who edits the page’s price pays the gateway’s', async () => {
  const product = await create({ amount: '150000' });
  const { page } = await journeys.start(addressOf(product), { shopUrl: own.url });
  await page.getByRole('button', { name: 'Pay 1,500.00 USD' }).waitFor();
  await page.evaluate(() => {
    const element = document.querySelector('product-pay')!;
    element.product = { id: 'prd_x', name: 'Cup', currency: 'USD', amount: 1 };
  });
  await pay(page, '4200000000000000');
  await complete(page).waitFor();
  await page.getByText('You paid 1,500.00 USD.').waitFor();
});
