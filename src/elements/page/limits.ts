import { judgeUrl } from '../../url/safe-url.js';

/** The limits for every element of a page, as `configure()` takes them. */
export interface CheckoutConfiguration {
  /** Origins of the gateway: of `checkout-url`, `confirm-url`, `pay-url` and `base-url`. */
  readonly checkoutOrigins?: readonly string[];
  /** Keys that `public-key` may be: in bare base64, or their RFC 7638 thumbprints. */
  readonly publicKeys?: readonly string[];
  /** Addresses that `fields-url` may have. An element that takes a card shows no input without one of them. */
  readonly fieldsUrls?: readonly string[];
}

/** The validated limits; undefined: there is no limit of that kind. */
export type Limits = Readonly<Record<keyof CheckoutConfiguration, readonly string[] | undefined>>;

/** A value that is not allowed, and what was expected instead. */
export interface Problem {
  readonly expected: string;
  readonly got: string;
}

/** A public key's text without the white space that copying leaves in it. */
export const bareKey = (text: string): string => text.replaceAll(/\s/g, '');

interface Kind {
  /** Its name on the script's tag, after `data-`. */
  readonly attribute: string;
  readonly expected: string;
  /** Normalizes an entry for comparison; undefined: it is invalid. */
  readonly read: (text: string) => string | undefined;
}

/** Each limit, with what an entry of its list has to be. */
export const KINDS: Readonly<Record<keyof Limits, Kind>> = {
  checkoutOrigins: {
    attribute: 'checkout-origins',
    expected: 'origins such as https://checkout.example',
    read: (text) => {
      const verdict = judgeUrl(text);
      // An origin and nothing else: a path would seem to matter.
      return 'url' in verdict && verdict.url.href === `${verdict.url.origin}/` ? verdict.url.origin : undefined;
    },
  },
  publicKeys: {
    attribute: 'public-keys',
    expected: 'public keys in bare base64 (MIIBIjANBg…), or their RFC 7638 thumbprints',
    read: (text) => {
      const key = bareKey(text);
      return /^(MII[A-Za-z0-9+/]{200,}={0,2}|[\w-]{43})$/.test(key) ? key : undefined;
    },
  },
  fieldsUrls: {
    attribute: 'fields-urls',
    expected: 'addresses of isolated fields such as https://checkout.example/fields.html',
    read: (text) => {
      const verdict = judgeUrl(text);
      return 'url' in verdict ? verdict.url.href : undefined;
    },
  },
};

const nameOf = (value: unknown): string =>
  typeof value === 'string'
    ? JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…` : value)
    : value === null
      ? 'null'
      : typeof value;

/** Whether a list has a problem. */
export const isProblem = (read: readonly string[] | Problem): read is Problem => !Array.isArray(read);

/** Validates and copies a list: the page may change its own array later. */
export function readList(kind: keyof Limits, given: unknown): readonly string[] | Problem {
  const { expected, read } = KINDS[kind];
  if (!Array.isArray(given)) return { expected: `a list of ${expected}`, got: nameOf(given) };
  if (given.length === 0) return { expected: `a list of ${expected}`, got: 'an empty one' };
  const list: string[] = [];
  for (let index = 0; index < given.length; index += 1) {
    // A polluted prototype must not fill in what a list leaves out.
    const entry: unknown = Object.hasOwn(given, index) ? given[index] : undefined;
    const text = typeof entry === 'string' ? read(entry) : undefined;
    if (text === undefined) return { expected, got: nameOf(entry) };
    if (!list.includes(text)) list.push(text);
  }
  return list.sort();
}

/** The limits by kind. */
export const limitsOf = (listOf: (kind: keyof Limits) => readonly string[] | undefined): Limits => ({
  checkoutOrigins: listOf('checkoutOrigins'),
  publicKeys: listOf('publicKeys'),
  fieldsUrls: listOf('fieldsUrls'),
});

/**
 * Validates the argument of `configure()`.
 *
 * @throws TypeError that names what was expected.
 */
export function readLimits(given: unknown): Limits {
  const limitNames = Object.keys(KINDS) as (keyof Limits)[];
  const errorFor = (what: string, { expected, got }: Problem): TypeError =>
    new TypeError(`${what}: expected ${expected}; got ${got}.`);
  const names = typeof given === 'object' && given !== null ? Object.keys(given) : [];
  const unknownName = names.find((name) => !limitNames.some((each) => each === name));
  if (names.length === 0 || unknownName !== undefined) {
    // A misspelled limit would limit nothing.
    const got =
      unknownName === undefined
        ? typeof given === 'object' && given !== null
          ? 'none of them'
          : nameOf(given)
        : JSON.stringify(unknownName);
    throw errorFor('configure', { expected: `an object with one or more of ${limitNames.join(', ')}`, got });
  }
  return limitsOf((kind) => {
    if (!names.includes(kind)) return undefined;
    const list = readList(kind, Reflect.get(given as object, kind));
    if (isProblem(list)) throw errorFor(`configure: ${kind}`, list);
    return list;
  });
}
