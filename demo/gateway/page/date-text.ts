/** A moment (milliseconds since the epoch) in words, in UTC; in English for a language without texts. */
export const dateText = (time: number, language: string): string =>
  `${new Intl.DateTimeFormat(['ru', 'ar'].includes(language) ? language : 'en', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(time)} UTC`;
