import type { Browser, BrowserContextOptions, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bundle } from '../../../build/bundle.mjs';
import { startServer } from '../../../demo/start/process/server.mjs';
import { CONSOLE_PAGES } from '../../gateway/console/console-pages.js';
import { violations } from '../rig/axe.js';
import { useBrowser } from '../rig/browser.js';

// The console in a browser: live, usable by keyboard, accessible.

/** A console in a browser, with a sandbox of its own, because the tests change its clock and its faults. */
class ConsoleRig {
  readonly browser: Pick<Browser, 'newContext'> = useBrowser();
  server!: Awaited<ReturnType<typeof startServer>>;
  api = '';
  origin = '';
  bearer: Record<string, string> = {};
  #authorization = '';
  #amount = 1000;

  /** Starts the sandbox before the tests of the file, and makes one transfer. */
  constructor() {
    beforeAll(() => this.#start());
    afterAll(() => this.server.stop());
  }

  async #start(): Promise<void> {
    this.server = await startServer('gateway', await bundle('gateway'), ['--port', '0', '--data', 'memory']);
    this.api = this.server.addresses['gateway_url'] ?? '';
    this.origin = this.server.addresses['console_url'] ?? '';
    const shops = (await (await fetch(`${this.origin}/sandbox/shops`)).json()) as {
      shop_id: number;
      secret_key: string;
      public_key: string;
      pci_certified: boolean;
    }[];
    const shop = shops.find(({ pci_certified: certified }) => certified)!;
    this.#authorization = `Basic ${Buffer.from(`${shop.shop_id}:${shop.secret_key}`).toString('base64')}`;
    this.bearer = { authorization: `Bearer ${shop.public_key}`, 'x-api-version': '2' };
    await this.transfer({ notification_url: 'http://127.0.0.1:4099/unreachable', customer: { email: 'ada@shop.example' } });
  }

  /** An amount that no other payment of these tests has. */
  nextAmount(): number {
    this.#amount += 1;
    return this.#amount;
  }

  /** Makes a transfer. */
  async transfer(changes: object = {}): Promise<Response> {
    const card = { number: '4200000000000000', verification_value: '123', exp_month: '01', exp_year: '2030' };
    const request = {
      amount: this.nextAmount(),
      currency: 'USD',
      description: 'Rent',
      credit_card: card,
      recipient_card: { number: '4012000000001006' },
      ...changes,
    };
    return fetch(`${this.api}/transactions/p2ps`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: this.#authorization },
      body: JSON.stringify({ request }),
    });
  }

  /** Opens a page of the console, and collects what its browser complains about. */
  async open(path: string, options: BrowserContextOptions = {}): Promise<{ page: Page; complaints: string[] }> {
    const context = await this.browser.newContext(options);
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(String(error)));
    await page.goto(this.origin + path);
    await page.locator('html[data-script]').waitFor();
    return { page, complaints };
  }

  /** Posts to the API, with the secret key unless another authorization is given. @returns the new object. */
  async make(
    path: string,
    fields: object,
    credentials: Record<string, string> = { authorization: this.#authorization },
  ): Promise<Record<string, string>> {
    const response = await fetch(this.api + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...credentials },
      body: JSON.stringify(fields),
    });
    expect(response.ok).toBe(true);
    return response.json() as Promise<Record<string, string>>;
  }
}

const rig = new ConsoleRig();

describe('every page', () => {
  test.each<[string, BrowserContextOptions]>([
    ['wide and light', { viewport: { width: 1280, height: 900 } }],
    ['wide and dark', { viewport: { width: 1280, height: 900 }, colorScheme: 'dark' }],
    ['on a phone', { viewport: { width: 360, height: 740 } }],
  ])('%s: has no accessibility violations, sideways scrolling or console errors', async (_, options) => {
    const { page, complaints } = await rig.open('/', options);
    for (const path of CONSOLE_PAGES) {
      await page.goto(rig.origin + path);
      await page.locator('html[data-script]').waitFor();
      expect([path, await violations(page)]).toEqual([path, []]);
      expect([path, await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)]).toEqual([path, 0]);
    }
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});

describe('tables', () => {
  /** How many pixels of each table on a page are cut off at the right. */
  const lacking = (page: Page) =>
    page.evaluate(() =>
      [...document.querySelectorAll('.scroll')].map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth),
    );

  test('fit a window of 1200 pixels, however long names and addresses are', async () => {
    const long = 'Everything that the bakery at the corner bakes in a whole season, delivered';
    await rig.make('/products', {
      name: long,
      description: 'Bread',
      currency: 'USD',
      amount: '100000000',
      quantity: '1000000',
      expired_at: '2036-11-21T14:20:00Z',
      language: 'en',
      transaction_type: 'authorization',
      test: true,
    });
    const plan = await rig.make('/plans', {
      title: long,
      currency: 'KZT',
      plan: { amount: 123_456_789, interval: 24, interval_unit: 'month' },
      test: true,
      prevent_payments_at_night: true,
      trial: { amount: 12_345_678, interval: 30, interval_unit: 'day', as_first_payment: true },
      infinite: false,
      billing_cycles: 1200,
    });
    const customer = {
      first_name: 'Annabel',
      last_name: 'Featherstonehaugh',
      email: 'annabel.featherstonehaugh@mail.shop.example',
      country: 'GB',
      ip: '2001:db8:85a3:1234:5678:8a2e:370:7334',
      external_id: 'customer-000000012345-of-the-corner-store',
    };
    await rig.make('/customers', customer);
    const card = { number: '4200000000000000', verification_value: '123', exp_month: '01', exp_year: '2030' };
    await rig.make(new URL(plan['confirm_url']!).pathname, { request: { credit_card: card, customer } }, rig.bearer);
    const { page } = await rig.open('/', { viewport: { width: 1200, height: 900 } });
    for (const path of CONSOLE_PAGES.filter((one) => one !== '/reference')) {
      await page.goto(rig.origin + path);
      expect([path, Math.max(0, ...(await lacking(page)))]).toEqual([path, 0]);
    }
    await page.goto(`${rig.origin}/products`);
    expect(await page.locator('td[data-label="Test"]').first().innerText()).toBe('test');
    await page.context().close();
  });
});

describe('cancelling a subscription', () => {
  const card = { number: '4200000000000000', verification_value: '123', exp_month: '01', exp_year: '2030' };
  async function subscribe(): Promise<string> {
    const plan = await rig.make('/plans', {
      title: 'Bread',
      currency: 'USD',
      plan: { amount: rig.nextAmount(), interval: 7, interval_unit: 'day' },
    });
    await rig.make(
      new URL(plan['confirm_url']!).pathname,
      { request: { credit_card: card, customer: { email: 'ann@shop.example' } } },
      rig.bearer,
    );
    return plan['title']!;
  }

  test.each<[string, BrowserContextOptions]>([
    ['wide and light', {}],
    [
      'on a phone, dark, without script',
      { viewport: { width: 390, height: 740 }, colorScheme: 'dark', javaScriptEnabled: false },
    ],
  ])('works by the link in the payer’s e-mail, %s', async (_, options) => {
    await subscribe();
    let link = '';
    await expect
      .poll(async () => {
        const [email] = (await (await fetch(`${rig.origin}/sandbox/emails`)).json()) as { text: string }[];
        return (link = /Cancel your subscription: (\S+)/.exec(email?.text ?? '')?.[1] ?? '');
      })
      .not.toBe('');
    const context = await rig.browser.newContext(options);
    const page = await context.newPage();
    await page.goto(link);
    await page.getByRole('heading', { name: 'Your subscription', exact: true }).waitFor();
    const scripted = options.javaScriptEnabled !== false;
    if (scripted) expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Cancel your subscription' }).click();
    await page.getByRole('heading', { name: 'Your subscription is canceled' }).waitFor();
    if (scripted) expect(await violations(page)).toEqual([]);
    expect(await page.getByRole('button').count()).toBe(0);
    expect(page.url()).toBe(link);
    await context.close();
  });
});

describe('live', () => {
  test('a new transfer appears by itself, and the focus stays where it was', async () => {
    const { page, complaints } = await rig.open('/transactions');
    const rows = page.locator('tbody tr');
    const before = await rows.count();
    const link = rows.first().getByRole('link');
    const uid = await link.textContent();
    await page.getByRole('button', { name: 'Freeze' }).focus();
    expect((await rig.transfer()).status).toBe(200);
    await expect.poll(() => rows.count()).toBe(before + 1);
    expect(await rows.nth(1).getByRole('link').textContent()).toBe(uid);
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Freeze');
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});

describe('by keyboard alone', () => {
  test('the clock can be frozen, moved by any amount, and released', async () => {
    const { page } = await rig.open('/clock');
    await page.getByRole('banner').getByRole('button', { name: 'Freeze' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('banner').getByText('frozen').waitFor();
    const now = async () => Date.parse(((await (await fetch(`${rig.origin}/sandbox/clock`)).json()) as { now: string }).now);
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

  test('a fault can be switched on, met, and switched off; wrong settings are named', async () => {
    const { page } = await rig.open('/faults');
    await page.getByLabel('Fault').selectOption('server_error');
    await page.getByLabel('Endpoint').selectOption('p2ps');
    await page.getByLabel('Requests').fill('2');
    await page.getByLabel('Retry-After').fill('3');
    await page.getByRole('button', { name: 'Switch on' }).press('Enter');
    await page.getByText(/retry[_ -]after:? does not go with server_error/i).waitFor();
    await page.getByLabel('Retry-After').fill('');
    await page.getByLabel('Status').fill('503');
    await page.getByRole('button', { name: 'Switch on' }).press('Enter');
    const row = page.getByRole('row', { name: /server_error/ });
    await row.waitFor();
    expect((await rig.transfer()).status).toBe(503);
    await expect.poll(() => row.locator('td[data-label="Requests left"]').textContent()).toBe('1');
    await row.getByRole('button', { name: 'Switch off' }).press('Enter');
    await page.getByText('Everything works as it should.').waitFor();
    expect((await rig.transfer()).status).toBe(200);
    await page.context().close();
  });
});

test('a page whose sandbox is gone says so', async () => {
  const { page } = await rig.open('/requests');
  await page.context().setOffline(true);
  await page.getByText('The sandbox does not respond.').waitFor();
  await page.context().setOffline(false);
  await page.getByText('The sandbox does not respond.').waitFor({ state: 'detached' });
  await page.context().close();
});
