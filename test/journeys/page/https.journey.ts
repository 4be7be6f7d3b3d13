import { expect, test } from 'vitest';
import { Canary } from '../../canary/canary.js';
import { useBrowser } from '../rig/browser.js';
import { endCommandsAfterEach, startCommand } from '../rig/command.js';
import { Payer } from '../rig/payer.js';

// Does what a phone does with `npm run demo -- --host --https`, at the only address that tests may use.

const browser = useBrowser();
endCommandsAfterEach();

const addressIn = (output: string, name: string): string => new RegExp(`${name} +(\\S+)`).exec(output)?.[1] ?? '';

test(
  'over https with the self-signed certificate a transfer with 3-D Secure succeeds, and the shop is notified',
  { timeout: 60_000 },
  async () => {
    const demo = startCommand(
      'demo',
      '--data',
      'memory',
      '--host=127.0.0.1',
      '--https',
      '--gateway-port',
      '0',
      '--shop-port',
      '0',
    );
    const output = await demo.prints(/Ctrl-C/);
    const shop = addressIn(output, 'Shop');
    for (const name of ['Shop', 'Gateway', 'Console']) expect(addressIn(output, name)).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
    expect(output).toContain('accept the certificate at both');

    const context = await browser.newContext({ ignoreHTTPSErrors: true });
    context.setDefaultTimeout(40_000);
    const page = await context.newPage();
    const insecure: string[] = [];
    page.on('request', (request) => {
      if (!request.url().startsWith('https:')) insecure.push(request.url());
    });
    await page.goto(`${shop}/fixed`);
    expect(await page.evaluate(() => isSecureContext)).toBe(true);
    const payer = new Payer(page, new Canary());
    await payer.pay({ number: '4012000000001097' });
    const bank = page.locator('p2p-transfer').locator('dialog iframe').contentFrame();
    await bank.getByRole('textbox', { name: 'Code' }).fill('123456');
    await bank.getByRole('button', { name: 'Confirm' }).click();
    await payer.heading('Transfer complete').waitFor();

    const known = async (): Promise<unknown> => {
      const answer = await page.request.get(`${shop}/api/transfers`);
      const { orders } = (await answer.json()) as { orders: { state: string; transactions: { sources: string[] }[] }[] };
      return orders.map(({ state, transactions }) => [state, transactions.map(({ sources }) => sources)]);
    };
    await expect.poll(known, { timeout: 10_000 }).toEqual([['paid', [['notification']]]]);
    expect(insecure).toEqual([]);
    await context.close();
  },
);
