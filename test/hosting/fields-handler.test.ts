import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { openShop, SANDBOX_SHOPS } from '../../demo/gateway/shop/shops.js';
import { fieldsHandler, type FieldsHandlerOptions } from '../../src/hosting/fields-handler.js';
import { fieldsPage } from '../../src/hosting/fields-page.js';

const shop = openShop(SANDBOX_SHOPS[0]!);
const files = { html: '<i>%parents%</i><b>%keys%</b><u>%guard%</u><script>%script%</script>', script: 'a()', style: 'b{}' };
const OPTIONS = { checkoutUrl: 'https://checkout.example/', publicKey: shop.publicKey, parents: 'https://shop.example' };
const get = (options: FieldsHandlerOptions, method = 'GET') =>
  fieldsHandler(files, options)(new Request('https://shop.example/fields/', { method }));

test('serves the document with its headers, as the command writes it', async () => {
  const answer = await get(OPTIONS);
  const written = await fieldsPage(files, {
    host: 'gateway',
    addresses: ['https://checkout.example'],
    keys: [shop.thumbprint],
    parents: ['https://shop.example'],
  });
  expect(answer.status).toBe(200);
  expect(await answer.text()).toBe(written.html);
  expect(Object.fromEntries(answer.headers)).toEqual(
    Object.fromEntries(Object.entries(written.headers).map(([name, value]) => [name.toLowerCase(), value])),
  );
  expect(answer.headers.get('content-security-policy')).not.toContain('sandbox');
});

test('fonts are loaded from their addresses alone, by rules in the style sheet that the policy allows', async () => {
  const fonts = { Inter: 'https://shop.example/fonts/inter.woff2', 'Open Sans 600': 'https://shop.example/fonts/open.woff2' };
  const answer = await fieldsHandler(
    { ...files, html: '<s>%fonts%</s>%style%' },
    { ...OPTIONS, fonts },
  )(new Request('https://shop.example/fields/'));
  const style =
    'b{}@font-face{font-family:"Inter";font-weight:1 1000;font-display:swap;src:url("https://shop.example/fonts/inter.woff2")}' +
    '@font-face{font-family:"Open Sans";font-weight:600;font-display:swap;src:url("https://shop.example/fonts/open.woff2")}';
  expect(await answer.text()).toBe(
    `<s>Inter https://shop.example/fonts/inter.woff2 Open%20Sans%20600 https://shop.example/fonts/open.woff2</s>${style}`,
  );
  const policy = answer.headers.get('content-security-policy');
  expect(policy).toContain(`style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`);
  expect(policy).toContain('font-src https://shop.example/fonts/inter.woff2 https://shop.example/fonts/open.woff2;');
});

test.each([
  ['a name that would end the rule', { 'Inter";}': 'https://shop.example/inter.woff2' }, /fonts: expected the name of a font/],
  ['an address without https', { Inter: 'http://shop.example/inter.woff2' }, /fonts: expected an https address/],
  ['an address that would end a header', { Inter: 'https://shop.example/inter.woff2?;' }, /without a query/],
])('refuses %s', (_, fonts, text) => {
  expect(() => fieldsHandler(files, { ...OPTIONS, fonts })).toThrow(text);
});

test('from the host of the pages it is sandboxed, and each option can be a list', async () => {
  const answer = await get({
    checkoutUrl: ['https://a.example', 'https://b.example'],
    publicKey: [shop.publicKey, shop.thumbprint],
    parents: ['https://shop.example', 'https://www.shop.example/'],
    sameHost: true,
    guard: 'required',
  });
  expect(await answer.text()).toContain(
    `<i>https://shop.example https://www.shop.example</i><b>${shop.thumbprint} ${shop.thumbprint}</b><u>required</u>`,
  );
  expect(answer.headers.get('content-security-policy')).toMatch(
    /frame-ancestors https:\/\/shop\.example https:\/\/www\.shop\.example;.*; sandbox allow-scripts allow-forms$/,
  );
});

test('HEAD has the headers alone, and any other method is refused', async () => {
  const head = await get(OPTIONS, 'HEAD');
  expect([head.status, await head.text(), head.headers.has('content-security-policy')]).toEqual([200, '', true]);
  const post = await get(OPTIONS, 'POST');
  expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
});

test.each<[string, Partial<Record<keyof FieldsHandlerOptions, unknown>>, string]>([
  ['no address', { checkoutUrl: [] }, 'checkoutUrl: expected at least one; got none.'],
  [
    'an address without https',
    { checkoutUrl: 'http://checkout.example' },
    'checkoutUrl: expected an https address; got "http://checkout',
  ],
  ['no key', { publicKey: undefined }, 'publicKey: expected at least one; got none.'],
  [
    'a text that is no key',
    { publicKey: 'MIIBIjANBg' },
    'publicKey: expected an RSA public key in bare base64 (MIIBIjANBg…), or its',
  ],
  [
    'a parent with a path',
    { parents: 'https://shop.example/pay' },
    'parents: expected an origin such as https://shop.example; got',
  ],
  ['any page', { parents: '*' }, 'parents: expected an https address; got "*"'],
  ['another guard', { guard: 'on' }, 'guard: expected required or optional; got "on".'],
])('refuses %s as it is created', (_, wrong, text) => {
  expect(() => fieldsHandler(files, { ...OPTIONS, ...wrong } as FieldsHandlerOptions)).toThrow(text);
});
