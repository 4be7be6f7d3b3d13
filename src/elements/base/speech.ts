import { fill, type MessageKey, type PaymentMessageKey, type Words } from '../../locales/catalogue.js';
import { languageTag } from '../../locales/language-tag.js';
import { formatAmount } from '../../money/amount.js';
import { exponentOf } from '../../money/currency.js';

/** A text inside of which no line ends. */
export const unbroken = (text: string): string => text.replaceAll(' ', '\u00a0');

const TIME = /^(hour|minute|dayPeriod|timeZoneName)$/;

/** The words, sums and dates of one language. */
export class Speech<Key extends MessageKey = PaymentMessageKey> {
  readonly words: Words<Key>;
  /**
   * The language of figures and dates. It may name a region, and may differ from that of the words while these are still
   * loading. English if the page has set an invalid tag.
   */
  readonly language: string;
  /** The same few sums are written at each key. */
  readonly #sums = new Map<string, string>();

  constructor(words: Words<NoInfer<Key>>, language: string) {
    this.words = words;
    this.language = languageTag(language);
  }

  /** The same language with other words. */
  with<Other extends MessageKey>(words: Words<Other>): Speech<Other> {
    return new Speech<Other>(words, this.language);
  }

  /** Fills a sentence's placeholders; a number selects the plural form. */
  fill(sentence: string, values: Readonly<Record<string, string | number>>): string {
    return fill(sentence, values, languageTag(this.words.language));
  }

  /**
   * An amount in minor units, with its currency. If the currency is unknown (in an old record), the minor units and the code as
   * they are; empty if the amount is unknown.
   */
  sum(minor: number | undefined, currency: string | undefined): string {
    if (minor === undefined || currency === undefined) return '';
    const figure = `${minor} ${currency}`;
    let sum = this.#sums.get(figure);
    if (sum === undefined) {
      sum = unbroken(exponentOf(currency) === undefined ? figure : formatAmount(minor, currency, this.language));
      this.#sums.set(figure, sum);
    }
    return sum;
  }

  /**
   * A time in milliseconds, with its date and zone, as the language writes them: "Nov 23, 2026, 8:48 PM GMT+3". A line ends between date
   * and time only.
   */
  date(time: number): string {
    const { language } = this;
    const write = (locale: string, month: 'short' | '2-digit'): string => {
      const parts = new Intl.DateTimeFormat(locale, {
        year: 'numeric',
        month,
        day: 'numeric',
        hour: 'numeric',
        minute: '2-digit',
        timeZoneName: 'short',
      }).formatToParts(time);
      const isOfTime = (at: number): boolean => TIME.test(parts[at]?.type ?? '');
      return parts.map(({ value }, at) => (isOfTime(at - 1) === isOfTime(at + 1) ? unbroken(value) : value)).join('');
    };
    const text = Intl.DateTimeFormat.supportedLocalesOf(language).length > 0 ? write(language, 'short') : '';
    // Browsers lack the dates of some languages: Chromium writes "M11" in Kazakh, and Belarusian dates in the browser's own language. A
    // Swedish date is figures alone, and ISO 8601: "2026-11-24 15:00 GMT+3".
    return text && !/\bM\d/.test(text) ? text : write('sv', '2-digit');
  }
}
