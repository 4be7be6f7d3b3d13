import { beforeAll, expect, inject, test } from 'vitest';
import { freshAmount, useJourneys } from '../rig/journey.js';
import { sell, shop as gatewaysShop } from '../rig/merchant.js';
import { fieldsFor, html, useOwnPage } from '../rig/page/own-page.js';
import { FRAMES, TALL, type FieldsPlace } from '../rig/fields-place.js';
import { FramedPayer } from './framed-payer.js';

const journeys = useJourneys();

/** The script file's tag, which sets `fields-url` and the shop for every element of the page. */
const tag = (fieldsUrl: string): string => {
  const { checkout_url: checkout } = inject('gateway');
  return (
    `<script type="module" src="${checkout}/checkout.js" data-checkout-url="${checkout}" data-currency="USD" ` +
    `data-public-key="${gatewaysShop().public_key}" data-fields-url="${fieldsUrl}"></script>`
  );
};

let served: Awaited<ReturnType<typeof fieldsFor>> | undefined;
const shop = useOwnPage(({ pathname, searchParams }) => {
  if (pathname === '/fields/') return served;
  const place = pathname.slice(1) as FieldsPlace;
  if (!FRAMES.some((each) => each === place)) return undefined;
  const fieldsUrl = `${place === 'gateway' ? inject('gateway').checkout_url : shop.url}/fields/`;
  const product = `<product-pay confirm-url="${searchParams.get('confirm') ?? ''}"></product-pay>`;
  const transfer = `<p2p-transfer description="Rent" amount="${searchParams.get('amount') ?? ''}"></p2p-transfer>`;
  return html(transfer + product + tag(fieldsUrl));
});
beforeAll(async () => {
  served = await fieldsFor(shop.url);
});

test.each(FRAMES)('%s: data-fields-url in the script’s tag puts the cards of every element into a frame', async (place) => {
  const query = new URLSearchParams({ amount: String(freshAmount()), confirm: (await sell()).confirm_url });
  const { page, canary } = await journeys.start(`/${place}?${query}`, { ...TALL, shopUrl: shop.url });
  const product = page.locator('product-pay');
  await product.frameLocator('iframe').getByRole('textbox', { name: 'Card number' }).waitFor();
  expect(await product.getByRole('textbox', { name: 'Card number' }).count()).toBe(0);
  const payer = new FramedPayer(page, canary);
  await payer.to('Card number').waitFor();
  await payer.settle();
  await payer.pay({ number: '4200000000000000' });
  await payer.heading('Transfer complete').waitFor();
});
