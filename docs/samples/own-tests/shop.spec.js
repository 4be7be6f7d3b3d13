import { expect } from 'playwright/test';
import { freshCard } from 'checkout-elements-sandbox';
import { test } from './fixture.js';

/** @typedef {import('playwright').Page} Page */
const CHALLENGED = '4012000000001097';

/** Pays with a card, up to the outcome or the bank's page. @param {Page} page @param {string} card */
async function pay(page, card, path = '/') {
  await page.goto(path);
  if (path === '/club') await page.getByLabel(/e-?mail/i).fill('ann@example.org');
  await page.getByLabel('Card number').fill(card);
  await page.getByLabel('Expiry date').fill('12/30');
  await page.getByLabel('Security code').fill('123');
  await page.getByRole('button', { name: /^(Pay|Subscribe)/ }).click();
}

/** The order of the outcome that the page shows. @param {Page} page @param {string} outcome */
async function orderAfter(page, outcome) {
  const line = page.locator('#outcome');
  await expect(line).toContainText(outcome, { ignoreCase: true, timeout: 20_000 });
  return (await line.innerText()).split(' ').at(-1) ?? '';
}

/** What the shop's own records say. @param {Page} page @param {string} id */
const inShop = async (page, id) => (await page.request.get(`/office/order?id=${id}`)).json();

/** The notification about an order, once the shop has accepted it. @param {string} id */
const deliveredFor =
  (id) =>
  (/** @type {import('checkout-elements-sandbox').SandboxNotification} */ { body, state }) =>
    body.transaction?.tracking_id === id && state === 'delivered';

test.beforeEach(async ({ sandbox }) => {
  await sandbox.faults.clear();
  // The same amount from the same card within 30 seconds is a duplicate: the cards with 3-D Secure are used by several tests.
  await sandbox.clock.advance(60);
});

test('paid: the page says so, and the shop delivers by the notification', async ({ page, sandbox }) => {
  await pay(page, freshCard());
  const id = await orderAfter(page, 'successful');
  const { uid } = await sandbox.notifications.waitFor(deliveredFor(id));
  expect(await inShop(page, id)).toMatchObject({ paidBy: uid, review: [] });
});

test('declined: nothing is delivered, and the payer can try again', async ({ page, sandbox }) => {
  await pay(page, '4005550000000019');
  const id = await orderAfter(page, 'failed');
  await sandbox.notifications.waitFor(deliveredFor(id));
  expect((await inShop(page, id)).paidBy).toBeUndefined();
  await expect(page.getByRole('button', { name: /try again/i })).toBeVisible();
});

test('3-D Secure failed: nothing is delivered', async ({ page }) => {
  await pay(page, CHALLENGED);
  await page.getByRole('button', { name: 'Cancel' }).click();
  const id = await orderAfter(page, 'failed');
  expect((await inShop(page, id)).paidBy).toBeUndefined();
});

test('abandoned at the bank: the gateway gives up after half an hour, and tells the shop', async ({ page, sandbox }) => {
  await pay(page, CHALLENGED);
  await expect(page.getByLabel('Code', { exact: true })).toBeVisible();
  const { tracking_id: id } = await sandbox.transactions.waitFor(({ status }) => status === 'incomplete');
  await sandbox.clock.advance(31 * 60);
  const { body } = await sandbox.notifications.waitFor(deliveredFor(id ?? ''));
  expect(body.transaction?.status).toBe('failed');
  expect((await inShop(page, id ?? '')).paidBy).toBeUndefined();
});

test('lost answer: the page asks your server, and the payer pays once', async ({ page, sandbox }) => {
  await sandbox.faults.add({ kind: 'closed_after', endpoint: 'confirmOrder', requests: 1 });
  await pay(page, freshCard());
  const id = await orderAfter(page, 'successful');
  const paid = (await sandbox.transactions.list()).filter(({ tracking_id }) => tracking_id === id);
  expect(paid.map(({ status }) => status)).toEqual(['successful']);
  expect(await sandbox.faults.list()).toEqual([]); // an answer was lost: a transfer's endpoint is p2pAsync
});

test('duplicate: the same card and price within 30 seconds is refused, and one payment is made', async ({
  page,
  browser,
  sandbox,
}) => {
  const card = freshCard();
  await pay(page, card);
  await orderAfter(page, 'successful');
  const before = (await sandbox.transactions.list()).length;
  // Another browser, which does not know of the first payment.
  const other = await (await browser.newContext({ locale: 'en-US' })).newPage();
  await pay(other, card, new URL('/', page.url()).href);
  const id = await orderAfter(other, 'not known yet');
  expect((await inShop(page, id)).paidBy).toBeUndefined();
  expect(await sandbox.transactions.list()).toHaveLength(before);
  await other.context().close();
});

test('notification late, twice and forged: one delivery', async ({ page, sandbox }) => {
  await sandbox.faults.add({ kind: 'notification_down', requests: 1 });
  await pay(page, freshCard());
  const id = await orderAfter(page, 'successful');
  await sandbox.notifications.waitFor(({ body, attempts }) => body.transaction?.tracking_id === id && attempts.length === 1);
  expect((await inShop(page, id)).paidBy).toBeUndefined();
  // The gateway tries again, a minute later at most.
  await sandbox.clock.advance(120);
  const { id: notification, uid, body } = await sandbox.notifications.waitFor(deliveredFor(id));
  const { state, attempts } = await sandbox.notifications.resend(notification);
  expect([state, attempts.length]).toEqual(['delivered', 3]);
  const forged = { transaction: { ...body.transaction, uid: 'another' } };
  expect((await page.request.post('/notifications', { data: forged })).status()).toBe(401);
  expect(await inShop(page, id)).toMatchObject({ paidBy: uid, review: [] });
});

test('price changed while the page was open: the payer agrees to the new one first', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('button', { name: /^Pay 12\.50/ })).toBeVisible();
  await page.request.post('/office/price', { data: '1350' });
  await page.getByLabel('Card number').fill(freshCard());
  await page.getByLabel('Expiry date').fill('12/30');
  await page.getByLabel('Security code').fill('123');
  await page.getByRole('button', { name: /^Pay 12\.50/ }).click();
  await expect(page.getByText('The price has changed to 13.50 USD').first()).toBeVisible();
  await page.waitForTimeout(2000); // a press right after the change does not count
  await page.getByRole('button', { name: /^Pay 13\.50/ }).click();
  const id = await orderAfter(page, 'successful');
  await expect.poll(async () => (await inShop(page, id)).paidBy).toBeTruthy();
  await page.request.post('/office/price', { data: '1250' });
});

test('refunded in the gateway’s back office, and noted by hand: the order stays paid', async ({ page, sandbox }) => {
  await pay(page, freshCard());
  const id = await orderAfter(page, 'successful');
  const { uid } = await sandbox.notifications.waitFor(deliveredFor(id));
  await page.request.post(`/office/note?id=${id}`, { data: 'Refunded 12.50 USD' });
  expect(await inShop(page, id)).toMatchObject({ paidBy: uid, notes: ['Refunded 12.50 USD'] });
});

test('subscription renewed: each charge is delivered once', async ({ page, sandbox }) => {
  await pay(page, freshCard(), '/club');
  const id = await orderAfter(page, 'successful');
  await expect.poll(async () => (await inShop(page, id)).charges).toHaveLength(1);
  await sandbox.clock.advance(32 * 24 * 3600);
  const { charges } = await sandbox.subscriptions.waitFor(
    ({ tracking_id, charge_count }) => tracking_id === id && charge_count === 2,
  );
  await expect.poll(async () => (await inShop(page, id)).charges).toEqual(charges.map(({ uid }) => uid));
});
