/** A language tag in its canonical form; undefined for any other text, at which every function of `Intl` throws. */
export function canonicalTag(text: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(text)[0];
  } catch {
    return undefined;
  }
}

/** The tag for `Intl`, where the page may have set any text: English in place of one that is no tag. */
export const languageTag = (text: string): string => canonicalTag(text) ?? 'en';
