import process from 'node:process';
import fc from 'fast-check';
import type { Locator } from 'playwright';
import { describe, expect, inject, test } from 'vitest';
import { textsIn } from '../../../demo/gateway/page/texts.js';
import { gatewayLanguage } from '../../../src/locales/gateway-language.js';
import { fill } from '../../../src/locales/fill.js';
import { formatAmount } from '../../../src/money/amount.js';
import { CATALOGUES } from '../../locales/all-catalogues.js';
import { freshAmount, useJourneys } from '../rig/journey.js';
import { CODE, RECIPIENT } from '../rig/payer.js';

const journeys = useJourneys();

/** Languages of which Chromium has no figures, and others that write them alike. */
const ALIKE: Readonly<Record<string, string>> = {
  ...Object.fromEntries(['be', 'hy', 'ka', 'kk', 'ky', 'tg', 'tk', 'uz'].map((language) => [language, 'ru'])),
  az: 'id',
  mn: 'en',
};

/** A card that asks its holder at the bank's page. */
const ASKS = '4012000000001097';

const seed = Number(process.env['SEED'] ?? Date.now() % 2 ** 31);
const [picked = []] = fc.sample(
  fc.uniqueArray(fc.constantFrom(...Object.keys(CATALOGUES).filter((tag) => tag !== 'en')), { minLength: 10, maxLength: 10 }),
  { numRuns: 1, seed },
);

describe(`ten languages, picked by SEED=${seed}`, () => {
  test.each(picked)(
    'in the language %s a payer reads the fee, confirms at the bank, and learns that the money was sent',
    async (language) => {
      const { page, payer, canary } = await journeys.start(`/fixed?amount=${freshAmount()}`);
      const words = CATALOGUES[language]!;
      await page.getByLabel('Language of the form').selectOption(language);
      await payer.form.getByRole('group', { name: words['source_card']!, exact: true }).waitFor();
      const [number, expiry, code, recipient] = await payer.form.getByRole('textbox').all();
      canary.keepPan(ASKS);
      canary.keepPan(RECIPIENT);
      canary.keepCode(CODE);
      for (const [input, text] of [
        [number, ASKS],
        [expiry, '1230'],
        [code, CODE],
        [recipient, RECIPIENT],
      ] as readonly (readonly [Locator, string])[])
        await input.pressSequentially(text);

      const amount = Number(new URL(page.url()).searchParams.get('amount'));
      // Browsers and Node have different digits in some languages. Those that Chromium lacks are written as others.
      const write = (tag: string): string => new Intl.NumberFormat(tag).format(1234.5);
      const isAlike = (await page.evaluate(write, language)) === write(language);
      const figures = ALIKE[language] ?? (isAlike ? language : 'en');
      const sum = formatAmount(amount, 'USD', figures);
      const fee = formatAmount(Math.floor(amount * 0.015 + 0.5), 'USD', figures);
      await payer.form.getByText(fill(words['fee_estimate']!, { fee })).first().waitFor();
      // The button in a frame has Latin digits in any language.
      const pressed = payer.place === 'page' ? sum : formatAmount(amount, 'USD', `${figures}-u-nu-latn`);
      const send = payer.form.getByRole('button', { name: fill(words['send']!, { amount: pressed }) });
      await send.scrollIntoViewIfNeeded();
      await payer.settle();
      await send.click();

      await payer.arriveAtBank();
      const bank = textsIn(gatewayLanguage(language));
      expect(await page.locator('html').getAttribute('lang')).toBe(bank.language);
      await page.getByRole('heading', { name: bank['p2p.confirm_title'] }).waitFor();
      await page.getByRole('textbox', { name: bank.code }).fill('123456');
      await page.getByRole('button', { name: bank.confirm, exact: true }).click();

      await payer.within.getByRole('heading', { name: words['successful']! }).waitFor();
      expect(await payer.reads()).toContain(
        fill(words['successful_text']!, { amount: sum, last4: '1111' }).replaceAll('\u00a0', ' '),
      );
      expect(new URL(page.url()).origin).toBe(new URL(inject('shopUrl')).origin);
    },
  );
});

// A browser writes the figures of a language that it lacks as in its own.
test.each([
  ['de-DE', 'be', '1 234,50 USD'],
  ['tr-TR', 'ka', '1 234,50 USD'],
  ['fr-CH', 'ky', '1 234,50 USD'],
  ['es-ES', 'az', '1.234,50 USD'],
  ['de-DE', 'mn', '1,234.50 USD'],
])('in a browser in %s, sums in the language %s are written as there', async (locale, language, sum) => {
  const { page, payer } = await journeys.start('/fixed?amount=123450', { locale });
  await page.getByLabel('Language of the form').selectOption(language);
  await payer.form.getByRole('group', { name: CATALOGUES[language]!['source_card']!, exact: true }).waitFor();
  expect((await payer.form.locator('[part=amount]').innerText()).replaceAll(/\s/g, ' ')).toBe(sum);
});
