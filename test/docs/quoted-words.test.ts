import { expect, test } from 'vitest';
import { readDocuments } from '../../build/manifest/documents.mjs';
import { enOrder } from '../../src/locales/en-order.js';
import { en } from '../../src/locales/en.js';

// Who tests a page copies a payer's sentence from the documentation, and finds it only with the same apostrophe.

const SENTENCES = Object.values({ ...en, ...enOrder }).join('\n');

/** What a page has in quotation marks, without the dots at its end. */
const quotations = (text: string): string[] =>
  [...text.replaceAll(/\s+/g, ' ').matchAll(/"([^"]{8,200}?)[.…]*"/g)].map(([, quoted = '']) => quoted);

test('the documentation quotes the sentences of payers letter by letter', () => {
  const all = [...readDocuments()].flatMap(([path, text]) => quotations(text).map((quoted) => ({ path, quoted })));
  const known = all.filter(({ quoted }) => SENTENCES.includes(quoted.replaceAll("'", '’')));
  expect(known.length).toBeGreaterThan(10);
  expect(known.filter(({ quoted }) => quoted.includes("'"))).toEqual([]);
});
