/** Sentences by key, as a catalogue holds them. */
export type Sentences = Readonly<Record<string, string>>;

/** A place of a sentence: its name, and the forms it has for numbers, by plural category. */
interface Place {
  readonly name: string;
  readonly forms: ReadonlyMap<string, string> | undefined;
}

/**
 * The places of a sentence, read character by character: not with the product's own pattern, which would be as blind to
 * a fault as the product is.
 *
 * @throws {SyntaxError} on braces that don't pair, and on what is no place.
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

/** The words of the gateway, in a script of their own, need isolates within a sentence that runs right to left. */
const BARE_WORDS = /(?<!\u2068)\{message\}|\{message\}(?!\u2069)/;

/** Everything that is wrong with a catalogue, against the English one; empty when it can be shipped. */
export function judgeCatalogue(catalogue: Sentences, language: string, english: Sentences): string[] {
  const found: string[] = [];
  for (const key of Object.keys(english)) if (!Object.hasOwn(catalogue, key)) found.push(`${key} is missing`);
  const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
  const expected = [...pluralCategories].sort().join(' ');
  for (const [key, sentence] of Object.entries(catalogue)) {
    if (!Object.hasOwn(english, key)) {
      found.push(`${key} is not in English`);
      continue;
    }
    if (sentence.trim() === '') found.push(`${key} is empty`);
    try {
      const places = placesOf(sentence);
      const [got, wanted] = [namesOf(places), namesOf(placesOf(english[key]!))];
      if (got !== wanted) found.push(`${key} has the places "${got}", not "${wanted}"`);
      for (const { name, forms } of places) {
        if (!forms) continue;
        const categories = [...forms.keys()].sort().join(' ');
        if (categories !== expected) found.push(`${key} has the forms "${categories}" of ${name}, not "${expected}"`);
        // One and two may be words; of these two categories every number must be told.
        for (const category of ['few', 'many', 'other']) {
          if (forms.get(category)?.includes('#') === false) found.push(`${key} does not tell ${name} in its form ${category}`);
        }
      }
    } catch (error) {
      found.push(`${key}: ${(error as Error).message}`);
    }
    if (/^(ar|fa|he|ur)$/.test(language) && BARE_WORDS.test(sentence)) found.push(`${key} has no isolates around {message}`);
  }
  return found;
}
