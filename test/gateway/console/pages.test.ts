import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { luhn } from '../../../src/card/pan.js';
import { CONSOLE_PAGES } from './console-pages.js';
import { plainTransfer, Sandbox } from '../sandbox.js';

// The console's pages as they come from the server, read without their script.

const text = async (sandbox: Sandbox, path: string): Promise<string> => {
  const { status, body } = await sandbox.console(path);
  expect([path, status]).toEqual([path, 200]);
  return String(body.text);
};

let sandbox: Sandbox;
let transferUid = '';
let subscriptionId = '';

beforeAll(async () => {
  sandbox = new Sandbox();
  const customer = { email: 'ada@shop.example', ip: '203.0.113.7' };
  transferUid = String(
    (await sandbox.transfer({ notification_url: 'http://127.0.0.1:4020/hook', customer, tracking_id: '<b>order</b>' })).uid,
  );
  await sandbox.post(
    '/transactions/p2ps',
    plainTransfer({
      amount: 5,
      credit_card: { number: '4012000000001097', verification_value: '987', exp_month: '01', exp_year: '2030' },
    }),
  );
  const create = async (path: string, fields: object) =>
    (
      await sandbox.ask(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(await sandbox.basic()) },
        body: JSON.stringify(fields),
      })
    ).body;
  await create('/products', {
    name: 'Coffee <beans>',
    description: '1 kg',
    currency: 'USD',
    amount: '2400',
    quantity: '10',
    immortal: true,
    language: 'en',
  });
  const plan = await create('/plans', {
    title: 'Coffee club',
    currency: 'USD',
    plan: { amount: 2400, interval: 1, interval_unit: 'month' },
    trial: { amount: 100, interval: 14, interval_unit: 'day' },
    language: 'en',
  });
  const order = await sandbox.ask(new URL(String(plan.confirm_url)).pathname, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(await sandbox.bearer()) },
    body: JSON.stringify({ request: { credit_card: plainTransfer().credit_card, customer } }),
  });
  expect(order.status).toBe(200);
  await sandbox.advance(40 * 86_400);
  const { body } = await sandbox.console('/sandbox/subscriptions');
  subscriptionId = (body as unknown as { id: string }[])[0]?.id ?? '';
});
afterAll(() => {
  expect(subscriptionId).toMatch(/^sbs_/);
});

describe('a page', () => {
  test.each(CONSOLE_PAGES)(
    '%s is there, names itself in title, heading and navigation, and runs nothing but its script',
    async (path) => {
      const { headers, body } = await sandbox.console(path);
      const html = String(body.text);
      const title = /<title>(.*) · Sandbox gateway<\/title>/.exec(html)?.[1] ?? '';
      expect(html).toContain(`<h1>${title}</h1>`);
      expect(html).toContain(`<a href="${path}" aria-current="page">${title}</a>`);
      expect(html.match(/<script/g)).toHaveLength(1);
      expect(html).not.toMatch(/ style=| on[a-z]+=/);
      expect(headers.get('content-security-policy')).toMatch(
        /^default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'sha256-[\w+/=]+'; img-src data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'$/,
      );
      expect(headers.get('cache-control')).toBe('no-store');
    },
  );

  test.each(CONSOLE_PAGES.filter((path) => path !== '/cards'))(
    '%s shows no card number and no verification value',
    async (path) => {
      const html = await text(sandbox, path);
      for (const digits of html.match(/\d[\d ]{10,22}\d/g) ?? []) {
        const pan = digits.replaceAll(' ', '');
        expect([digits, pan.length >= 12 && luhn(pan)]).toEqual([digits, false]);
      }
      expect(html).not.toMatch(/\b987\b/);
    },
  );

  test.each<[string, readonly string[]]>([
    ['/', ['100.00 USD', '•••• 0000', 'plain card data in credit_card']],
    [
      '/transactions',
      ['100.00 USD', '•••• 0000', '→ •••• 1006', '&lt;b&gt;order&lt;/b&gt;', 'Expired: the transfer was not confirmed in time'],
    ],
    ['/jobs', ['subscription', 'done']],
    ['/products', ['Coffee &lt;beans&gt;', '24.00 USD', 'available']],
    ['/plans', ['Coffee club', '24.00 USD every month', '1.00 USD for 14 days']],
    ['/subscriptions', ['Coffee club', 'active']],
    ['/customers', ['ada@shop.example', '203.0.113.7']],
    ['/notifications', ['http://127.0.0.1:4020/hook', 'delivered', '200']],
    ['/emails', ['ada@shop.example']],
    ['/clock', ['2026-12-31', 'frozen', '+30 days']],
    ['/faults', ['Everything works as it should.', 'duplicates_by_token']],
    ['/requests', ['POST /v2/confirm_order/', 'plain card data in credit_card']],
    ['/reference', ['/ctp/api/async/jobs/{job_id}', 'openapi.json', 'id="schema-TransferRequest"']],
    ['/cards', ['4000300000000014', 'Insufficient funds']],
    ['/keys', ['sandbox-secret-1001', 'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A']],
  ])('%s shows its records', async (path, parts) => {
    const html = await text(sandbox, path);
    for (const part of parts) expect([part, html.includes(part)]).toEqual([part, true]);
  });
});

test('an e-mail leads to the receipt and to the page where a subscription is cancelled, and nowhere that its merchant wrote', async () => {
  const own = new Sandbox();
  await own.transfer({
    customer: { email: 'ada@shop.example' },
    additional_data: { receipt_text: ['See https://shop.example/<b>'] },
  });
  const html = await text(own, '/emails');
  expect(html).toMatch(/<a href="http:\/\/127\.0\.0\.1:4010\/receipts\/([\w-]+)">http:\/\/127\.0\.0\.1:4010\/receipts\/\1<\/a>/);
  expect(html).toContain('See https://shop.example/&lt;b&gt;');
  expect(await text(sandbox, '/emails')).toMatch(/<a href="http:\/\/127\.0\.0\.1:4010\/subscriber\/sbs_\w+\?token=\w{52}">/);
});

describe('the page of a single record', () => {
  test('a transaction has its whole history, its notifications and what the API answers', async () => {
    const html = await text(sandbox, `/transactions/${transferUid}`);
    expect(html.indexOf('>pending<')).toBeGreaterThan(0);
    expect(html.indexOf('>successful<', html.indexOf('>pending<'))).toBeGreaterThan(html.indexOf('>pending<'));
    for (const part of ['http://127.0.0.1:4020/hook', '&quot;payment_method_type&quot;', `/receipts/${transferUid}`])
      expect(html).toContain(part);
  });

  test.each(['/transactions/none', '/subscriptions/sbs_none', '/notifications/none'])(
    '%s is not found, on a page',
    async (path) => {
      const { status, body } = await sandbox.console(path);
      expect([status, String(body.text).includes('<h1>Not found</h1>')]).toEqual([404, true]);
    },
  );
});
