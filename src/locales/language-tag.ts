/** A language tag in its canonical form; undefined for a text that is none. Every function of `Intl` throws at such a text. */
export function canonicalTag(text: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(text)[0];
  } catch {
    return undefined;
  }
}

/** The tag for `Intl`, where the page may have set any text: English in place of one that is no tag. */
export const languageTag = (text: string): string => canonicalTag(text) ?? 'en';
