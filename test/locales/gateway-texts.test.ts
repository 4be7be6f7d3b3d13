import { expect, test } from 'vitest';
import { languageOf, textsIn } from '../../demo/gateway/page/texts.js';
import { en } from '../../demo/gateway/page/texts/en.js';
import { GATEWAY_LANGUAGES } from '../../src/locales/gateway-language.js';
import { judgeCatalogue } from './judge-catalogue.js';

// It is the rest of a sentence, and begins with a comma.
const bare = ({ trial_is_first: rest, ...texts }: Readonly<Record<string, string>>) => ({
  ...texts,
  trial_is_first: rest!.trim(),
});

test.each(GATEWAY_LANGUAGES)('the gateway’s pages and e-mails have all their texts in %s', (language) => {
  const { language: own, ...texts } = textsIn(language);
  expect(own).toBe(language);
  expect(judgeCatalogue(bare(texts), language, bare(en))).toEqual([]);
  expect(Object.keys(texts)).toEqual(Object.keys(en));
  const same = Object.entries(texts).filter(([key, text]) => text === en[key as keyof typeof en] && /\p{L}\s+\p{L}/u.test(text));
  expect(language === 'en' ? [] : same.map(([key]) => key)).toEqual([]);
});

test.each([undefined, null, '', 'ar', 'xx', 'ru-RU', 'constructor'])('a request for %j has pages in English', (asked) => {
  expect(languageOf(asked)).toBe('en');
  expect(textsIn(asked)).toEqual({ ...en, language: 'en' });
});
