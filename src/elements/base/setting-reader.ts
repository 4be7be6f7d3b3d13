import { judgeUrl } from '../../url/safe-url.js';
import { type SettingConflictError, SettingError } from '../errors.js';
import { beyondLimits } from '../page/beyond-limits.js';
import { attributeOf } from './attribute-name.js';
import { canonicalTag, isAuto } from '../../locales/language-tag.js';

/** The value of an attribute, or of its property. */
export type Given = string | number | null | undefined;

/** Values that people write to turn an attribute off. */
const OFF = /^(false|no|off|0)$/i;

/** How many characters a text or an address may have: a request with more would fail at the gateway, after the payer has typed their cards. */
const LONGEST = 10_000;

/** A property's value, perhaps a number, as an attribute would have it. */
const asText = (value: Given): string | null => (value === null || value === undefined ? null : String(value));

/** A value as error texts quote it. */
export const quoted = (text: string): string => (text.length > 60 ? `"${text.slice(0, 60)}…"` : `"${text}"`);

/** Reads the markup's attributes, if there is an element. */
export interface Markup {
  getAttribute?(name: string): string | null;
}

/** Reads the attributes of an element by the names of their properties, and collects all errors in them. */
export class SettingReader {
  errors: (SettingError | SettingConflictError)[] = [];
  /** Errors that don't keep the element from working. */
  readonly warnings: SettingError[] = [];
  readonly #host: Markup & Readonly<Record<string, unknown>>;

  /** @param host What has the attributes: an element, or an object like it. */
  constructor(host: Markup) {
    this.#host = host as Markup & Readonly<Record<string, unknown>>;
  }

  /** Adds an error. A script may have replaced `push`, and what an assignment to an entry does. */
  report(error: SettingError | SettingConflictError): undefined {
    this.errors = [...this.errors, error];
  }

  text(name: string): string | null {
    return asText(this.#host[name] as Given);
  }

  refuse(name: string, expected: string, got: string, cure: string): undefined {
    return this.report(new SettingError(attributeOf(name), expected, got, cure));
  }

  /** The error for a required attribute that is missing. */
  missingError(name: string, expected: string, cure: string): SettingError {
    const attribute = attributeOf(name);
    // The property's name in lower case, as React's server rendering writes it.
    const joined = attribute.replaceAll('-', '');
    const isJoined = joined !== attribute && (this.#host.getAttribute?.(joined) ?? null) !== null;
    const none = isJoined ? `an attribute ${joined}, without the hyphen` : 'no such attribute';
    return new SettingError(attribute, expected, this.text(name) === null ? none : 'an empty one', cure);
  }

  required(name: string, expected: string, cure: string): string {
    const text = this.text(name)?.trim();
    if (text) return this.#isTooLong(name, text) ? '' : text;
    this.report(this.missingError(name, expected, cure));
    return '';
  }

  #isTooLong(name: string, { length }: string): boolean {
    if (length > LONGEST) this.refuse(name, `at most ${LONGEST} characters`, `${length}`, 'Shorten it.');
    return length > LONGEST;
  }

  /** One of a set of words, in any case as in HTML; the first is the default. */
  word<Word extends string>(name: string, words: readonly [Word, ...Word[]]): Word {
    const given = this.text(name) || words[0];
    const match = words.find((word) => word === given.toLowerCase());
    if (!match) this.refuse(name, words.join(', '), quoted(given), 'Set one of them, or leave the attribute out.');
    return match ?? words[0];
  }

  /** Several words, separated by spaces; undefined without the attribute. */
  words(name: string, between = /\s+/): string[] | undefined {
    return this.text(name)?.split(between).filter(Boolean);
  }

  address(name: string, text = this.text(name)): URL | undefined {
    if (!text || this.#isTooLong(name, text)) return undefined;
    const verdict = judgeUrl(text);
    if ('url' in verdict) return verdict.url;
    return this.refuse(name, 'an https address', `${quoted(text)}, but ${verdict.problem}`, 'Correct the address.');
  }

  /** An address of the gateway; `configure()` may limit its origins. */
  gateway(name: string, text = this.text(name)): URL | undefined {
    const url = this.address(name, text);
    const error = url && beyondLimits('checkoutOrigins', attributeOf(name), url.origin);
    // A script that has changed arrays can lose the error, but not get the address.
    return error ? this.report(error) : url;
  }

  /** Refuses an address with a query or fragment: paths could not be added to it. */
  requireNoQuery(name: string, address: URL | undefined): void {
    if (!address || !(address.search || address.hash)) return;
    this.refuse(name, 'an address without ? and #', quoted(this.text(name) ?? ''), 'Cut it off before them.');
  }

  /** A sum in minor units; undefined if the attribute is absent or wrong. */
  sum(name: string): number | undefined {
    const text = this.text(name);
    if (text === null) return undefined;
    if (/^[1-9]\d*$/.test(text) && Number.isSafeInteger(Number(text))) return Number(text);
    return this.refuse(
      name,
      'a whole number of minor units above zero',
      quoted(text),
      'Write 100.00 USD as 10000: Math.round(100.00 * 100).',
    );
  }

  origins(name: string): string[] | undefined {
    // Commas between them can't mean anything else.
    return this.words(name, /[\s,]+/)?.flatMap((each) => {
      const { origin, pathname, search, hash } = this.address(name, each) ?? {};
      if (origin === undefined || pathname + search! + hash === '/') return origin ?? [];
      return this.refuse(name, 'origins, without a path', quoted(each), `Write ${origin}.`) ?? [];
    });
  }

  /**
   * Refuses a value such as "false" for an attribute whose presence turns it on.
   *
   * @param other The only value that it may have, if any.
   */
  flag(name: string, other?: string): void {
    const text = this.#host.getAttribute?.(attributeOf(name));
    if (!text || text === other || !(OFF.test(text) || other)) return;
    this.refuse(
      name,
      other ? `the attribute, alone or with "${other}", or none` : 'the attribute, or none',
      other ? quoted(text) : `${quoted(text)}, which turns it on`,
      OFF.test(text) ? 'Leave the attribute out to turn it off.' : 'Write it without a value to turn it on.',
    );
  }

  /** Refuses `test` on an element that does not have it: it would not keep money from moving (spec 2.7, 2.8). */
  refuseTest(thing: 'product' | 'plan'): void {
    if (typeof this.#host.getAttribute?.('test') !== 'string') return;
    this.refuse(
      'test',
      'no such attribute here',
      'one',
      `The ${thing}’s own test decides: create it with test: true, and leave the attribute out.`,
    );
  }

  language(name: string): void {
    const tag = this.text(name) ?? '';
    if (!isAuto(tag) && canonicalTag(tag) === undefined)
      this.refuse(name, 'auto, or a language tag such as en or en-GB', quoted(tag), 'Write a tag with a hyphen.');
  }
}
