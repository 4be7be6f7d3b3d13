import MiniSearch from 'minisearch';
import { expect, test } from 'vitest';
import { readDocuments } from '../../build/manifest/documents.mjs';

// The site's search: its index of sections, with the options of docs/.vitepress/config.mts. The site itself takes a minute to build.

/** What config.mts leaves out. */
const UNSEARCHED = /^(CHANGELOG|CONTRIBUTING|docs\/(architecture|decisions\/.*|figures\/(faults|mutants|readings)))\.md$/;

const plain = (text: string): string => text.replaceAll(/[`*]|\]\([^)]*\)/g, ' ');

const sections = [...readDocuments()]
  .filter(([path]) => !UNSEARCHED.test(path))
  .flatMap(([path, source]) => {
    const searched = source.replaceAll(/<!-- sample (\S+) -->.*?<!-- \/sample \1 -->/gs, '').replaceAll(/^```.*?^```$/gms, '');
    const titles: string[] = [];
    return searched.split(/^(?=#{1,6} )/m).map((section, index) => {
      const [, marks = '', title = ''] = /^(#+) (.*)/.exec(section) ?? [];
      titles.splice(Math.max(0, marks.length - 1), Infinity, plain(title));
      return {
        id: `${path}#${index}`,
        path,
        title: plain(title),
        titles: titles.slice(0, -1),
        text: plain(section.replace(/^#.*/, '')),
      };
    });
  });
const index = new MiniSearch<(typeof sections)[number]>({
  fields: ['title', 'titles', 'text'],
  storeFields: ['path', 'title'],
  searchOptions: { fuzzy: 0.2, prefix: true, boost: { title: 6, text: 1, titles: 1 } },
});
index.addAll(sections);

/** Each word, and a page that answers it. */
const WORDS: Readonly<Record<string, RegExp>> = {
  webhook: /notifications|words/,
  IPN: /words/,
  callback: /words|notifications/,
  '3DS': /words/,
  SCA: /words/,
  'Apple Pay': /words|headless/,
  'Google Pay': /words|headless/,
  PayPal: /words/,
  refund: /after-payment|words|reference\/server/,
  chargeback: /words|after-payment/,
  capture: /after-payment|words|reference\/server/,
  void: /after-payment|words|reference\/server/,
  tokenization: /words/,
  'saved card': /transfer|words/,
  installments: /words/,
  recurring: /words/,
  trial: /subscription|words|reference/,
  unsubscribe: /words/,
  'cancel subscription': /subscription|words|reference\/server/,
  invoice: /words/,
  payout: /words/,
  iframe: /words|isolated-fields/,
  CSP: /security|words/,
  CORS: /operators|words/,
  PCI: /security|words/,
  SAQ: /words|security/,
  'secret key': /words|server/,
  'test card': /sandbox|words/,
  idempotency: /words/,
  'double charge': /words/,
  'minor units': /words|transfer|product/,
  decimals: /words/,
  surcharge: /words/,
  AVS: /words/,
  Swagger: /words/,
  ngrok: /words/,
  Shopify: /words/,
  RTL: /words/,
  HMAC: /words/,
  SSR: /words/,
  'shadow DOM': /words|styling/,
  '::part': /words|styling/,
  logo: /words|styling/,
  webpack: /troubleshooting|frameworks/,
  starter: /frameworks/,
};

test.each(Object.entries(WORDS))('who searches for %s finds it among the first three', (word, page) => {
  const found = index.search(word).slice(0, 3) as unknown as { readonly path: string; readonly title: string }[];
  expect(found.map(({ path, title }) => `${path} ${title}`).join('\n')).toMatch(page);
});

test.each(['refund', 'void', 'capture', 'release', 'deposit', 'chargeback'])(
  '%s finds the page of what follows a payment',
  (word) => {
    const found = index.search(word).slice(0, 3) as unknown as { readonly path: string }[];
    expect(found.map(({ path }) => path)).toContain('docs/server/after-payment.md');
  },
);

test('forty words are searched', () => expect(Object.keys(WORDS).length).toBeGreaterThanOrEqual(40));
