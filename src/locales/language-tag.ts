/** A language tag in its canonical form; undefined for any other text, at which every function of `Intl` throws. */
export function canonicalTag(text: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(text)[0];
  } catch {
    return undefined;
  }
}

/** Whether a tag is English, of whatever region. */
export const isEnglish = (tag: string): boolean => /^en(-|$)/i.test(tag);

/** Whether a language is left to the page and the browser. The word is no tag. */
export const isAuto = (text: string): boolean => text.toLowerCase() === 'auto';

/** The tag for `Intl`, where the page may have set any text: English in place of one that is no tag. */
export const languageTag = (text: string): string => canonicalTag(text) ?? 'en';
