import { describe, expect, test } from 'vitest';
import { openShop, SHOP_URL } from './open-shop.js';

/** The attributes of an element in a page of the shop, entities left as they are. */
async function attributes(path: string, tag: string): Promise<Record<string, string | true>> {
  const html = await (await openShop().call(path)).text();
  const [, text = ''] = new RegExp(`<${tag}([^>]*)>`).exec(html) ?? [];
  return Object.fromEntries([...text.matchAll(/([\w-]+)(?:="([^"]*)")?/g)].map(([, name, value]) => [name, value ?? true]));
}

describe('the goods page', () => {
  test('shows everything that is sold, with its price and a link to its page', async () => {
    const html = await (await openShop().call('/shop')).text();
    expect(html).toMatch(/href="\/shop\/coffee">\s*<h2>Coffee<\/h2>[^]*?18\.50\sUSD/);
    expect(html).toMatch(/href="\/shop\/bicycle">[^]*?150\.00\sUSD deposit/);
    expect(html).toMatch(/href="\/plans\/club">[^]*?10\.00\sUSD every month/);
  });
});

describe("a product's page", () => {
  test('names the product’s addresses at the gateway, and no price', async () => {
    expect(await attributes('/shop/coffee', 'product-pay')).toEqual({
      'confirm-url': 'http://127.0.0.1:4010/v2/confirm_order/prd_1/1001',
      'pay-url': 'http://127.0.0.1:4010/products/prd_1/pay',
      'data-sku': 'coffee',
      'public-key': openShop().keys.publicKey,
      'notification-url': `${SHOP_URL}/notifications`,
      'return-url': `${SHOP_URL}/shop/coffee`,
      language: 'en',
      challenge: 'auto',
    });
  });

  test('sells without script: a link is between the tags', async () => {
    const html = await (
      await openShop({
        catalogue: {
          products: new Map([
            [
              'tea',
              {
                id: 'prd_9',
                name: 'Tea <leaf>',
                currency: 'USD',
                amount: 700,
                pay_url: 'https://gateway.example/products/prd_9/pay',
              },
            ],
          ]),
          plans: new Map(),
        },
      }).call('/shop/tea')
    ).text();
    expect(html).toMatch(
      /<product-pay[^>]*>\s*<p class="fallback">Tea &lt;leaf&gt;, 7\.00\sUSD: <a href="https:\/\/gateway\.example\/products\/prd_9\/pay">/,
    );
  });

  test.each([['/shop/yacht'], ['/plans/yacht'], ['/shop/club'], ['/plans/coffee'], ['/shop/__proto__']])(
    '%s is not there',
    async (path) => {
      expect((await openShop().call(path)).status).toBe(404);
    },
  );
});

describe("a plan's page", () => {
  test('leads to the gateway’s page of the plan', async () => {
    expect(await attributes('/plans/club', 'plan-subscribe')).toEqual({
      'base-url': 'http://127.0.0.1:4010',
      'plan-id': 'pln_1',
      'data-sku': 'club',
      'data-offer': '/api/plans/club',
      language: 'en',
    });
  });

  test('takes the card on the page itself when asked to', async () => {
    expect(await attributes('/plans/club?in=page', 'product-pay')).toMatchObject({
      mode: 'form',
      'data-sku': 'club',
      'return-url': `${SHOP_URL}/plans/club?in=page`,
    });
  });
});
