import type { Browser, BrowserContextOptions, Page } from 'playwright';
import { afterAll, beforeAll, expect } from 'vitest';
import { bundle } from '../../../build/bundle.mjs';
import { startServer } from '../../../demo/start/process/server.mjs';
import { useBrowser } from '../rig/browser.js';

/** A console in a browser, with a sandbox of its own, because the tests change its clock and its faults. */
export class ConsoleRig {
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
    await this.transfer({ notification_url: 'http://127.0.0.1:9/unreachable', customer: { email: 'ada@shop.example' } });
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
