import { expect, test } from 'vitest';
import type { FindingCode } from '../../../src/check/judge/rows.js';
import type { ObservedFields, ObservedPage } from '../../../src/check/observe/observed-page.js';
import { createReport } from '../../../src/check/report.js';
import { fieldsPage, type FieldsPermissions } from '../../../src/hosting/fields-page.js';
import { openShop, SANDBOX_SHOPS } from '../../../demo/gateway/shop/shops.js';
import { element, page, observedPage } from '../observed-pages.js';

const { publicKey, thumbprint } = openShop(SANDBOX_SHOPS[0]!);
const FILES = {
  html:
    '<meta name="checkout-version" content="1.0.0"><meta name="checkout-parents" content="%parents%">' +
    '<meta name="checkout-keys" content="%keys%"><meta name="checkout-addresses" content="%addresses%">' +
    '<meta name="checkout-guard" content="%guard%"><style>%style%</style><script type="module">%script%</script>',
  script: 'a()',
  style: 'b{}',
};
const PUBLISHED = { version: '1.0.0', scripts: [], fields: FILES };
const PERMISSIONS: FieldsPermissions = {
  host: 'gateway',
  parents: ['https://shop.example'],
  keys: [thumbprint],
  addresses: ['https://checkout.example'],
};
const A = 'https://checkout.example/fields/';
const B = 'https://shop.example/fields/';

/** What is served for these permissions; headers that are undefined are missing. */
async function served(permissions: Partial<FieldsPermissions> = {}, headers: Readonly<Record<string, string | undefined>> = {}) {
  const made = await fieldsPage(FILES, { ...PERMISSIONS, ...permissions });
  const all = Object.entries({ ...made.headers, ...headers }).flatMap(([name, value]) =>
    value === undefined ? [] : [[name.toLowerCase(), value] as const],
  );
  return { html: made.html, headers: Object.fromEntries(all) };
}

/** A page with isolated fields, whose element has reported an error because of them. */
const withFields = (url: string, fields: ObservedFields, code?: string, changes: Partial<ObservedPage> = {}): ObservedPage => {
  const addresses = { 'checkout-url': 'https://checkout.example/', 'fields-url': url };
  const errors = code === undefined ? [] : [{ tag: 'p2p-transfer', code, party: 'merchant', message: '…' }];
  return observedPage({
    documents: [page({ elements: [element({ publicKey, addresses })] })],
    policy: "default-src 'self' https://checkout.example; base-uri 'none'",
    fields: { [url]: fields },
    errors,
    ...changes,
  });
};
const findingsIn = (seen: ObservedPage) => createReport(seen, ['sandbox_key', 'test_mode'], PUBLISHED).findings;
const codesIn = (seen: ObservedPage): FindingCode[] => findingsIn(seen).map(({ code }) => code);

test('fields that are served as written have no findings, in both ways', async () => {
  expect(codesIn(withFields(A, await served()))).toEqual([]);
  expect(codesIn(withFields(B, await served({ host: 'merchant' })))).toEqual([]);
  // As servers write headers, and with what they add.
  const headers = {
    'Content-Type': 'text/html;charset=UTF-8',
    'Cache-Control': 'no-store, max-age=0',
    'Strict-Transport-Security': 'max-age=63072000',
  };
  expect(codesIn(withFields(A, await served({}, headers)))).toEqual([]);
});

test.each<[FindingCode, string, RegExp, () => Promise<ObservedPage>]>([
  [
    'fields_missing',
    'an address without fields',
    /it answers with status 404/,
    async () => withFields(A, { failed: 'it answers with status 404', headers: {}, html: '' }, 'fields_unavailable'),
  ],
  [
    'fields_missing',
    'another document at their address',
    /another document/,
    async () => withFields(A, { headers: { 'content-type': 'text/html' }, html: '<h1>Shop</h1>' }, 'fields_unavailable'),
  ],
  [
    'fields_headers_wrong',
    'fields without any policy',
    /Content-Security-Policy is missing\./,
    async () =>
      withFields(B, await served({ host: 'merchant' }, { 'Content-Security-Policy': undefined }), 'fields_not_isolated'),
  ],
  [
    'fields_headers_wrong',
    'fields with the headers of the other way',
    /Content-Security-Policy lacks sandbox allow-forms allow-scripts; Cross-Origin-Resource-Policy is cross-origin instead of same-origin/,
    async () => withFields(B, await served(), 'fields_not_isolated'),
  ],
  [
    'fields_headers_wrong',
    'fields of another origin in a sandbox',
    /Content-Security-Policy has sandbox, which is for --same-host only/,
    async () => {
      const { headers } = await served({ host: 'merchant' });
      return withFields(
        A,
        await served({}, { 'Content-Security-Policy': headers['content-security-policy'] }),
        'fields_unavailable',
      );
    },
  ],
  [
    'fields_headers_wrong',
    'fields that were written again, with the headers from before',
    /Content-Security-Policy has script-src 'sha256-[\w+/]+=' instead of script-src 'sha256-/,
    async () => {
      const { headers } = await fieldsPage({ ...FILES, script: 'before()' }, PERMISSIONS);
      return withFields(
        A,
        await served({}, { 'Content-Security-Policy': headers['Content-Security-Policy'] }),
        'fields_unavailable',
      );
    },
  ],
  [
    'fields_headers_wrong',
    'fields that may be cached and use the camera',
    /Permissions-Policy is camera=\(self\) instead of .*; Cache-Control is max-age=600 instead of no-store/,
    async () => withFields(A, await served({}, { 'Cache-Control': 'max-age=600', 'Permissions-Policy': 'camera=(self)' })),
  ],
  [
    'fields_parent_missing',
    'fields that were written for another page',
    /may be embedded by https:\/\/pay\.example, but this page.s origin is https:\/\/shop\.example/,
    async () => withFields(A, await served({ parents: ['https://pay.example'] }), 'fields_unavailable'),
  ],
  [
    'fields_key_missing',
    'fields with another key',
    new RegExp(`seal with the key A{43}, but public-key of <p2p-transfer> is ${thumbprint}`),
    async () => withFields(A, await served({ keys: ['A'.repeat(43)] }), 'key_not_allowed'),
  ],
  [
    'fields_address_missing',
    'fields for another gateway',
    /seal for https:\/\/other\.example, but checkout-url of <p2p-transfer> is https:\/\/checkout\.example/,
    async () => withFields(A, await served({ addresses: ['https://other.example'] }), 'address_not_allowed'),
  ],
  [
    'fields_unknown',
    'fields that were changed',
    /differ from what it writes \(SHA-256 [0-9a-f]{64}\)/,
    async () => {
      const changed = await fieldsPage({ ...FILES, script: 'a();steal()' }, PERMISSIONS);
      const headers = Object.fromEntries(Object.entries(changed.headers).map(([name, value]) => [name.toLowerCase(), value]));
      return withFields(A, { html: changed.html, headers });
    },
  ],
  [
    'fields_version',
    'fields of another version',
    /have version 0\.9\.0; this command has version 1\.0\.0/,
    async () => {
      const fields = await served();
      return withFields(A, { ...fields, html: fields.html.replace('1.0.0', '0.9.0') });
    },
  ],
  [
    'policy_blocks',
    'a page whose policy does not allow the frame',
    /blocks https:\/\/checkout\.example \(frame-src\)/,
    async () => {
      const violations = [{ directive: 'frame-src', blocked: 'https://checkout.example', reportOnly: false }];
      return withFields(A, await served(), 'fields_unavailable', { violations });
    },
  ],
])('one finding, %s, for %s', async (code, _, what, observe) => {
  const findings = findingsIn(await observe());
  expect(findings.map((found) => found.code)).toEqual([code]);
  expect(findings[0]?.what).toMatch(what);
});

test('fields of the sandbox, whose build has hashes of its own, are only an address of this machine', async () => {
  const { html, headers } = await fieldsPage({ ...FILES, script: 'a( )' }, PERMISSIONS);
  const lowered = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  expect(codesIn(withFields('http://127.0.0.1:4010/fields/', { html, headers: lowered }))).toEqual(['loopback_address']);
});

test('each cure says what to write: the origin, the key, the address, the policy', async () => {
  const permissions = { parents: ['https://pay.example'], keys: ['A'.repeat(43)], addresses: ['https://other.example'] };
  const cures = findingsIn(withFields(A, await served(permissions))).map(({ cure }) => cure);
  expect(cures).toEqual([
    'Have the document written with --parent https://shop.example.',
    `Correct public-key, or have the document written with --key ${thumbprint}.`,
    'Correct checkout-url, or have the document written with --checkout-url https://checkout.example.',
  ]);
  const violations = [{ directive: 'frame-src', blocked: 'https://checkout.example', reportOnly: false }];
  const [blocked] = findingsIn(withFields(A, await served(), undefined, { violations }));
  expect(blocked?.why).toBe('The isolated fields do not load: the payer can’t type a card.');
  expect(blocked?.cure).toBe(`Add "frame-src 'self' https://checkout.example" to it.`);
});

test('an error of the fields with no known cause is reported unchanged', async () => {
  expect(codesIn(withFields(A, await served(), 'fields_unavailable'))).toEqual(['element_error']);
});
