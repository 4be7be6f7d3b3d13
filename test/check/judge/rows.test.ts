import { expect, test } from 'vitest';
import type { FindingCode } from '../../../src/check/judge/rows.js';
import type { ObservedPage } from '../../../src/check/observe/observed-page.js';
import { createReport } from '../../../src/check/report.js';
import { element, OWN, own, page, PINNED, PUBLISHED, observedPage, withElement, withScripts } from '../observed-pages.js';

test.each<[FindingCode, string, ObservedPage]>([
  [
    'integrity_mismatch',
    'a script whose hash the tag does not name, with its element undefined',
    observedPage({
      documents: [page({ elements: [element({ defined: false })], scripts: [{ url: own, integrity: 'sha384-bbbb' }] })],
      ownScripts: { [own]: OWN },
      mismatches: { [own]: PINNED },
    }),
  ],
  [
    'element_undefined',
    'an element whose script did not load',
    observedPage({
      documents: [page({ elements: [element({ defined: false })], scripts: [{ url: own, integrity: PINNED }] })],
      failedRequests: [`${own} (status 404)`],
    }),
  ],
  [
    'policy_blocks',
    'an element whose script the policy blocks',
    observedPage({
      documents: [page({ elements: [element({ defined: false })], scripts: [{ url: own, integrity: PINNED }] })],
      violations: [{ directive: 'script-src-elem', blocked: own, reportOnly: false }],
    }),
  ],
  [
    'policy_blocks',
    'an element that can’t reach the gateway because of the policy',
    observedPage({
      violations: [{ directive: 'connect-src', blocked: 'https://checkout.example', reportOnly: false }],
      errors: [{ tag: 'p2p-transfer', code: 'network_unreachable', party: 'network', message: '…' }],
    }),
  ],
  [
    'plain_http',
    'a page over http, whose elements say that it is insecure',
    observedPage({
      address: 'http://shop.example/pay',
      documents: [page({ secureContext: false })],
      errors: [{ tag: 'p2p-transfer', code: 'insecure_context', party: 'merchant', message: '…' }],
    }),
  ],
  [
    'element_error',
    'a product whose description does not load',
    observedPage({
      documents: [page({ elements: [element({ tag: 'product-pay', addresses: { src: 'https://shop.example/tea.json' } })] })],
      errors: [{ tag: 'product-pay', code: 'not_found', party: 'gateway', message: '…' }],
      unavailable: [{ tag: 'product-pay', reason: 'unknown' }],
      failedRequests: ['https://shop.example/tea.json (status 404)'],
    }),
  ],
  [
    'loopback_address',
    'a page that is set up for this machine',
    observedPage({
      address: 'http://localhost:3000/pay',
      documents: [
        page({
          url: 'http://localhost:3000/pay',
          elements: [
            element({ addresses: { 'checkout-url': 'http://127.0.0.1:4010/', 'return-url': 'http://localhost:3000/' } }),
          ],
        }),
      ],
    }),
  ],
  [
    'loopback_address',
    'a page with the script of the sandbox, whose build has a hash of its own',
    observedPage({
      documents: [page({ scripts: [{ url: 'http://127.0.0.1:4010/checkout.js', integrity: '' }] })],
      ownScripts: { 'http://127.0.0.1:4010/checkout.js': { ...OWN, hash: 'sha384-bbbb' } },
    }),
  ],
])('one finding, %s, for %s', (code, _, seen) => {
  expect(createReport(seen, [], PUBLISHED).findings.map((found) => found.code)).toEqual([code]);
});

test.each<[FindingCode | undefined, string, Partial<ObservedPage>]>([
  [undefined, 'a published file', { ownScripts: { [own]: OWN } }],
  ['script_unknown', 'a changed file', { ownScripts: { [own]: { version: '1.0.0', hash: 'sha384-bbbb' } } }],
  ['script_version', 'a file of another version', { ownScripts: { [own]: { version: '0.9.0', hash: 'sha384-bbbb' } } }],
])('compared with the published files, %s is found for %s', (code, _, changes) => {
  const { findings } = createReport(withScripts([own], PINNED, changes), [], PUBLISHED);
  expect(findings.map((found) => found.code)).toEqual(code ? [code] : []);
});

test('a changed file is found on this machine too, where the page’s own server serves it', () => {
  const [address, script] = ['http://localhost:3000/pay', 'http://localhost:3000/checkout.js'];
  const seen = observedPage({ address, ownScripts: { [script]: { ...OWN, hash: 'sha384-bbbb' } } });
  expect(createReport(seen, [], PUBLISHED).findings.map((found) => found.code)).toContain('script_unknown');
});

test('the fix for a hash that does not match depends on whether the file is a published one', () => {
  const cureOf = (hash: string) => createReport(observedPage({ mismatches: { [own]: hash } }), [], PUBLISHED).findings[0]?.cure;
  expect(cureOf(PINNED)).toBe('The file is one of checkout-elements 1.0.0: set integrity="sha384-aaaa" crossorigin="anonymous".');
  expect(cureOf('sha384-bbbb')).toBe('Find out who changed the file, or which version it is, before you change the hash.');
});

test('an address over http silences the error about that address, and no other', () => {
  const seen = withElement({ addresses: { 'checkout-url': 'http://checkout.example/' } });
  const errors = ['…; got "http://checkout.example". …', '…; got "/v2". …'].map((text) => `checkout-url: expected ${text}`);
  const reported = [...errors, 'currency: expected …'].map((message) => ({
    tag: 'p2p-transfer',
    code: 'setting_invalid',
    party: 'merchant',
    message,
  }));
  expect(createReport({ ...seen, errors: reported }).findings.map(({ what }) => what)).toEqual([
    '<p2p-transfer> reported the error setting_invalid: checkout-url: expected …; got "/v2".',
    '<p2p-transfer> reported the error setting_invalid: currency: expected …',
    'checkout-url of <p2p-transfer> is http://checkout.example/.',
  ]);
});

test('addresses of this machine are one finding that names all of them', () => {
  const { findings } = createReport(
    withElement({ addresses: { 'checkout-url': 'http://127.0.0.1:4010/', 'return-url': 'http://localhost:3000/' } }),
  );
  expect(findings.map(({ what }) => what)).toEqual([
    'Set up for this machine only: checkout-url of <p2p-transfer> is http://127.0.0.1:4010/; ' +
      'return-url of <p2p-transfer> is http://localhost:3000/.',
  ]);
});
