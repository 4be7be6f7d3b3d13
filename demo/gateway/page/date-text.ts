/** A moment (milliseconds since the epoch) in words, in UTC; in English for a language without texts. */
export const dateText = (time: number, language: string): string =>
  `${new Intl.DateTimeFormat(language === 'ru' ? 'ru' : 'en', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(time)} UTC`;
