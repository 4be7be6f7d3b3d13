import { textsIn } from './texts.js';

/**
 * A moment (milliseconds since the epoch) as the elements write it, in UTC, because a server doesn't know the payer's zone; in English for
 * a language without texts.
 */
export const dateText = (time: number, language: string): string =>
  new Intl.DateTimeFormat(textsIn(language).language, {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone: 'UTC',
    timeZoneName: 'short',
  }).format(time);
