import { describe, expect, test } from 'vitest';
import { server } from 'vitest/browser';
import '../../src/define.js';
import { catalogues } from '../../src/locales/catalogues.js';
import { quoteText } from '../../src/elements/base/price-text.js';
import { Speech } from '../../src/elements/base/speech.js';
import { en } from '../../src/locales/en.js';
import { LOADERS } from '../../src/locales/loaders.js';
import { formatPercent } from '../../src/money/amount.js';
import { parseAmount } from '../../src/money/parse-amount.js';
import { mount } from '../elements/payer.js';
import { type Shown, STATES } from '../elements/states.js';

const LANGUAGES = ['en', ...Object.keys(LOADERS)];
/** Languages that put no spaces between words: a line may end after any of their syllables. */
const WITHOUT_SPACES = /^(ja|th|zh)/;

/** What is cut off, sticks out, or breaks inside a word, in an element that is shown. */
function faultsOf({ element }: Shown, language: string): string[] {
  const faults = new Set<string>();
  const box = element.getBoundingClientRect();
  const walker = document.createTreeWalker(element.shadowRoot!, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement!;
    const text = node.textContent ?? '';
    if (text.trim() === '' || parent.closest('style, [aria-live], .spoken, option') || !parent.checkVisibility()) continue;
    // A reference is no word.
    const hasWords = !WITHOUT_SPACES.test(language) && !parent.closest('.reference');
    const words = hasWords ? text.matchAll(/[\p{L}\p{M}’'’ʼʻ]+/gu) : [];
    for (const { 0: word, index } of words) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
      if (lines.size > 1) faults.add(`breaks "${word}"`);
    }
    const range = document.createRange();
    range.selectNodeContents(node);
    const { left, right } = range.getBoundingClientRect();
    if (left < box.left - 0.5 || right > box.right + 0.5) faults.add(`sticks out: "${text.trim()}"`);
    // Only the touch area of an icon lies over the text beside it.
    const buttons = [...element.shadowRoot!.querySelectorAll('button:not(.icon)')].filter((button) => !button.contains(node));
    const isOver = buttons.some((button) => {
      const over = button.getBoundingClientRect();
      return [...range.getClientRects()].some(
        (line) => line.left < over.right && line.right > over.left && line.top < over.bottom && line.bottom > over.top,
      );
    });
    if (isOver) faults.add(`lies over a button: "${text.trim()}"`);
    for (let around = parent; around !== null && around.getRootNode() !== document; around = around.parentElement!) {
      const { overflowX } = getComputedStyle(around);
      const isCut = overflowX !== 'visible' && around.scrollWidth > around.clientWidth + 1;
      if (isCut) faults.add(`is cut off: "${text.trim()}"`);
      if (around.parentElement === null) break;
    }
  }
  return [...faults];
}

async function inEachLanguage({ element }: Shown): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  for (const language of LANGUAGES) {
    await catalogues.load(language);
    element.language = language;
    await element.updateComplete;
    for (const each of element.shadowRoot!.getAnimations())
      if (each.effect?.getComputedTiming().endTime !== Infinity) each.finish();
    const faults = faultsOf({ element }, language);
    if (faults.length > 0) found[language] = faults;
  }
  return found;
}

// `npm run locales` runs them too. In Chromium alone: Debian's other engines take wider fonts for some languages.
describe.each([240, 320])('at %i px', { tags: ['long'], timeout: 180_000 }, (width) => {
  test.runIf(server.browser === 'chromium').each(Object.keys(STATES))(
    'nothing is cut off, sticks out or breaks inside a word in %s, in any language',
    async (state) => {
      document.body.style.inlineSize = `${width}px`;
      const found = await inEachLanguage(await STATES[state]!());
      // The message names every language, for the table of `npm run locales`.
      expect(found, JSON.stringify(found)).toEqual({});
      document.body.style.inlineSize = '';
    },
  );
});

test('a word that is too long for the form is noticed', async () => {
  document.body.style.inlineSize = '240px';
  const { element } = await mount({}, { messages: { number: 'Donaudampfschifffahrtsgesellschaftskapitänskartennummer' } });
  expect(faultsOf({ element }, 'de')).toEqual(['breaks "Donaudampfschifffahrtsgesellschaftskapitänskartennummer"']);
  document.body.style.inlineSize = '';
});

test('no date in any language names a month “M11”, or in English', () => {
  const time = Date.UTC(2026, 10, 24, 12);
  const dates = Object.keys(LOADERS).map((language) => new Speech<never>({ language }, language).date(time));
  expect(dates.filter((date) => /M\d|Nov\s24/.test(date))).toEqual([]);
});

test.each(['be', 'hy', 'ka-GE', 'kk-KZ', 'ky', 'tg', 'tk', 'uz', 'uz-Latn-UZ'])(
  'figures in %s have a decimal comma and spaces, and are read so, where the browser lacks the language too',
  (language) => {
    const speech = new Speech<never>({ language }, language);
    expect(speech.sum(123_456_750, 'USD')).toMatch(/^1\s234\s567,50\sUSD$/);
    expect(formatPercent(1.5, language)).toMatch(/^1,5\s?%$/);
    expect(parseAmount('1 234,5', 'USD', language)).toMatchObject({ minor: 123_450 });
    expect(parseAmount('1,500', 'BHD', language)).toMatchObject({ minor: 1500 });
  },
);

test('Azerbaijani figures have a decimal comma and points', () => {
  expect(new Speech<never>({ language: 'az' }, 'az').sum(123_456_750, 'USD')).toMatch(/^1\.234\.567,50\sUSD$/);
  expect(formatPercent(1.5, 'az')).toBe('1,5%');
  expect(parseAmount('1.234,5', 'USD', 'az')).toMatchObject({ minor: 123_450 });
});

test('what the bank needs is listed without an English word, in any language', async () => {
  const required = { credit_card: ['holder', 'exp_month'], recipient_card: ['holder'] };
  const texts = await Promise.all(
    Object.keys(LOADERS).map(async (language) => {
      const words = { ...en, ...(await catalogues.load(language)) };
      return quoteText({ status: 'fields', required }, new Speech(words, language));
    }),
  );
  expect(texts.filter((text) => !text || / and /.test(text))).toEqual([]);
});
