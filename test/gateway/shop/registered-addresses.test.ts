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

test('a shop has the addresses of its own before those of all, and others keep theirs', () => {
  const given = {
    notificationUrls: [{ shopId: 1001, url: 'https://corner.example/told' }, { url: 'https://all.example/told' }],
    shopUrls: [{ shopId: 1001, url: 'https://corner.example/' }],
  };
  expect(withRegistered(corner, given)).toMatchObject({ notificationUrl: 'https://corner.example/told', shopUrl: 'https://corner.example/' });
  expect(withRegistered(market, given)).toMatchObject({ notificationUrl: 'https://all.example/told' });
  expect(withRegistered(market, given)).not.toHaveProperty('shopUrl');
});

test('the console says where a shop is told, and how to register an address where it is not', async () => {
  const shops = [withRegistered(corner, { notificationUrls: [{ url: 'https://corner.example/told' }], shopUrls: [] }), market];
  const { body } = await new Sandbox({ shops }).console('/keys');
  const [, first = '', second = ''] = String(body.text).split(/<h2>(?:Corner Store|Certified Market)<\/h2>/);
  expect(first).toMatch(/Notifications go to<\/dt>\s*<dd>https:\/\/corner\.example\/told/);
  expect(first).toContain('--shop-url registers one');
  expect(second).toContain('--notification-url registers one');
});
