import { expect, test } from 'vitest';
import { secretFinder } from './find-secret.js';

const findSecret = secretFinder({ pans: ['4012000000001097'], codes: ['737'] });

test.each([
  ['plain', 'number=4012000000001097'],
  ['grouped', 'card 4012 0000 0000 1097'],
  ['with no-break spaces', '4012\u00a00000\u00a00000\u00a01097'],
  ['with dashes', '4012-0000-0000-1097'],
  ['with plus signs, as a form encodes spaces', 'n=4012+0000+0000+1097'],
  ['percent-encoded', '/x?n=4012%200000%200000%201097'],
  ['percent-encoded digits', '%34%30%31%32000000001097'],
  ['inside a longer number', '94012000000001097123'],
  ['cut off, twelve digits', '401200000000'],
  ['without its first digits', '000000001097'],
  ['in JSON', '{"number":"4012000000001097"}'],
])('finds a PAN %s', (_, text) => {
  expect(findSecret(text)).toContain('a PAN');
});

test.each(['', 'x', 'xy', '{"a":"'])('finds a PAN in the base64 of %j and the PAN', (before) => {
  expect(findSecret(btoa(`${before}4012000000001097"}`))).toContain('a PAN');
});

test.each([
  'cvc=737',
  '{"verification_value":"737"}',
  '[737]',
  'code 737 typed',
  'a=7 3 7',
  'x=%37%33%37',
  '737',
  'http://127.0.0.1:80/?a=737',
  'http://127.0.0.1/737',
])('finds a verification value in %s', (text) => {
  expect(findSecret(text)).toContain('a verification value');
});

test.each(['7373', '7-3-7-3', '"uid":"7373"', 'order-7373', 'https://shop.example/7373?n=1'])(
  'finds four digits in %s',
  (text) => {
    expect(secretFinder({ pans: [], codes: ['7373'] })(text)).toContain('a verification value');
  },
);

test.each([
  '5d737c0e-7373-4737-8737-7370dc3e7371',
  '/orders/5D737C0E-0000-7373-8737-7370DC3E7371?x=1',
  'at node:internal/process/task_queues:7373:5',
  'order-73730',
  '2026-11-21T08:34:03.7373Z',
])('finds no four digits in %s', (text) => {
  expect(secretFinder({ pans: [], codes: ['7373'] })(text)).toBeUndefined();
});

test.each([
  'first six 401200, last four 1097',
  '•••• 1097',
  '401200******1097',
  '4200 0000 0000 0000',
  '2026-11-21T08:34:03.737Z',
  '{"started_at":1763714043000,"ahead":-737,"expires_at":1763714143000}',
  '5d737c0e-1737-4737-8737-7370dc3e73712',
  '127.0.0.1:41737',
  'at Ff.refuse (http://127.0.0.1:38015/checkout.js:737:1331)',
  'at refuse (http://127.0.0.1:5173/src/a.ts?t=17:12:737)',
  'at https://shop.example/@vite/client:737:12\n    at run (http://127.0.0.1:5173/a.mjs:12:737)',
  'at async file:///app/dist/gateway.mjs:737:5',
  '1763714043737',
  '737.12 USD and 1,737.00 USD',
  'eyJhbGciOiJSU0EtT0FFUC0yNTYifQ',
])('finds nothing in %s', (text) => {
  expect(findSecret(text)).toBeUndefined();
});
