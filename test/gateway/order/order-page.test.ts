import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { Buyer, card } from '../buyer.js';
import { inSeconds } from '../merchant.js';
import { API } from '../sandbox.js';

const HTML = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

async function see(buyer: Buyer, path = `/products/${buyer.product.id}/pay`, init: RequestInit = { headers: HTML }) {
  const response = await buyer.sandbox.fetch(path, init);
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** The text that a person without script reads: the page without its tags. */
const read = (text: string): string =>
  text
    .replace(/^[\s\S]*<body>/, '')
    .replaceAll(/<script[\s\S]*?<\/script>/g, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ');

describe('the page of a product', () => {
  test('shows the item, its price, stock, end of sale and seller in its markup', async () => {
    const buyer = await Buyer.of({ immortal: false, expired_at: '2026-12-24T18:00:00+03:00' });
    const { status, headers, text } = await see(buyer);
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    for (const part of [
      'Corner Store',
      'Tea pot',
      'Holds one litre',
      'Price 25.00 USD',
      'Available 3',
      'Available until Dec 24, 2026, 3:00 PM UTC',
      'To pay here, turn on JavaScript',
    ]) {
      expect(read(text)).toContain(part);
    }
    expect(text).toContain('<title>Tea pot: Corner Store</title>');
    expect(text).toMatch(/<noscript>[^]*turn on JavaScript and reload this page[^]*<\/noscript>/);
  });

  test("speaks the product's language, or the one that the address asks for", async () => {
    const buyer = await Buyer.of({ language: 'ru', amount: '123456' });
    const { text } = await see(buyer);
    expect(text).toContain('<html lang="ru" dir="ltr">');
    expect(read(text)).toMatch(/Цена 1\s234,56 USD В наличии 3/);
    expect(read((await see(buyer, `/products/${buyer.product.id}/pay?language=en`)).text)).toContain('Price 1,234.56 USD');
  });

  test('marks a test as a test, and explains that an authorization charges nothing yet', async () => {
    const { text } = await see(await Buyer.of({ test: true, transaction_type: 'authorization' }));
    expect(read(text)).toMatch(/Test: nothing will be delivered.*Nothing is charged yet. Your bank only sets the amount aside/);
  });

  test('gives the card form the data that it needs, and nothing secret', async () => {
    const buyer = await Buyer.of({ return_url: 'https://shop.example/thanks?a=1&b=2' });
    const { text } = await see(buyer);
    const { public_key, secret_key } = await buyer.sandbox.shop('sealed');
    for (const attribute of [
      'mode="form"',
      `confirm-url="${buyer.product.confirm_url}"`,
      `public-key="${public_key}"`,
      'language="en"',
      'return-url="https://shop.example/thanks?a=1&amp;b=2"',
      'return-origins="https://shop.example"',
    ]) {
      expect(/<product-pay [^>]*>/.exec(text)?.[0]).toContain(attribute);
    }
    expect(text).not.toContain(secret_key);
    expect(text).toContain('<script type="module" src="/checkout.js"></script>');
  });

  test.each([
    ['http://shop.example/thanks', 'http is for loopback hosts only'],
    ['https://user:pass@shop.example/', 'a password'],
  ])('never links to an unsafe address: %s (%s)', async (return_url) => {
    const { text } = await see(await Buyer.of({ return_url }));
    expect(text).not.toMatch(/return-url|data-href/);
  });

  test('shows what a merchant wrote as text', async () => {
    const evil = '<img src=x onerror=alert(1)></product-pay><script>alert(1)</script>"\'';
    const { text } = await see(await Buyer.of({ name: evil, description: evil }));
    expect(text).toContain('&lt;img src=x onerror=alert(1)&gt;');
    expect(text).not.toMatch(/<img|<script>alert/);
  });

  test('runs only its own two scripts, connects only to its own gateway, submits no form, and can’t be framed', async () => {
    const { headers, text } = await see(await Buyer.of());
    const inline = /<script type="module">([^]*?)<\/script>/.exec(text)?.[1] ?? '';
    const style = /<style>([^]*?)<\/style>/.exec(text)?.[1] ?? '';
    const hash = (part: string) => `'sha256-${createHash('sha256').update(part).digest('base64')}'`;
    expect(headers.get('content-security-policy')?.split('; ').toSorted()).toEqual([
      "base-uri 'none'",
      `connect-src 'self' ${API}`,
      "default-src 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      'img-src data:',
      `script-src 'self' ${hash(inline)}`,
      `style-src ${hash(style)}`,
    ]);
    expect(text.match(/<script/g)).toHaveLength(2);
    expect(text).not.toMatch(/ style=| on\w+=/);
    expect([headers.get('cache-control'), headers.get('referrer-policy'), headers.get('x-content-type-options')]).toEqual([
      'no-store',
      'no-referrer',
      'nosniff',
    ]);
  });

  test('refuses a posted form above 64 KiB', async () => {
    const buyer = await Buyer.of();
    expect((await see(buyer, undefined, { method: 'POST', body: new URLSearchParams({ x: 'x'.repeat(65_536) }) })).status).toBe(
      413,
    );
  });
});

describe('a page of an unavailable item', () => {
  test.each<[string, object, string]>([
    ['sold out', { quantity: 0 }, 'Sold out. There are none left.'],
    ['expired', { immortal: false, expired_at: inSeconds(-1) }, 'No longer available. The time to pay for this has run out.'],
  ])('shows that it is %s, with its description and the link back', async (_, product, message) => {
    const { status, text } = await see(await Buyer.of({ ...product, return_url: 'https://shop.example/' }));
    expect(status).toBe(410);
    expect(read(text)).toContain('Tea pot');
    expect(read(text)).toContain(message);
    expect(read(text)).not.toContain('turn on JavaScript');
    expect(text).toContain('href="https://shop.example/"');
  });

  test.each([
    ['/products/prd_unknown/pay'],
    ['/products/x/pay'],
    ['/plans/pln_unknown/pay'],
    ['/v2/confirm_order/prd_unknown/1001'],
  ])('%s is not found, clearly', async (path) => {
    const { status, text, headers } = await see(await Buyer.of(), path);
    expect(status).toBe(404);
    expect(read(text)).toContain('There’s nothing to pay for here');
    expect(headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/=]+'; img-src data:; base-uri 'none'$/,
    );
  });
});

describe('a confirm_url', () => {
  test.each<[string, Record<string, string>, boolean]>([
    ['a browser that is led there', HTML, true],
    ['a program without credentials', {}, true],
    ['a program that takes anything, without credentials', { accept: '*/*' }, true],
    ['a card form without credentials', { accept: 'application/json' }, false],
  ])('shows %s the page: %s', async (_, headers, isPage) => {
    const buyer = await Buyer.of();
    const answer = await see(buyer, buyer.path, { headers });
    expect([answer.status, answer.text.includes('<product-pay')]).toEqual(isPage ? [200, true] : [401, false]);
  });

  test('with credentials is JSON, unless a page is asked for', async () => {
    const buyer = await Buyer.of();
    const credentials = await buyer.sandbox.bearer('sealed');
    expect((await see(buyer, buyer.path, { headers: credentials })).headers.get('content-type')).toMatch(/^application\/json/);
    expect((await see(buyer, buyer.path, { headers: { ...credentials, ...HTML } })).headers.get('content-type')).toMatch(
      /^text\/html/,
    );
  });
});

describe("the bank's page and the receipt of an order", () => {
  test('call it a payment, name the item, and show no recipient', async () => {
    const buyer = await Buyer.of();
    const { redirect_url, receipt_url } = await buyer.pay({ credit_card: card('4012000000001097') });
    const bank = read((await see(buyer, redirect_url.slice(API.length))).text);
    expect(bank).toMatch(/Confirm the payment .* Tea pot .* 25\.00 USD Card •••• 1097/);
    expect(bank).not.toMatch(/transfer|To card|fee/i);
    await buyer.answerBank(redirect_url, { action: 'confirm', code: '123456' });
    const receipt = read((await see(buyer, receipt_url.slice(API.length))).text);
    expect(receipt).toMatch(/Payment complete .* Tea pot/);
  });

  test('state that the amount of an authorization is reserved', async () => {
    const buyer = await Buyer.of({ transaction_type: 'authorization' });
    const { receipt_url } = await buyer.pay();
    expect(read((await see(buyer, receipt_url.slice(API.length))).text)).toContain('The amount is reserved on your card');
  });
});
