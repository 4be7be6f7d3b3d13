import { describe, expect, test } from 'vitest';
import { violations } from '../rig/axe.js';
import { useBuyers } from '../rig/buyer.js';
import { left, paymentOf, sell } from '../rig/merchant.js';
import { html, useOwnPage } from '../rig/page/own-page.js';

const buyers = useBuyers();
const PAYS = '4200000000000000';
const CHALLENGED = '4012000000001097';

const thanks = useOwnPage(({ pathname }) => (pathname === '/thanks' ? html('<h1>Thank you</h1>') : undefined));

describe('the page behind a payment link', () => {
  test(
    'takes the payment, under its own policy, and then leads back to the shop with uid and status',
    { tags: ['main'] },
    async () => {
      const product = await sell({ return_url: `${thanks.url}/thanks?from=link#top` });
      const buyer = await buyers.arrive(product.pay_url);
      const { page } = buyer;
      await buyer.pay(PAYS);
      await buyer.heading('Payment complete').waitFor();
      expect(await left(product)).toBe(4);
      await page.getByRole('link', { name: 'Back to Corner Store' }).click();
      await page.getByRole('heading', { name: 'Thank you' }).waitFor();
      const { searchParams, hash } = new URL(page.url());
      expect([searchParams.get('from'), searchParams.get('status'), hash]).toEqual(['link', 'successful', '#top']);
      expect(await paymentOf(searchParams.get('uid') ?? '')).toMatchObject({
        type: 'payment',
        status: 'successful',
        description: 'Tea pot',
      });
    },
  );

  test('sends the payer to the bank, and the bank to the shop', { tags: ['main'] }, async () => {
    const product = await sell({ return_url: `${thanks.url}/thanks` });
    const buyer = await buyers.arrive(product.confirm_url);
    await buyer.pay(CHALLENGED);
    await buyer.arriveAtBank();
    await buyer.page.getByRole('heading', { name: 'Confirm the payment' }).waitFor();
    await buyer.confirmAtBank('123456');
    await buyer.page.waitForURL(`${thanks.url}/thanks?uid=*&status=successful`);
  });

  test.each([
    ['success_url', PAYS, 'Payment complete', /^[^?]*\/paid\?uid=[\w-]+&status=successful$/],
    ['success_url, after 3-D Secure on this page', CHALLENGED, 'Payment complete', /^[^?]*\/paid\?uid=[\w-]+&status=successful$/],
    ['fail_url', '4005550000000019', 'Payment didn’t go through', /\/unpaid$/],
  ])('leads to the product’s %s', async (_, card, heading, address) => {
    const product = await sell({ success_url: `${thanks.url}/paid`, fail_url: `${thanks.url}/unpaid` });
    const buyer = await buyers.arrive(product.pay_url);
    await buyer.pay(card);
    if (card === CHALLENGED) {
      await buyer.arriveAtBank();
      await buyer.confirmAtBank('123456');
    }
    await buyer.heading(heading).waitFor();
    expect(await buyer.page.getByRole('link', { name: 'Back to Corner Store' }).getAttribute('href')).toMatch(address);
  });

  test('shows the buyer of the last piece that they paid, although it is sold out when they return from the bank', async () => {
    const product = await sell({ quantity: '1' });
    const buyer = await buyers.arrive(product.pay_url);
    await buyer.pay(CHALLENGED);
    await buyer.arriveAtBank();
    await buyer.confirmAtBank('123456');
    await buyer.heading('Payment complete').waitFor();
    await expect.poll(() => buyer.focused()).toBe('Payment complete');
    expect(await left(product)).toBe(0);
    const late = await buyers.arrive(product.pay_url);
    await late.within.getByText('Sold out', { exact: true }).waitFor();
    expect(await late.within.getByRole('textbox').count()).toBe(0);
  });
});

test.each([
  ['light', 1100],
  ['dark', 360],
] as const)('axe finds nothing in the page, %s and %d pixels wide', async (colorScheme, width) => {
  const product = await sell({ visible_fields: ['first_name', 'country', 'state', 'zip', 'email'], quantity: '2' });
  const { page, payButton: button } = await buyers.arrive(product.pay_url, { colorScheme, viewport: { width, height: 900 } });
  await button.waitFor();
  expect(await violations(page)).toEqual([]);
  // Nothing overflows sideways.
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
});

describe('the page without its script', () => {
  test('shows product and price, and why it takes no card', async () => {
    const { page } = await buyers.arrive((await sell({ amount: '150000' })).pay_url, { javaScriptEnabled: false });
    const text = await page.locator('main').innerText();
    for (const part of [
      'Corner Store',
      'Tea pot',
      'Holds one litre',
      '1,500.00 USD',
      'turn on JavaScript and reload this page',
    ]) {
      expect(text).toContain(part);
    }
    expect(text).not.toContain('The card form is loading');
    expect(await page.getByRole('textbox').count()).toBe(0);
  });

  test('says so when the script fails to load', async () => {
    const { page, context } = await buyers.arrive((await sell()).pay_url);
    await context.route('**/checkout.js', (route) => route.abort());
    await page.reload();
    await page.getByText('We couldn’t load the card form. Nothing was charged.').waitFor();
    expect(await page.locator('main').innerText()).not.toContain('The card form is loading');
  });
});
