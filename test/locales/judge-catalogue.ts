/** A catalogue's sentences by key. */
export type Sentences = Readonly<Record<string, string>>;

/** A placeholder: its name, and its forms for numbers by plural category. */
interface Place {
  readonly name: string;
  readonly forms: ReadonlyMap<string, string> | undefined;
}

/**
 * The placeholders of a sentence, read character by character. The product's own pattern is not used: it would overlook
 * the same faults as the product.
 *
 * @throws {SyntaxError} on unbalanced braces and invalid placeholders.
 */
function placesOf(sentence: string): Place[] {
  const places: Place[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < sentence.length; at += 1) {
    if (sentence[at] === '{' && depth++ === 0) start = at + 1;
    if (sentence[at] === '}' && --depth === 0) places.push(readPlace(sentence.slice(start, at)));
    if (depth < 0) throw new SyntaxError('a brace closes that never opened');
  }
  if (depth > 0) throw new SyntaxError('a brace is not closed');
  return places;
}

function readPlace(text: string): Place {
  const [name = '', kind, ...rest] = text.split(',').map((part) => part.trim());
  if (!/^\w+$/.test(name)) throw new SyntaxError(`{${text}} has no name`);
  if (kind === undefined) return { name, forms: undefined };
  if (kind !== 'plural') throw new SyntaxError(`{${name}} is a ${kind}, and only plurals are known`);
  const forms = new Map<string, string>();
  for (const piece of rest.join(', ').split('}').slice(0, -1)) {
    const [category = '', form = ''] = piece.split('{');
    forms.set(category.trim(), form);
  }
  return { name, forms };
}

const namesOf = (places: readonly Place[]): string => [...new Set(places.map(({ name }) => name))].sort().join(' ');

/** The gateway's text has its own direction and needs isolates within a right-to-left sentence. */
const BARE_WORDS = /(?<!\u2068)\{message\}|\{message\}(?!\u2069)/;

/** What no sentence may contain, in any language. */
const TYPOS: readonly (readonly [fault: string, pattern: RegExp])[] = [
  ['begins or ends with white space', /^\s|\s$/],
  ['has two spaces in a row', /\s{2}/],
  ['has a straight apostrophe or quotation mark', /['"]/],
  ['has three dots for an ellipsis', /\.\.\./],
];

/** How many characters a sentence has with nothing filled in, with the longest of its plural forms. */
function lengthOf(sentence: string): number {
  const plural = /\{\w+, plural,((?:\s*\w+\s*\{[^{}]*\})+)\s*\}/g;
  const longest = (_: string, forms: string): string =>
    [...forms.matchAll(/\{([^{}]*)\}/g)]
      .map(([, form = '']) => form)
      .reduce((one, other) => (other.length > one.length ? other : one));
  // Direction marks take no room.
  return sentence.replaceAll(plural, longest).replaceAll(/\{\w+\}|[\u200e\u2066-\u2069]/g, '').length;
}

/**
 * How many characters a translation may take. Translators expect 200 to 300 % for a word, 150 % for a short sentence
 * and 130 % for a long one. The views have room for that, and a longer translation says more than the English text.
 */
const roomFor = (original: string): number => Math.floor(1.5 * lengthOf(original)) + 12;

/** Every fault of a catalogue, compared with the English one; empty when it can be shipped. */
export function judgeCatalogue(catalogue: Sentences, language: string, english: Sentences): string[] {
  const found: string[] = [];
  for (const key of Object.keys(english)) if (!Object.hasOwn(catalogue, key)) found.push(`${key} is missing`);
  // Counts are whole: some languages have a category for fractions alone.
  const plural = new Intl.PluralRules(language);
  const whole = [...Array.from({ length: 200 }, (_, number) => number), 1_000_000];
  const expected = [...new Set([...whole.map((number) => plural.select(number)), 'other'])].sort().join(' ');
  for (const [key, sentence] of Object.entries(catalogue)) {
    if (!Object.hasOwn(english, key)) {
      found.push(`${key} is not in English`);
      continue;
    }
    if (sentence.trim() === '') found.push(`${key} is empty`);
    for (const [fault, pattern] of TYPOS) if (pattern.test(sentence)) found.push(`${key} ${fault}`);
    try {
      const places = placesOf(sentence);
      const [got, wanted] = [namesOf(places), namesOf(placesOf(english[key]!))];
      if (got !== wanted) found.push(`${key} has the places "${got}", not "${wanted}"`);
      for (const { name, forms } of places) {
        if (!forms) continue;
        const categories = [...forms.keys()].sort().join(' ');
        if (categories !== expected) found.push(`${key} has the forms "${categories}" of ${name}, not "${expected}"`);
        // One and two may be words; the forms of these two categories must contain the number.
        for (const category of ['few', 'many', 'other']) {
          if (forms.get(category)?.includes('#') === false) found.push(`${key} has no number of ${name} in its form ${category}`);
        }
      }
      const [length, room] = [lengthOf(sentence), roomFor(english[key]!)];
      if (length > room) found.push(`${key} has ${length} characters, more than ${room}`);
    } catch (error) {
      found.push(`${key}: ${(error as Error).message}`);
    }
    if (/^(ar|fa|he|ur)$/.test(language) && BARE_WORDS.test(sentence)) found.push(`${key} has no isolates around {message}`);
  }
  return found;
}
