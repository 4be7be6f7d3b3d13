import { expect, test } from 'vitest';
import { createCatalogues } from '../../src/locales/catalogue.js';
import { enForm } from '../../src/locales/en-form.js';
import { en } from '../../src/locales/en.js';
import { wholeCatalogue } from '../../src/locales/whole-catalogue.js';
import type { Messages } from '../../src/locales/messages.js';

const GERMAN: Messages = { ...en, transfer_bare: 'Überweisen' };

/** Loaders that count their calls, and return their results in turn. */
function german(...answers: (Messages | Error)[]) {
  const asked: string[] = [];
  const de = async (): Promise<Messages> => {
    asked.push('de');
    const answer = answers[asked.length - 1] ?? GERMAN;
    if (answer instanceof Error) throw answer;
    return answer;
  };
  return { asked, ...createCatalogues({ de }) };
}

test('English is available at once, with the requested tag', () => {
  const { find } = german();
  expect(find('en')).toEqual({ ...enForm, language: 'en' });
  expect(find('en-GB')?.language).toBe('en-GB');
});

test.each(['xx', 'constructor', 'ru_RU', ''])('a language without a catalogue is shown in English: %j', async (language) => {
  const { find, load, asked } = german();
  expect(find(language)).toEqual({ ...enForm, language: 'en' });
  expect((await load(language)).language).toBe('en');
  expect(asked).toEqual([]);
});

test('the later part adds the English sentences that a catalogue lacks, and changes none', () => {
  const { find } = german();
  expect(wholeCatalogue(find('en')!)).toEqual({ ...en, language: 'en' });
  const { to_form: _, ...older } = { ...GERMAN, fee: 'Gebühr', language: 'de' };
  expect(wholeCatalogue(older)).toEqual({ ...GERMAN, fee: 'Gebühr', to_form: 'Go to the payment form', language: 'de' });
});

test('a loaded language is available, with its regions', async () => {
  const { find, load } = german();
  expect(find('de')).toBeUndefined();
  expect(await load('de-AT')).toEqual({ ...GERMAN, language: 'de-AT' });
  expect(find('de')).toEqual({ ...GERMAN, language: 'de' });
  expect(find('DE-ch')).toEqual({ ...GERMAN, language: 'DE-ch' });
});

test('a language is loaded once, however many elements request it, at the same time or later', async () => {
  const { load, asked } = german();
  await Promise.all([load('de'), load('de-CH'), load('DE')]);
  await load('de');
  expect(asked).toEqual(['de']);
});

test('a sentence that is missing in a language file stays in English', async () => {
  const { transfer_bare: _, ...older } = GERMAN;
  const { load } = german(older as Messages);
  expect((await load('de')).transfer_bare).toBe('Transfer');
});

test('every waiting caller gets a failed load, and the next call tries again', async () => {
  const failure = new TypeError('Failed to fetch');
  const { find, load, asked } = german(failure, GERMAN);
  const both = await Promise.allSettled([load('de'), load('de')]);
  expect(both).toEqual([
    { status: 'rejected', reason: failure },
    { status: 'rejected', reason: failure },
  ]);
  expect(find('de')).toBeUndefined();
  expect((await load('de')).transfer_bare).toBe('Überweisen');
  expect(asked).toEqual(['de', 'de']);
});
