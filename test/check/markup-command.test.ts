import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { LANGUAGES } from '../../src/markup/label-words.js';
import { UsageError } from '../../src/check/arguments.js';
import { MARKUP_USAGE, writeMarkup } from '../../src/check/markup-command.js';
import { inputsStyleSource, productMarkup, transferMarkup } from '../../src/merchant/index.js';

test('the command prints what the function for servers returns', () => {
  expect(writeMarkup(['p2p-transfer'])).toBe(transferMarkup());
  expect(writeMarkup(['p2p-transfer', '--language', 'ru', '--prefix', 'other', '--collect', 'recipient-holder holder'])).toBe(
    transferMarkup({ language: 'ru', prefix: 'other', collect: 'holder recipient-holder' }),
  );
  expect(writeMarkup(['product-pay', '--language', 'ar-EG'])).toBe(productMarkup({ language: 'ar-EG' }));
  expect(writeMarkup(['product-pay', '--no-style'])).toBe(productMarkup({ style: false }));
  expect(writeMarkup(['--policy'])).toBe(`${inputsStyleSource()}\n`);
  expect(writeMarkup(['--help'])).toBe(MARKUP_USAGE);
});

test('the inputs have their style, whose hash is the one for the policy, unless it is left out', () => {
  const [, style = '', forms] = /^<style>(.*)<\/style>\n(.*)$/s.exec(transferMarkup())!;
  expect(inputsStyleSource()).toBe(`'sha256-${createHash('sha256').update(style).digest('base64')}'`);
  expect(transferMarkup({ style: false })).toBe(forms);
});

test('labels, direction and ids follow the options', () => {
  const russian = transferMarkup({ language: 'ru', prefix: 'gift', collect: 'recipient-expiry' });
  expect(russian).toContain('<legend>С карты</legend>');
  expect(russian).toContain('lang="ru" dir="ltr"');
  expect(russian).toContain('<input id="gift-recipient-expiry" data-checkout-field="expiry" type="text" autocomplete="off"');
  expect(productMarkup({ language: 'ar' })).toContain('lang="ar" dir="rtl"');
  expect(transferMarkup({ language: 'eu', messages: { number: 'Nummer <&"> ' } })).toContain(
    '>Nummer &lt;&amp;&quot;&gt; </label>',
  );
});

test('no input has a name, and no form an address', () => {
  const all = transferMarkup({ collect: 'holder recipient-holder recipient-expiry' }) + productMarkup();
  expect(all.match(/<input /g)).toHaveLength(10);
  expect(all).not.toMatch(/ (name|action|formaction|value)=/);
  expect(all.match(/<form [^>]*method="dialog"/g)).toHaveLength(3);
});

test.each([
  [[], 'markup: expected p2p-transfer or product-pay; got "".'],
  [['plan-subscribe'], 'markup: expected p2p-transfer or product-pay; got "plan-subscribe".'],
  [['product-pay', '--collect', 'holder'], '--collect: expected p2p-transfer; got product-pay.'],
  [['p2p-transfer', '--collect', 'name'], 'collect: expected holder, recipient-expiry, recipient-holder; got "name".'],
  [
    ['p2p-transfer', '--language', 'eu'],
    `language: expected ${LANGUAGES.join(', ')}, or messages for another language; got "eu".`,
  ],
  [['p2p-transfer', '--prefix', '"><'], 'prefix: expected a letter, then letters, digits, hyphens or underscores; got ""><".'],
])('%j is refused, and the error states what was expected', (words, message) => {
  expect(() => writeMarkup(words)).toThrow(new UsageError(message));
});
