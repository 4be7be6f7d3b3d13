import type { BrowserContextOptions, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bundle } from '../../demo/start/bundle.mjs';
import { startServer } from '../../demo/start/server.mjs';
import { violations } from './axe.js';
import { useBrowser } from './browser.js';

// The console in a browser: live, steered by keyboard, readable by everybody. It has a sandbox of its own, whose clock
// and faults are nobody else's.

const browser = useBrowser();
let server: Awaited<ReturnType<typeof startServer>>;
let api = '';
let origin = '';
let authorization = '';

beforeAll(async () => {
  server = await startServer('gateway', await bundle('gateway'), ['--port', '0', '--data', 'memory']);
  api = server.addresses['gateway_url'] ?? '';
  origin = server.addresses['console_url'] ?? '';
  const shops = (await (await fetch(`${origin}/sandbox/shops`)).json()) as { shop_id: number; secret_key: string; pci_certified: boolean }[];
  const shop = shops.find(({ pci_certified: certified }) => certified)!;
  authorization = `Basic ${Buffer.from(`${shop.shop_id}:${shop.secret_key}`).toString('base64')}`;
  await transfer({ notification_url: 'http://127.0.0.1:9/nobody', customer: { email: 'ada@shop.example' } });
});
afterAll(() => server.stop());

let amount = 1000;
async function transfer(changes: object = {}): Promise<Response> {
  amount += 1;
  const card = { number: '4200000000000000', verification_value: '123', exp_month: '01', exp_year: '2030' };
  const request = { amount, currency: 'USD', description: 'Rent', credit_card: card, recipient_card: { number: '4012000000001006' }, ...changes };
  return fetch(`${api}/transactions/p2ps`, {
    method: 'POST', headers: { 'content-type': 'application/json', authorization }, body: JSON.stringify({ request }),
  });
}

async function open(path: string, options: BrowserContextOptions = {}): Promise<{ page: Page; complaints: string[] }> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  await page.goto(origin + path);
  await page.locator('html[data-script]').waitFor();
  return { page, complaints };
}

const PATHS = [
  '/', '/transactions', '/jobs', '/products', '/plans', '/subscriptions', '/customers', '/notifications', '/emails', '/clock',
  '/faults', '/requests', '/reference', '/cards', '/keys',
];

describe('every page', () => {
  test.each<[string, BrowserContextOptions]>([
    ['wide and light', { viewport: { width: 1280, height: 900 } }],
    ['wide and dark', { viewport: { width: 1280, height: 900 }, colorScheme: 'dark' }],
    ['on a phone', { viewport: { width: 360, height: 740 } }],
  ])('%s has no fault of accessibility, no sideways scrolling and no complaint', async (_, options) => {
    const { page, complaints } = await open('/', options);
    for (const path of PATHS) {
      await page.goto(origin + path);
      await page.locator('html[data-script]').waitFor();
      expect([path, await violations(page)]).toEqual([path, []]);
      expect([path, await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)]).toEqual([path, 0]);
    }
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});

describe('live', () => {
  test('a transfer shows up by itself, and the focus stays where it was', async () => {
    const { page, complaints } = await open('/transactions');
    const rows = page.locator('tbody tr');
    const before = await rows.count();
    const link = rows.first().getByRole('link');
    const uid = await link.textContent();
    await page.getByRole('button', { name: 'Freeze' }).focus();
    expect((await transfer()).status).toBe(200);
    await expect.poll(() => rows.count()).toBe(before + 1);
    expect(await rows.nth(1).getByRole('link').textContent()).toBe(uid);
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Freeze');
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  test('what was opened stays open', async () => {
    const { page } = await open('/transactions');
    await page.locator('tbody tr').last().getByRole('link').click();
    await page.getByText('As the API answers').click();
    await page.getByRole('button', { name: 'Resend' }).click();
    const attempts = page.locator('td[data-label="Attempts"] li');
    await expect.poll(() => attempts.count()).toBeGreaterThan(1);
    expect(await page.locator('#answer').getAttribute('open')).not.toBeNull();
    await page.context().close();
  });
});

test('selected text is not taken away from whoever copies it', async () => {
  const { page } = await open('/transactions');
  const rows = page.locator('tbody tr');
  const before = await rows.count();
  await rows.first().locator('td[data-label="Amount"]').selectText();
  const selected = () => page.evaluate(() => getSelection()?.toString());
  const text = await selected();
  expect(text).toMatch(/USD/);
  expect((await transfer()).status).toBe(200);
  await page.waitForTimeout(2_200);
  expect([await selected(), await rows.count()]).toEqual([text, before]);
  await page.evaluate(() => getSelection()?.removeAllRanges());
  await expect.poll(() => rows.count()).toBe(before + 1);
  await page.context().close();
});

describe('steered by keyboard alone', () => {
  test('the clock is frozen, moved by an amount of one’s own, and released', async () => {
    const { page } = await open('/clock');
    await page.getByRole('banner').getByRole('button', { name: 'Freeze' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('banner').getByText('frozen').waitFor();
    const now = async () => Date.parse(((await (await fetch(`${origin}/sandbox/clock`)).json()) as { now: string }).now);
    const before = await now();
    await page.getByLabel('How many').fill('1.5');
    await page.getByLabel('Unit').selectOption('days');
    await page.getByLabel('Unit').press('Tab');
    await page.keyboard.press('Enter');
    await page.getByText('Done.').waitFor();
    expect((await now()) - before).toBe(1.5 * 86_400_000);
    await page.getByRole('banner').getByRole('button', { name: 'Release' }).press('Enter');
    await page.getByRole('banner').getByText('frozen').waitFor({ state: 'detached' });
    await page.context().close();
  });

  test('a fault is switched on, met, and switched off; wrong settings are named', async () => {
    const { page } = await open('/faults');
    await page.getByLabel('Fault').selectOption('server_error');
    await page.getByLabel('Endpoint').selectOption('p2ps');
    await page.getByLabel('Requests').fill('2');
    await page.getByLabel('Retry-After').fill('3');
    await page.getByRole('button', { name: 'Switch on' }).press('Enter');
    await page.getByText('retry_after does not go with server_error').waitFor();
    await page.getByLabel('Retry-After').fill('');
    await page.getByLabel('Status').fill('503');
    await page.getByRole('button', { name: 'Switch on' }).press('Enter');
    const row = page.getByRole('row', { name: /server_error/ });
    await row.waitFor();
    expect((await transfer()).status).toBe(503);
    await expect.poll(() => row.locator('td[data-label="Requests left"]').textContent()).toBe('1');
    await row.getByRole('button', { name: 'Switch off' }).press('Enter');
    await page.getByText('Everything works as it should.').waitFor();
    expect((await transfer()).status).toBe(200);
    await page.context().close();
  });
});

test('a sandbox that is gone is said to be gone', async () => {
  const { page } = await open('/requests');
  await page.context().setOffline(true);
  await page.getByText('The sandbox does not answer.').waitFor();
  await page.context().setOffline(false);
  await page.getByText('The sandbox does not answer.').waitFor({ state: 'detached' });
  await page.context().close();
});
