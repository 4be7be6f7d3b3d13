import { expect, test } from 'vitest';
import { thumbprintOf } from '../../../src/check/thumbprint.js';
import { fieldsPage, type FieldsPermissions } from '../../../src/hosting/fields-page.js';
import { document, element, KEY, OWN_SCRIPT, POLICY, published } from './checked-page.js';
import { useCheck } from './use-check.js';

const { check, serve } = useCheck();
const A = 'https://checkout.example/fields/';
const B = 'https://shop.example/fields/';
const FRAMED = { 'content-security-policy': `${POLICY}; frame-src 'self' https://checkout.example` };

/** Serves the package's own fields; headers that are undefined are missing. */
async function host(
  url: string,
  permissions: Partial<FieldsPermissions> = {},
  changes: Readonly<Record<string, string | undefined>> = {},
) {
  const { html, headers } = await fieldsPage(published().fields, {
    host: url === A ? 'gateway' : 'merchant',
    parents: ['https://shop.example'],
    keys: [thumbprintOf(KEY)!],
    addresses: ['https://checkout.example'],
    ...permissions,
  });
  const all = Object.entries({ ...headers, ...changes }).filter((entry): entry is [string, string] => entry[1] !== undefined);
  serve(url, { type: headers['Content-Type']!, body: html, headers: Object.fromEntries(all) });
}
const checkWith = async (url: string, headers = FRAMED) => check(document(element({ 'fields-url': url }) + OWN_SCRIPT), headers);

test.each([
  ['another origin', A],
  ['a sandbox on the page’s host', B],
])('isolated fields of %s that are served as written have no findings', async (_, url) => {
  await host(url);
  const { report, asked } = await checkWith(url);
  expect(report.findings).toEqual([]);
  expect(asked.filter((each) => each.startsWith('https://checkout.example/') && each !== A)).toEqual([]);
});

test('a policy without the frame’s origin is one finding', async () => {
  await host(A);
  const { codes, report } = await checkWith(A, { 'content-security-policy': POLICY });
  expect(codes).toEqual(['policy_blocks']);
  expect(report.findings[0]?.cure).toBe(`Add "frame-src 'self' https://checkout.example" to it.`);
});

test.each<[string, string, string, Partial<FieldsPermissions>, Readonly<Record<string, string | undefined>>]>([
  ['fields_headers_wrong', 'without a sandbox on the page’s host', B, {}, { 'Content-Security-Policy': undefined }],
  [
    'fields_headers_wrong',
    'with a hash of another script',
    A,
    {},
    { 'Content-Security-Policy': "script-src 'none'; frame-ancestors *" },
  ],
  ['fields_parent_missing', 'that were written for another page', A, { parents: ['https://pay.example'] }, {}],
  ['fields_key_missing', 'with another key', A, { keys: ['A'.repeat(43)] }, {}],
  ['fields_address_missing', 'for another gateway', B, { addresses: ['https://other.example'] }, {}],
])('one finding, %s, for fields %s', async (code, _, url, permissions, headers) => {
  await host(url, permissions, headers);
  expect((await checkWith(url)).codes).toEqual([code]);
});

test('one finding for fields that are not there', async () => {
  serve(A, { type: 'text/html', body: '<h1>Not found</h1>', status: 404 });
  const { codes, report } = await checkWith(A);
  expect(codes).toEqual(['fields_missing']);
  expect(report.findings[0]?.what).toContain('it answers with status 404');
});
