import { describe, expect, test } from 'vitest';
import '../../src/define.js';
import { catalogues } from '../../src/locales/catalogues.js';
import { Speech } from '../../src/elements/base/speech.js';
import type { Words } from '../../src/locales/messages.js';
import { LOADERS } from '../../src/locales/loaders.js';
import { gateway } from '../elements/gateway.js';
import { offer } from '../elements/buyer.js';
import { mount } from '../elements/payer.js';
import type { P2pTransferElement, ProductPayElement, SavedCard } from '../../src/index.js';

type Shown = { readonly element: P2pTransferElement | ProductPayElement };

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
    const words = WITHOUT_SPACES.test(language) ? [] : text.matchAll(/[\p{L}\p{M}’'’ʼʻ]+/gu);
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
    const faults = faultsOf({ element }, language);
    if (faults.length > 0) found[language] = faults;
  }
  return found;
}

const VISA: SavedCard = { token: 'visa-token', brand: 'visa', last_4: '0000', exp_month: '12', exp_year: '2030' };
const MASTER: SavedCard = { token: 'master-token', brand: 'master', last_4: '5029', exp_month: 4, exp_year: 2031 };
const OLD: SavedCard = { token: 'old-token', brand: 'mir', last_4: '0017', exp_month: '01', exp_year: '2020' };

/** What a payer meets: each leaves the element in one state. */
const STATES: Readonly<Record<string, () => Promise<Shown>>> = {
  'the empty form': () => mount({ amount: null, 'min-amount': '1000' }),
  'the empty form after a press': async () => {
    const payer = await mount();
    await payer.element.submit();
    await payer.sees(payer.text('Enter the card number.'));
    return payer;
  },
  'a list whose saved cards are refused': async () => {
    const saved = { savedCards: [OLD, VISA], savedRecipients: [MASTER], sourceCard: VISA, recipientCard: MASTER };
    const payer = await mount({}, { ...saved, removableCards: true });
    await payer.sees(payer.text('This saved card can’t be used any more.'));
    return payer;
  },
  'the form with its fee': async () => {
    const payer = await mount();
    await payer.fillsCards();
    await payer.readsFee();
    return payer;
  },
  'the end of a transfer': async () => {
    const payer = await mount();
    await payer.pays();
    await payer.learns('successful');
    return payer;
  },
  'a decline': async () => {
    const payer = await mount();
    await payer.pays({ number: '4005550000000019' });
    await payer.learns('failed');
    return payer;
  },
  'an unknown outcome': async () => {
    const payer = await mount();
    gateway.replies.transfer = ['silence'];
    await payer.pays();
    payer.element.cancel();
    await payer.learns('unknown');
    return payer;
  },
  'a product’s form after a press': async () => {
    const buyer = await offer('parcel');
    await buyer.sees(buyer.payButton);
    await buyer.payButton.click();
    await buyer.sees(buyer.text('Enter the card number.'));
    return buyer;
  },
  'a subscription’s form': async () => {
    const buyer = await offer('tried');
    await buyer.sees(buyer.button(/^Subscribe/));
    return buyer;
  },
};

// `npm run locales` runs them too.
describe.each([240, 320])('at %i px', { tags: ['long'], timeout: 60_000 }, (width) => {
  test.each(Object.keys(STATES))(
    'nothing is cut off, sticks out or breaks inside a word in %s, in any language',
    async (state) => {
      document.body.style.inlineSize = `${width}px`;
      expect(await inEachLanguage(await STATES[state]!())).toEqual({});
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

test('no date in any language has a month without a name', () => {
  const time = Date.UTC(2026, 10, 24, 12);
  const dates = LANGUAGES.map((language) => new Speech({ language } as Words, language).date(time));
  expect(dates.filter((date) => /M\d/.test(date))).toEqual([]);
});
