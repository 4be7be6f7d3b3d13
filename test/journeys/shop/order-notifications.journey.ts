import { readFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import type { Page } from 'playwright';
import { afterAll, expect, inject, test } from 'vitest';
import { createShop } from '../../../demo/shop/shop.js';
import { bundle } from '../../../build/bundle.mjs';
import { MerchantClient } from '../../../src/merchant/index.js';
import { PHONE, useBuyers } from '../rig/buyer.js';
import { freshAmount, knownOrders } from '../rig/journey.js';
import { shop } from '../rig/merchant.js';

const buyers = useBuyers();

const servers: Server[] = [];
afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});
/** Listens at an address of this machine until the file's journeys are over. @returns it. */
async function listen(server: Server): Promise<string> {
  servers.push(server.listen(0, '127.0.0.1'));
  await new Promise((resolve) => server.once('listening', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

interface Caught {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** The payer's own address, and the notifications that arrived there. */
async function catchNotifications(): Promise<{ readonly url: string; readonly caught: Caught[] }> {
  const caught: Caught[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.once('end', () => {
      caught.push({ headers: request.headers, body: Buffer.concat(chunks).toString() });
      response.end();
    });
  });
  return { url: await listen(server), caught };
}

/** Sends the shop a notification unchanged, or as the payer changed it. @returns the shop's answer. */
async function send(
  { headers, body }: Caught,
  changes: { readonly body?: string; readonly headers?: Readonly<Record<string, string>> } = {},
): Promise<number> {
  const answer = await fetch(`${inject('shopUrl')}/notifications`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: headers.authorization ?? '',
      'content-signature': String(headers['content-signature']),
      ...changes.headers,
    },
    body: changes.body ?? body,
  });
  return answer.status;
}

const newest = async (page: Page) => (await knownOrders(page))[0];

test('notifications that the payer forges, alters and repeats deliver only the one coffee that was paid', async () => {
  const mailbox = await catchNotifications();
  const buyer = await buyers.arrive(`${inject('shopUrl')}/shop/coffee`, PHONE);
  const { page } = buyer;
  await buyer.button.waitFor();
  await page.locator('product-pay').evaluate((element, url) => element.setAttribute('notification-url', url), mailbox.url);
  await buyer.pay('5105105105105100');
  await buyer.heading('Payment complete').waitFor();
  await expect.poll(() => mailbox.caught.length).toBe(1);
  const genuine = mailbox.caught[0]!;
  // The payer has everything, even the shop's credentials; the shop has received nothing, and the page's claim proves nothing.
  expect(await newest(page)).toMatchObject({ state: 'open', transactions: [] });
  await page.getByText('The page reports “successful”; the server has no result yet.').waitFor();

  // A bicycle, which costs eight times as much and is never paid.
  const wanted = await page.evaluate(async () => {
    const answer = await fetch('/api/orders', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ sku: 'bicycle' }),
    });
    return ((await answer.json()) as { trackingId: string }).trackingId;
  });
  const { tracking_id: paid } = (JSON.parse(genuine.body) as { transaction: { tracking_id: string } }).transaction;
  const forBicycle = genuine.body
    .replace(paid, wanted)
    .replace('"amount":1850', '"amount":15000')
    .replace('"payment"', '"authorization"');
  expect(forBicycle).not.toBe(genuine.body);
  expect(await send(genuine, { body: forBicycle })).toBe(401);
  expect(await send(genuine, { body: genuine.body.replace('"amount":1850', '"amount":185') })).toBe(401);
  expect(await send(genuine, { body: `${genuine.body} ` })).toBe(401);
  expect(await send(genuine, { headers: { 'content-signature': Buffer.alloc(256, 1).toString('base64') } })).toBe(401);
  expect(await send(genuine, { headers: { 'content-signature': '' } })).toBe(401);
  expect(await send(genuine, { headers: { authorization: `Basic ${Buffer.from('1001:guessed').toString('base64')}` } })).toBe(
    401,
  );
  expect((await knownOrders(page)).map(({ state }) => state)).toEqual(['open', 'open']);

  // Unchanged it is genuine: the coffee is paid. Repeats belong to the same payment.
  for (const _ of [1, 2, 3]) expect(await send(genuine)).toBe(200);
  const [bicycle, coffee] = await knownOrders(page);
  expect(bicycle).toMatchObject({ trackingId: wanted, state: 'open', transactions: [] });
  expect(coffee).toMatchObject({ trackingId: paid, state: 'paid', transactions: [{ verdict: 'pays', repeats: 2 }] });
  await page.getByText('The page and the server agree: successful.').waitFor();
});

test('a notification that the gateway resends counts as a repeat of one payment', async () => {
  const buyer = await buyers.arrive(`${inject('shopUrl')}/shop/coffee`);
  await buyer.pay('5200828282828210');
  await buyer.heading('Payment complete').waitFor();
  await expect.poll(async () => (await newest(buyer.page))?.state).toBe('paid');
  const { console_url: consoleUrl } = inject('gateway');
  const sent = (await (await fetch(`${consoleUrl}/sandbox/notifications`)).json()) as { id: string; uid: string }[];
  const paidBy = (await newest(buyer.page))?.transactions[0]?.uid;
  const { id } = sent.find(({ uid }) => uid === paidBy)!;
  expect((await fetch(`${consoleUrl}/sandbox/notifications/${id}/resend`, { method: 'POST' })).status).toBe(200);
  expect(await newest(buyer.page)).toMatchObject({ state: 'paid', transactions: [{ verdict: 'pays', repeats: 1 }] });
});

/** A shop for real money, from the parts of the demo's. */
async function openRealShop(): Promise<string> {
  const { gateway_url, base_url, checkout_url } = inject('gateway');
  const assets = join(dirname(await bundle('shop')), 'assets');
  const { shop_id, secret_key, public_key } = shop();
  const account = { shopId: String(shop_id), secretKey: secret_key, publicKey: public_key };
  let app: ReturnType<typeof createShop> | undefined;
  const answer = getRequestListener((request) => app!.fetch(request));
  const shopUrl = await listen(createServer((request, response) => void answer(request, response)));
  app = createShop({
    account,
    client: new MerchantClient({ ...account, gatewayUrl: gateway_url, baseUrl: base_url }),
    checkoutUrl: checkout_url,
    baseUrl: base_url,
    shopUrl,
    cards: [],
    test: false,
    browserScript: (name) => readFile(join(assets, name), 'utf8'),
  });
  return shopUrl;
}

test('a live shop refuses the genuine notification of a transfer that the payer switched to test mode', async () => {
  const shopUrl = await openRealShop();
  const { page, payer } = await buyers.arrive(`${shopUrl}/fixed?amount=${freshAmount()}`, PHONE);
  await payer.transferButton.waitFor();
  await payer.element.evaluate((element) => element.setAttribute('test', ''));
  await payer.pay({ number: '4200000000000000' });
  await payer.heading('Transfer complete').waitFor();
  const refused = async () =>
    ((await (await page.request.get(`${shopUrl}/api/transfers`)).json()) as { refused: { code: string }[] }).refused.map(
      ({ code }) => code,
    );
  await expect.poll(refused).toEqual(['notification_is_test']);
  expect(await knownOrders(page)).toMatchObject([{ state: 'open', transactions: [] }]);
});
