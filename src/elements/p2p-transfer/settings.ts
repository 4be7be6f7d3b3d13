import { exponentOf } from '../../money/currency.js';
import { judgeUrl } from '../../url/safe-url.js';
import type { RequiredFields } from '../../wire/check.js';
import type { ChallengeMode } from '../challenge.js';
import { SettingError } from '../errors.js';

const CHALLENGES: readonly string[] = ['redirect', 'popup', 'dialog'] satisfies ChallengeMode[];

const COLLECTIBLE: Readonly<Record<string, readonly [section: string, fields: readonly string[]]>> = {
  holder: ['credit_card', ['holder']],
  'recipient-holder': ['recipient_card', ['holder']],
  'recipient-expiry': ['recipient_card', ['exp_month', 'exp_year']],
};

type Given = string | number | null | undefined;

/** The attributes of a transfer as they stand in the page, by the names of their properties. */
export interface TransferAttributes {
  readonly checkoutUrl: Given;
  readonly publicKey: Given;
  readonly currency: Given;
  readonly description: Given;
  readonly amount: Given;
  readonly minAmount: Given;
  readonly maxAmount: Given;
  readonly trackingId: Given;
  readonly returnUrl: Given;
  readonly returnOrigins: Given;
  readonly redirectOrigins: Given;
  readonly notificationUrl: Given;
  readonly expiredAt: Given;
  readonly p2pType: Given;
  readonly language: string;
  readonly challenge: Given;
  readonly collect: Given;
}

/** The attributes, read. Sums are in minor units. */
export interface CheckedAttributes {
  readonly checkoutUrl: string;
  readonly publicKey: string;
  readonly currency: string;
  readonly description: string;
  readonly amount: number | undefined;
  readonly least: number | undefined;
  readonly most: number | undefined;
  readonly trackingId: string | undefined;
  /** Undefined: the page's own address at the time of the transfer. */
  readonly returnUrl: string | undefined;
  readonly redirectOrigins: readonly string[] | undefined;
  readonly notificationUrl: string | undefined;
  readonly expiredAt: string | undefined;
  readonly p2pType: string | undefined;
  readonly challenge: ChallengeMode;
  /** Fields to open from the beginning, by section. */
  readonly collect: RequiredFields;
}

/** What was set as a property, a number perhaps, is read as if it stood in the markup. */
const asTexts = (element: TransferAttributes): Readonly<Record<Exclude<keyof TransferAttributes, 'language'>, string | null>> => {
  const text = (value: Given): string | null => (value === null || value === undefined ? null : String(value));
  return {
    checkoutUrl: text(element.checkoutUrl),
    publicKey: text(element.publicKey),
    currency: text(element.currency),
    description: text(element.description),
    amount: text(element.amount),
    minAmount: text(element.minAmount),
    maxAmount: text(element.maxAmount),
    trackingId: text(element.trackingId),
    returnUrl: text(element.returnUrl),
    returnOrigins: text(element.returnOrigins),
    redirectOrigins: text(element.redirectOrigins),
    notificationUrl: text(element.notificationUrl),
    expiredAt: text(element.expiredAt),
    p2pType: text(element.p2pType),
    challenge: text(element.challenge),
    collect: text(element.collect),
  };
};

const quoted = (text: string): string => (text.length > 60 ? `"${text.slice(0, 60)}…"` : `"${text}"`);

/**
 * Reads the attributes of a transfer.
 *
 * @param origin The page's own origin, which `return-url` has to be of.
 * @param test The attribute as it stands in the markup, where it is.
 * @returns the settings, or everything that is wrong with them at once.
 */
export function readAttributes(
  element: TransferAttributes,
  origin: string,
  test: string | null = null,
): { readonly settings: CheckedAttributes } | { readonly errors: readonly SettingError[] } {
  const given = asTexts(element);
  const errors: SettingError[] = [];
  const refuse = (name: string, expected: string, got: string, cure: string): undefined => {
    errors.push(new SettingError(name, expected, got, cure));
  };

  const required = (name: string, text: string | null, expected: string, cure: string): string =>
    text?.trim() ? text.trim() : (refuse(name, expected, text === null ? 'no such attribute' : 'an empty one', cure), '');

  const sum = (name: string, text: string | null): number | undefined => {
    if (text === null) return undefined;
    const value = /^[1-9]\d*$/.test(text) ? Number(text) : Number.NaN;
    if (Number.isSafeInteger(value)) return value;
    return refuse(name, 'a whole number of minor units above zero', quoted(text), 'Write 100.00 USD as 10000.');
  };

  const address = (name: string, text: string | null): URL | undefined => {
    if (!text) return undefined;
    const verdict = judgeUrl(text);
    if ('url' in verdict) return verdict.url;
    return refuse(name, 'an https address', `${quoted(text)}, but ${verdict.problem}`, 'Correct the address.');
  };

  const origins = (name: string, text: string | null): string[] | undefined =>
    text === null ? undefined : text.split(/\s+/).filter(Boolean).flatMap((each) => address(name, each)?.origin ?? []);

  const checkout = address(
    'checkout-url',
    required('checkout-url', given.checkoutUrl, 'the address of the checkout endpoints', 'Set it as the gateway gave it.'),
  );
  if (checkout && (checkout.search || checkout.hash)) {
    refuse('checkout-url', 'an address without ? and #', quoted(given.checkoutUrl ?? ''), 'Cut it off before them.');
  }
  const publicKey = required(
    'public-key', given.publicKey, 'the shop’s public key', 'Copy it from the gateway, in bare base64.',
  );
  const currency = required('currency', given.currency, 'an ISO 4217 code', 'Set for example currency="USD".');
  if (currency && exponentOf(currency) === undefined) {
    refuse('currency', 'an ISO 4217 code of three capital letters', quoted(currency), 'Set for example currency="USD".');
  }
  const description = required(
    'description', given.description, 'what the transfer is for', 'Set it; the gateway asks for it.',
  );

  const least = sum('min-amount', given.minAmount);
  const most = sum('max-amount', given.maxAmount);
  if (least !== undefined && most !== undefined && least > most) {
    refuse('max-amount', `at least min-amount (${least})`, String(most), 'Swap the two, or mend one.');
  }

  const back = address('return-url', given.returnUrl);
  const allowed = [origin, ...(origins('return-origins', given.returnOrigins) ?? [])];
  if (back && !allowed.includes(back.origin)) {
    refuse('return-url', `an address of ${allowed.join(' or ')}`, back.origin, 'Allow it with return-origins, if it is yours.');
  }

  try {
    Intl.getCanonicalLocales(element.language);
  } catch {
    refuse('language', 'a language tag such as en or en-GB', quoted(element.language), 'Write it with a hyphen.');
  }
  const { expiredAt, p2pType } = given;
  if (expiredAt && !(/T.+(Z|[+-]\d\d:?\d\d)$/.test(expiredAt) && Number.isFinite(Date.parse(expiredAt)))) {
    refuse('expired-at', 'a time such as 2027-01-31T18:00:00+03:00', quoted(expiredAt), 'Write it with its offset.');
  }
  if (p2pType && !/^[A-Za-z0-9]{1,3}$/.test(p2pType)) {
    refuse('p2p-type', 'up to 3 letters or digits', quoted(p2pType), 'Set the type that the gateway’s support named.');
  }

  if (test === 'false') {
    refuse('test', 'the attribute, or none', '"false", which turns it on', 'Leave the attribute out to turn it off.');
  }
  const challenge = given.challenge || 'redirect';
  if (!CHALLENGES.includes(challenge)) {
    refuse('challenge', CHALLENGES.join(', '), quoted(challenge), 'Set one of them, or leave the attribute out.');
  }
  const collect: Record<string, string[]> = {};
  for (const word of (given.collect ?? '').split(/\s+/).filter(Boolean)) {
    const [section, fields] = COLLECTIBLE[word] ?? [];
    if (section && fields) (collect[section] ??= []).push(...fields);
    else refuse('collect', Object.keys(COLLECTIBLE).join(', '), quoted(word), 'Set some of them, separated by spaces.');
  }

  const settings = {
    challenge: challenge as ChallengeMode,
    collect,
    // Given and printed without a trailing slash, whichever way it was pasted.
    checkoutUrl: checkout ? checkout.href.replace(/\/+$/, '') : '',
    publicKey,
    currency,
    description,
    amount: sum('amount', given.amount),
    least,
    most,
    trackingId: given.trackingId || undefined,
    returnUrl: back?.href,
    redirectOrigins: origins('redirect-origins', given.redirectOrigins),
    notificationUrl: address('notification-url', given.notificationUrl)?.href,
    expiredAt: expiredAt || undefined,
    p2pType: p2pType || undefined,
  };
  return errors.length > 0 ? { errors } : { settings };
}
