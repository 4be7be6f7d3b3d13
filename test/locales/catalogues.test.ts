import { expect, test } from 'vitest';
import { catalogues } from '../../src/locales/catalogues.js';
import { nameOfCatalogue } from '../../src/locales/catalogue-name.js';
import { enEvery } from '../../src/locales/en-every.js';
import { enOrder } from '../../src/locales/en-order.js';
import { en } from '../../src/locales/en.js';
import { gatewayLanguage } from '../../src/locales/gateway-language.js';
import { fill } from '../../src/locales/fill.js';
import { CATALOGUES, english } from './all-catalogues.js';
import { judgeCatalogue, type Sentences } from './judge-catalogue.js';

test.each(Object.entries(CATALOGUES))(
  'the catalogue %s has every sentence, placeholder and plural form',
  (language, catalogue) => {
    expect(judgeCatalogue(catalogue, language, english)).toEqual([]);
  },
);

test.each(Object.entries(CATALOGUES))('the catalogue %s is sorted as the English one is', (_, catalogue) => {
  expect(Object.keys(catalogue)).toEqual(Object.keys(english));
});

test.each(Object.entries(CATALOGUES))('an element that requests %s gets exactly that catalogue', async (language, catalogue) => {
  await catalogues.load(language);
  // The English catalogue at hand contains only the texts of a form.
  expect({ ...enOrder, ...en, ...catalogues.find(language) }).toEqual({ ...catalogue, language });
});

/** The script that a language is written in. */
const scriptOf = (language: string): string => {
  const { script = '' } = new Intl.Locale(language).maximize();
  return (
    {
      Jpan: '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}]',
      Kore: '\\p{Script=Hangul}',
      Hans: '\\p{Script=Han}',
      Hant: '\\p{Script=Han}',
    }[script] ?? `\\p{Script=${script}}`
  );
};

// A sentence without a letter of the language's script was never translated.
test.each(Object.entries(CATALOGUES).filter(([language]) => !/Latn/.test(scriptOf(language))))(
  'every sentence of %s is written in its script',
  (language, catalogue) => {
    const script = new RegExp(scriptOf(language), 'u');
    const foreign = Object.entries(catalogue).filter(([, sentence]) => !script.test(sentence));
    // They have no words to translate.
    const bare =
      /^(terms|about|amount_between|field\.email|card_ending|expiry_hint|fee_terms_both|until_total|terms_trial|terms_trial_free)$/;
    expect(foreign.map(([key]) => key).filter((key) => !bare.test(key))).toEqual([]);
  },
);

const NAMES = ['no', 'pt', 'pt-BR', 'sr', 'sr-Latn', 'zh', 'zh-Hant', 'he'];
test.each([
  ['nb', 'no'],
  ['nn-NO', 'no'],
  ['iw', 'he'],
  ['pt', 'pt'],
  ['pt-PT', 'pt'],
  ['pt-AO', 'pt'],
  ['pt-BR', 'pt-BR'],
  ['PT-br', 'pt-BR'],
  ['sr-RS', 'sr'],
  ['sr-Latn-RS', 'sr-Latn'],
  ['sr-ME', 'sr-Latn'],
  ['zh-CN', 'zh'],
  ['zh-SG', 'zh'],
  ['zh-TW', 'zh-Hant'],
  ['zh-HK', 'zh-Hant'],
  ['zh-Hant-MY', 'zh-Hant'],
  ['xx', undefined],
  ['no_NO', undefined],
])('%s reads the catalogue %s', (tag, name) => {
  expect(nameOfCatalogue(tag, NAMES)).toBe(name);
});

test.each([
  ['ru', 'ru'],
  ['ru-RU', 'ru'],
  ['pt-BR', 'pt'],
  ['zh-TW', 'zh'],
  ['nb', 'no'],
  ['sr-Latn', 'sr'],
  ['ar', 'en'],
  ['hi-IN', 'en'],
  ['xx', 'en'],
])('for a payer of %s the gateway is asked for %s', (tag, language) => {
  expect(gatewayLanguage(tag)).toBe(language);
});

const ENGLISH: Sentences = {
  greet: 'Hello {name}',
  wait: 'Wait {days, plural, one {# day} other {# days}}',
  bank_said: 'They say: {message}',
};
const GREET = 'Привет, {name}';
const WAIT = 'Ждите {days, plural, one {# день} few {# дня} many {# дней} other {# дня}}';
const BANK_SAID = 'Ответ: {message}';

test('a whole catalogue has no faults', () => {
  expect(judgeCatalogue({ greet: GREET, wait: WAIT, bank_said: BANK_SAID }, 'ru', ENGLISH)).toEqual([]);
});

test.each<[string, Sentences, string]>([
  ['a missing sentence', { wait: WAIT, bank_said: BANK_SAID }, 'greet is missing'],
  ['an unused sentence', { greet: GREET, wait: WAIT, bank_said: BANK_SAID, bye: 'Пока' }, 'bye is not in English'],
  [
    'an empty sentence',
    { greet: ' ', wait: WAIT, bank_said: BANK_SAID },
    'greet is empty|greet begins or ends with white space|greet has the places "", not "name"',
  ],
  ['a lost placeholder', { greet: 'Привет', wait: WAIT, bank_said: BANK_SAID }, 'greet has the places "", not "name"'],
  ['a placeholder with another name', { greet: 'Привет, {имя}', wait: WAIT, bank_said: BANK_SAID }, 'greet: {имя} has no name'],
  [
    'a mistyped placeholder',
    { greet: 'Привет, {nane}', wait: WAIT, bank_said: BANK_SAID },
    'greet has the places "nane", not "name"',
  ],
  ['an unclosed brace', { greet: 'Привет, {name', wait: WAIT, bank_said: BANK_SAID }, 'greet: a brace is not closed'],
  ['an extra brace', { greet: 'Привет, {name}}', wait: WAIT, bank_said: BANK_SAID }, 'greet: a brace closes that never opened'],
  [
    "English's plural forms in Russian",
    { greet: GREET, wait: 'Ждите {days, plural, one {# день} other {# дней}}', bank_said: BANK_SAID },
    'wait has the forms "one other" of days, not "few many one other"',
  ],
  [
    'an extra form',
    { greet: GREET, wait: WAIT.replace('one', 'two {# дня} one'), bank_said: BANK_SAID },
    'wait has the forms "few many one other two" of days, not "few many one other"',
  ],
  [
    'a form without its number',
    { greet: GREET, wait: WAIT.replace('many {# ', 'many {'), bank_said: BANK_SAID },
    'wait has no number of days in its form many',
  ],
  ['white space at the end', { greet: `${GREET} `, wait: WAIT, bank_said: BANK_SAID }, 'greet begins or ends with white space'],
  ['two spaces', { greet: 'Привет,  {name}', wait: WAIT, bank_said: BANK_SAID }, 'greet has two spaces in a row'],
  [
    'a straight apostrophe',
    { greet: "Прив'ет, {name}", wait: WAIT, bank_said: BANK_SAID },
    'greet has a straight apostrophe or quotation mark',
  ],
  ['three dots', { greet: 'Привет, {name}...', wait: WAIT, bank_said: BANK_SAID }, 'greet has three dots for an ellipsis'],
  [
    'a sentence much longer than the English one',
    { greet: 'Приветствуем вас на этой странице, {name}', wait: WAIT, bank_said: BANK_SAID },
    'greet has 35 characters, more than 21',
  ],
  [
    'a long plural form',
    { greet: GREET, wait: WAIT.replace('many {# дней', 'many {# дней, начиная с сегодняшнего'), bank_said: BANK_SAID },
    'wait has 36 characters, more than 28',
  ],
  [
    'an argument that is not a plural',
    { greet: GREET, wait: 'Ждите {days, select, a {#} other {#}}', bank_said: BANK_SAID },
    'wait: {days} is a select, and only plurals are known',
  ],
])('%s is found', (_, catalogue, fault) => {
  expect(judgeCatalogue(catalogue, 'ru', ENGLISH)).toEqual(fault.split('|'));
});

test("in a right-to-left language, the gateway's text without isolates is found", () => {
  const original = { bank_said: 'They say: {message}' };
  expect(judgeCatalogue({ bank_said: 'يقولون: {message}' }, 'ar', original)).toEqual([
    'bank_said has no isolates around {message}',
  ]);
  expect(judgeCatalogue({ bank_said: 'يقولون: \u2068{message}\u2069' }, 'ar', original)).toEqual([]);
});

test.each(Object.entries(CATALOGUES))(
  'the catalogue %s sets the gateway’s message apart if a gateway has only English for its payers',
  (language, catalogue) => {
    const isForeign = gatewayLanguage(language) === 'en' && language !== 'en';
    const [apart, within] = [/\u2068\{message\}\u2069/, /\{message\}/].map((place) =>
      Object.keys(catalogue).filter((key) => place.test(catalogue[key]!)),
    );
    expect(apart).toEqual(isForeign ? within : []);
  },
);

test.each(['ar', 'fa', 'he', 'ur'])(
  'in %s the hint for the expiry date stands as the date is typed: the month on the left',
  (language) => {
    // Without the marks, a browser writes the whole hint from right to left.
    expect(CATALOGUES[language]!['expiry_hint']).toContain('\u200e/');
  },
);

test.each([
  ['en', 'You can try this card again in 30 s. Another card works now.'],
  ['ru', 'Повторить с этой картой можно через 30 с. Другая карта подойдёт сразу.'],
  ['ar', 'يمكنك إعادة المحاولة بهذه البطاقة بعد 30 ث. ويمكنك استخدام بطاقة أخرى الآن.'],
  ['ar-EG', 'يمكنك إعادة المحاولة بهذه البطاقة بعد ٣٠ ث. ويمكنك استخدام بطاقة أخرى الآن.'],
])('in %s the wait of 30 s reads %j', (language, text) => {
  const { transfer_wait: sentence } = CATALOGUES[language.slice(0, 2)]!;
  expect(fill(sentence!, { seconds: 30 }, language)).toBe(text);
});

test('every field of the buyer and of the cards has a sentence of its own for being empty', () => {
  for (const words of Object.values(CATALOGUES)) {
    const own = Object.entries(words).filter(([key]) => key.startsWith('empty.') || key.endsWith('.empty'));
    expect(own).toHaveLength(11 + 7);
    expect(new Set(own.map(([, sentence]) => sentence)).size).toBe(own.length);
  }
});

test('no key of products and plans is also a key that every element has', () => {
  expect(Object.keys(enOrder).filter((key) => Object.hasOwn(en, key) && !Object.hasOwn(enEvery, key))).toEqual([]);
  // Each would replace an existing one.
  const replaced = Object.keys(enOrder).flatMap((key) => /^(?:order|hold|plan)\.(.+)$/.exec(key)?.[1] ?? []);
  expect(replaced.filter((key) => !Object.hasOwn(en, key))).toEqual([]);
});

test.each(Object.entries(CATALOGUES))(
  'in %s each question before an order has words of its own: it pays, and a transfer sends',
  (_, words) => {
    const asked = Object.keys(words).filter((key) => /^(confirm_.*|elsewhere)$/.test(key));
    // A fixed price is seen before the first press, and one card has no second side.
    const ofTransfers = ['confirm_first_seen', 'confirm_same_card'];
    expect(asked.filter((key) => !words[`order.${key}`] || words[`order.${key}`] === words[key])).toEqual(ofTransfers);
  },
);
