import { canonicalTag } from './language-tag.js';

/** The languages of one file under several names. */
const SAME: Readonly<Record<string, string>> = { nb: 'no', nn: 'no' };

/**
 * The name of the catalogue that a payer of a language reads: that of its script (`zh-Hant` for `zh-TW`), of its region (`pt-BR`), or
 * of the language alone. `pt` without a region is what its file says, that of Portugal. Undefined: there is none.
 *
 * @param names The names that there are.
 */
export function nameOfCatalogue(tag: string, names: readonly string[]): string | undefined {
  const canonical = canonicalTag(tag);
  // The first question to `Intl.Locale` takes milliseconds, and a form waits for them: it is asked only where it is needed.
  if (canonical === undefined || names.includes(canonical)) return canonical;
  const { language, script, region } = new Intl.Locale(canonical).maximize();
  const base = SAME[language] ?? language;
  return [`${base}-${script}`, `${base}-${region}`, base].find((name) => names.includes(name));
}
