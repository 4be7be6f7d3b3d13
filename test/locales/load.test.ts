import { expect, test } from 'vitest';
import { createCatalogues } from '../../src/locales/catalogue.js';
import { en } from '../../src/locales/en.js';
import type { Messages } from '../../src/locales/messages.js';

const GERMAN: Partial<Messages> = { ...en, copied: 'Überweisen' };

/** Loaders that count their calls, and return their results in turn. */
function german(...answers: (Partial<Messages> | Error)[]) {
  const asked: string[] = [];
  const de = async (): Promise<Partial<Messages>> => {
    asked.push('de');
    const answer = answers[asked.length - 1] ?? GERMAN;
    if (answer instanceof Error) throw answer;
    return answer;
  };
  return { asked, ...createCatalogues({ de }) };
}

test('English is available at once, with the requested tag', () => {
  const { find } = german();
  // An element brings its own English.
  expect(find('en')).toEqual({ language: 'en' });
  expect(find('en-GB')?.language).toBe('en-GB');
});

test.each(['xx', 'constructor', 'ru_RU', ''])('a language without a catalogue is shown in English: %j', async (language) => {
  const { find, load, asked } = german();
  expect(find(language)).toEqual({ language: 'en' });
  expect((await load(language)).language).toBe('en');
  expect(asked).toEqual([]);
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

test('every waiting caller gets a failed load, and the next call tries again', async () => {
  const failure = new TypeError('Failed to fetch');
  const { find, load, asked } = german(failure, GERMAN);
  const both = await Promise.allSettled([load('de'), load('de')]);
  expect(both).toEqual([
    { status: 'rejected', reason: failure },
    { status: 'rejected', reason: failure },
  ]);
  expect(find('de')).toBeUndefined();
  expect((await load('de')).copied).toBe('Überweisen');
  expect(asked).toEqual(['de', 'de']);
});
