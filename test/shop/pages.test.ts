import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { goodsPage } from '../../demo/shop/pages/goods-page.js';
import { openShop, SHOP_URL } from './open-shop.js';

const PAGES = ['/', '/fixed?amount=2500', '/return'];

/** The attributes of the page's element, entities left as they are. */
async function attributes(path: string, options?: Parameters<typeof openShop>[0]): Promise<Record<string, string | true>> {
  const html = await (await openShop(options).call(path)).text();
  const [, text = ''] = /<p2p-transfer([^>]*)>/.exec(html) ?? [];
  return Object.fromEntries([...text.matchAll(/([\w-]+)(?:="([^"]*)")?/g)].map(([, name, value]) => [name, value ?? true]));
}

describe('the element', () => {
  test('has everything a transfer needs, and no amount where the payer types it', async () => {
    const shop = openShop();
    expect(await attributes('/')).toEqual({
      'checkout-url': 'http://127.0.0.1:4010',
      'public-key': shop.keys.publicKey,
      currency: 'USD',
      description: 'Money to a card',
      'notification-url': `${SHOP_URL}/notifications`,
      'return-url': `${SHOP_URL}/return`,
      language: 'en',
      challenge: 'auto',
      test: true,
    });
  });

  test('has the fixed amount in minor units, on the way back too', async () => {
    expect(await attributes('/fixed?amount=2500')).toMatchObject({
      amount: '2500',
      'return-url': `${SHOP_URL}/return?amount=2500`,
    });
    expect(await attributes('/return?amount=2500&uid=1&status=successful&token=x')).toMatchObject({
      amount: '2500',
      'return-url': `${SHOP_URL}/return?amount=2500`,
    });
  });

  test('is the same on the return page as where the payer left', async () => {
    expect(await attributes('/return')).toEqual(await attributes('/'));
    expect(await attributes('/return?amount=700')).toEqual(await attributes('/fixed?amount=700'));
  });
});

describe('a theme', () => {
  test('is a style sheet after the shop’s own, and stays on the way to the bank and back', async () => {
    const html = await (await openShop().call('/fixed?amount=2500&theme=paper')).text();
    expect(html).toMatch(/href="\/shop\.css">\s*<link rel="stylesheet" href="\/themes\/paper\.css">/);
    expect(await attributes('/fixed?amount=2500&theme=paper')).toMatchObject({
      'return-url': `${SHOP_URL}/return?amount=2500&amp;theme=paper`,
    });
  });

  test.each(['midnight', 'paper', 'meadow'])('%s is served as CSS', async (theme) => {
    const response = await openShop().call(`/themes/${theme}.css`);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/css; charset=utf-8']);
    expect(await response.text()).toContain('--checkout-color-accent');
  });

  test.each(['none', 'toString', '"><script>'])('%s, which does not exist, is left out', async (theme) => {
    const html = await (await openShop().call(`/?theme=${encodeURIComponent(theme)}`)).text();
    expect(html).not.toContain('/themes/');
    expect(html).not.toContain(theme === 'none' ? 'theme=none' : theme);
  });
});

test.each([['0'], ['-5'], ['1.5'], ['1e3'], ['ten'], ['%22%20onload='], ['1234567890']])(
  'the amount %s in the address is refused',
  async (amount) => {
    for (const path of ['/fixed', '/return']) expect((await openShop().call(`${path}?amount=${amount}`)).status).toBe(400);
  },
);

describe('every page', () => {
  test.each(PAGES)("%s loads the shop's script, then the checkout's, and nothing inline", async (path) => {
    const html = await (await openShop().call(path)).text();
    expect([...html.matchAll(/<script ([^>]*)>([^<]*)</g)].map(([, tag, inline]) => [tag, inline])).toEqual([
      ['type="module" src="/shop.js"', ''],
      ['type="module" src="http://127.0.0.1:4010/checkout.js"', ''],
    ]);
    expect(html).not.toMatch(/<style|\sstyle=|\son\w+=/);
  });

  test.each(PAGES)('%s has a policy without unsafe keywords that names the checkout', async (path) => {
    const policy = (await openShop({ checkoutUrl: 'https://checkout.example:8443' }).call(path)).headers.get(
      'content-security-policy',
    )!;
    expect(policy).not.toContain('unsafe');
    expect(policy.split('; ')).toEqual(
      expect.arrayContaining([
        "default-src 'none'",
        "script-src 'self' https://checkout.example:8443",
        "connect-src 'self' https://checkout.example:8443",
        "style-src 'self'",
      ]),
    );
  });

  test.each(PAGES)('%s does not send its address to other sites', async (path) => {
    expect((await openShop().call(path)).headers.get('referrer-policy')).toBe('same-origin');
  });

  test.each(PAGES)('%s never contains the secret key', async (path) => {
    expect(await (await openShop().call(path)).text()).not.toContain('sk_hidden');
  });

  test('shows a test card as text and in no attribute', async () => {
    const html = await (await openShop().call('/')).text();
    expect(html).toContain('>4200 0000 0000 0000</span>');
    for (const [tag] of html.matchAll(/<[^>]+>/g)) expect(tag.replaceAll(/\D/g, '')).not.toContain('42000000');
  });
});

describe('the address', () => {
  const at = (host: string, path = '/', init: RequestInit = {}) => {
    const request = new Request(`http://${host}${path}`, init);
    request.headers.set('host', host);
    return openShop().app.request(request);
  };

  test("of another loopback name leads to the shop's own, so that the return address is of the page's origin", async () => {
    const response = await at('localhost:4020', '/fixed?amount=5');
    expect([response.status, response.headers.get('location')]).toEqual([302, `${SHOP_URL}/fixed?amount=5`]);
  });

  test.each([['evil.example:4020'], ['localhost.evil.example'], ['127.0.0.1.evil.example:4020']])(
    'of the foreign name %s is answered 421, without data',
    async (host) => {
      for (const path of ['/', '/api/transfers']) {
        const response = await at(host, path);
        expect(response.status).toBe(421);
        expect(await response.text()).not.toContain('orders');
      }
    },
  );
});

describe('files', () => {
  test.each([
    ['/shop.css', 'text/css; charset=utf-8'],
    ['/shop.js', 'text/javascript; charset=utf-8'],
    ['/icon.svg', 'image/svg+xml'],
  ])('%s is served as %s', async (path, type) => {
    const response = await openShop().call(path);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, type]);
    expect(await response.text()).not.toBe('');
  });

  test('an unknown page is 404', async () => {
    expect((await openShop().call('/wp-admin')).status).toBe(404);
  });
});

describe("the shop's style sheet", () => {
  test('gives the elements the shop’s own colours, by properties that they have', async () => {
    const css = await (await openShop().call('/shop.css')).text();
    const set = [...css.matchAll(/(--checkout-[\w-]+):/g)].map(([, name]) => name);
    const [, table = ''] =
      /<!-- p2p-transfer custom properties -->(.*?)<!-- \//s.exec(readFileSync('docs/styling.md', 'utf8')) ?? [];
    const known = [...table.matchAll(/^\| `(--checkout-[\w-]+)`/gm)].map(([, name]) => name);
    expect(set).toContain('--checkout-color-accent');
    expect(known).toEqual(expect.arrayContaining(set));
  });
});

test.each([
  [{ amount: 100, interval: 3, interval_unit: 'day' }, 'A subscription that starts with a trial.'],
  // As gateways answer for a plan without one.
  [{ amount: null, interval: null, interval_unit: 'hour' }, 'A subscription.'],
  [undefined, 'A subscription.'],
])('the shop says of a plan whose trial is %o: %s', async (trial, sentence) => {
  const plan = {
    id: 'pln_1',
    title: 'Club',
    currency: 'USD',
    plan: { amount: 1000, interval: 1, interval_unit: 'month' },
    trial,
  };
  const catalogue = { products: new Map(), plans: new Map([['club', plan as never]]) };
  expect(String(await goodsPage({ catalogue, checkoutUrl: 'http://127.0.0.1:4010' }))).toContain(`<p>${sentence}</p>`);
});
