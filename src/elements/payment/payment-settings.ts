import { bytesIn, longestTrackingId } from '../../checkout/seal.js';
import { judgeUrl } from '../../url/safe-url.js';
import type { ChallengeMode } from '../session/challenge.js';
import { SettingConflictError, SettingError } from '../errors.js';
import { page } from '../page/page.js';

/** What stands in an attribute, or was set as its property. */
export type Given = string | number | null | undefined;

/** The attributes that every payment has, by the names of their properties. */
export interface PaymentAttributes {
  readonly checkoutUrl: Given;
  readonly publicKey: Given;
  readonly trackingId: Given;
  readonly returnUrl: Given;
  readonly returnOrigins: Given;
  readonly redirectOrigins: Given;
  readonly notificationUrl: Given;
  readonly language: string;
  readonly challenge: Given;
}

/** The attributes that every payment has, read. */
export interface PaymentTerms {
  readonly checkoutUrl: string;
  readonly publicKey: string;
  readonly trackingId: string | undefined;
  /** Undefined: the page's own address at the time of the payment. */
  readonly returnUrl: string | undefined;
  readonly redirectOrigins: readonly string[] | undefined;
  readonly notificationUrl: string | undefined;
  readonly challenge: ChallengeMode;
}

/** What somebody writes who wants an attribute off. */
const OFF = /^(false|no|off|0)$/i;

const CHALLENGES: readonly string[] = ['redirect', 'popup', 'dialog'] satisfies ChallengeMode[];

/** What was set as a property, a number perhaps, as if it stood in the markup. */
export const asText = (value: Given): string | null => (value === null || value === undefined ? null : String(value));

/** A value in an error's text. */
export const quoted = (text: string): string => (text.length > 60 ? `"${text.slice(0, 60)}…"` : `"${text}"`);

/** Reads attributes, and takes down everything that is wrong with them. */
export class SettingReader {
  readonly errors: (SettingError | SettingConflictError)[] = [];

  refuse(name: string, expected: string, got: string, cure: string): undefined {
    this.errors.push(new SettingError(name, expected, got, cure));
  }

  required(name: string, value: Given, expected: string, cure: string): string {
    const text = asText(value);
    if (text?.trim()) return text.trim();
    this.refuse(name, expected, text === null ? 'no such attribute' : 'an empty one', cure);
    return '';
  }

  address(name: string, value: Given): URL | undefined {
    const text = asText(value);
    if (!text) return undefined;
    const verdict = judgeUrl(text);
    if ('url' in verdict) return verdict.url;
    return this.refuse(name, 'an https address', `${quoted(text)}, but ${verdict.problem}`, 'Correct the address.');
  }

  /** An address of the gateway, of which the page may allow only some. */
  gateway(name: string, value: Given): URL | undefined {
    const url = this.address(name, value);
    const origins = page().limits?.checkoutOrigins;
    if (url && origins?.includes(url.origin) === false) {
      this.errors.push(
        new SettingConflictError('address_not_allowed', name, {
          expected: `an address of ${origins.join(' or ')}, as the page’s checkoutOrigins say`,
          got: url.origin,
          cure: 'Correct the address, or add its origin to checkoutOrigins.',
        }),
      );
    }
    return url;
  }

  origins(name: string, value: Given): string[] | undefined {
    const text = asText(value);
    return text === null
      ? undefined
      : text
          .split(/\s+/)
          .filter(Boolean)
          .flatMap((each) => this.address(name, each)?.origin ?? []);
  }

  /** @param about What is sealed with it, as far as it is known. */
  trackingId(value: Given, about: Parameters<typeof longestTrackingId>[0]): void {
    const text = asText(value);
    if (text !== null && text.trim() === '') {
      // Paid under an id that the merchant does not know, an order stays unpaid for ever.
      this.refuse('tracking-id', 'the id of your order, or no such attribute', quoted(text), 'Set it before the payer can pay.');
    }
    const got = bytesIn(text ?? '');
    const most = longestTrackingId(about);
    if (got > most) {
      this.refuse('tracking-id', `at most ${most} bytes, which fit beside the longest card`, `${got}`, 'Use a shorter id.');
    }
  }

  /** @param text An attribute that is on by being there, as it stands in the markup. */
  flag(name: string, text: string | null | undefined): void {
    if (!text || !OFF.test(text)) return;
    this.refuse(name, 'the attribute, or none', `${quoted(text)}, which turns it on`, 'Leave the attribute out to turn it off.');
  }

  /** @param test The attribute as it stands on an element that knows none: it keeps no money from moving (spec 2.7, 2.8). */
  noTest(test: string | null, thing: 'product' | 'plan'): void {
    if (test === null) return;
    this.refuse(
      'test',
      'no such attribute here',
      'one',
      `The ${thing}’s own test decides: create it with test: true, and leave the attribute out.`,
    );
  }

  language(tag: string): void {
    try {
      Intl.getCanonicalLocales(tag);
    } catch {
      this.refuse('language', 'a language tag such as en or en-GB', quoted(tag), 'Write it with a hyphen.');
    }
  }
}

/** How the attributes of a payment are read. */
export interface TermsOptions {
  /** The page's own origin, which `return-url` has to be of. */
  readonly origin: string;
  /** Whether card data is taken, which needs an address and a key. */
  readonly takesCards?: boolean;
  /** The attribute that the checkout address comes from. */
  readonly addressName?: string;
}

/** Reads the attributes that every payment has. */
export function readPaymentTerms(
  reader: SettingReader,
  given: PaymentAttributes,
  { origin, takesCards = true, addressName = 'checkout-url' }: TermsOptions,
): PaymentTerms {
  const needed = (name: string, value: Given, expected: string, cure: string): string =>
    takesCards ? reader.required(name, value, expected, cure) : (asText(value)?.trim() ?? '');
  const checkout = reader[takesCards ? 'gateway' : 'address'](
    addressName,
    needed('checkout-url', given.checkoutUrl, 'the address of the checkout endpoints', 'Set it as the gateway gave it.'),
  );
  if (checkout && (checkout.search || checkout.hash)) {
    reader.refuse(
      'checkout-url',
      'an address without ? and #',
      quoted(asText(given.checkoutUrl) ?? ''),
      'Cut it off before them.',
    );
  }
  const publicKey = needed('public-key', given.publicKey, 'the shop’s public key', 'Copy it from the gateway, in bare base64.');
  const back = reader.address('return-url', given.returnUrl);
  const allowed = [origin, ...(reader.origins('return-origins', given.returnOrigins) ?? [])];
  if (back && !allowed.includes(back.origin)) {
    reader.refuse(
      'return-url',
      `an address of ${allowed.join(' or ')}`,
      back.origin,
      'Allow it with return-origins, if it is yours.',
    );
  }
  reader.language(given.language);
  const challenge = asText(given.challenge) || 'redirect';
  if (!CHALLENGES.includes(challenge)) {
    reader.refuse('challenge', CHALLENGES.join(', '), quoted(challenge), 'Set one of them, or leave the attribute out.');
  }
  return {
    // Given and printed without a trailing slash, whichever way it was pasted.
    checkoutUrl: checkout ? checkout.href.replace(/\/+$/, '') : '',
    publicKey,
    trackingId: asText(given.trackingId) || undefined,
    returnUrl: back?.href,
    redirectOrigins: reader.origins('redirect-origins', given.redirectOrigins),
    notificationUrl: reader.address('notification-url', given.notificationUrl)?.href,
    challenge: challenge as ChallengeMode,
  };
}
