// `{name}`, or a place with plural forms for a number: `{name, plural, one {# day} other {# days}}`.
const PLACE = /\{(\w+)(?:, plural,((?:\s*\w+\s*\{[^{}]*\})+)\s*)?\}/g;
const FORM = /(\w+)\s*\{([^{}]*)\}/g;

/**
 * Fills the places of a sentence. A place without a value stays visible, so that it is noticed. Each is filled once: many copies of a
 * card's digits would show in the height of isolated fields, which the page knows.
 *
 * A number is written as the language writes it. Where a sentence depends on it, the place has a form for each plural
 * category of the language, with the number at `#`: the plural argument of ICU MessageFormat, without `offset` and
 * without `=1`.
 *
 * @param language BCP 47 tag of the sentence; needed only for numbers.
 * @throws {RangeError} on a number in a language that is no tag.
 */
export function fill(sentence: string, values: Readonly<Record<string, string | number>>, language = 'en'): string {
  const filled = new Set<string>();
  return sentence.replaceAll(PLACE, (place: string, name: string, plural: string | undefined) => {
    if (filled.has(name) && !plural) return '';
    filled.add(name);
    const value = Object.hasOwn(values, name) ? values[name]! : place;
    if (typeof value === 'string') return value;
    const figure = value.toLocaleString(language);
    if (!plural) return figure;
    const forms = new Map([...plural.matchAll(FORM)].map(([, category, form]) => [category, form]));
    return (forms.get(new Intl.PluralRules(language).select(value)) ?? forms.get('other') ?? '#').replaceAll('#', figure);
  });
}
