import { expect, test } from 'vitest';
import { readRegistered, withRegistered } from '../../../demo/gateway/shop/registered-addresses.js';
import { SANDBOX_SHOPS } from '../../../demo/gateway/shop/shops.js';
import { Sandbox } from '../sandbox.js';

const [corner, market] = SANDBOX_SHOPS as [(typeof SANDBOX_SHOPS)[0], (typeof SANDBOX_SHOPS)[0]];

test.each([
  ['https://shop.example/', { url: 'https://shop.example/' }],
  ['1001=http://127.0.0.1:4020/notifications?a=b', { shopId: 1001, url: 'http://127.0.0.1:4020/notifications?a=b' }],
  ['shop.example', undefined],
  ['1001=', undefined],
  ['', undefined],
  ['javascript:alert(1)', undefined],
])('%j is read as %j', (text, expected) => {
  expect(readRegistered(text)).toEqual(expected);
});

test('a shop’s own addresses take precedence over those for all shops, and other shops keep theirs', () => {
  const given = {
    notificationUrls: [{ shopId: 1001, url: 'https://corner.example/notify' }, { url: 'https://all.example/notify' }],
    shopUrls: [{ shopId: 1001, url: 'https://corner.example/' }],
  };
  expect(withRegistered(corner, given)).toMatchObject({
    notificationUrl: 'https://corner.example/notify',
    shopUrl: 'https://corner.example/',
  });
  expect(withRegistered(market, given)).toMatchObject({ notificationUrl: 'https://all.example/notify' });
  expect(withRegistered(market, given)).not.toHaveProperty('shopUrl');
});

test("the console shows a shop's notification address, and how to register one", async () => {
  const shops = [withRegistered(corner, { notificationUrls: [{ url: 'https://corner.example/notify' }], shopUrls: [] }), market];
  const { body } = await new Sandbox({ shops }).console('/keys');
  const [, first = '', second = ''] = String(body.text).split(/<h2>(?:Corner Store|Certified Market)<\/h2>/);
  expect(first).toMatch(/Notifications go to<\/dt>\s*<dd>https:\/\/corner\.example\/notify/);
  expect(first).toContain('--shop-url registers one');
  expect(second).toContain('--notification-url registers one');
});
