import { bytesIn, longestTrackingId } from '../../checkout/plaintext.js';
import type { SectionName } from '../../wire/request/card-section.js';
import type { ChallengeMode } from '../session/challenge.js';
import { attributes } from '../base/attributes.js';
import { quoted, type SettingReader } from '../base/setting-reader.js';
import { SLOT } from '../fields/card-fields.js';
import { judgeMarkup } from '../fields/slotted/judge-markup.js';

/** The attributes with a value that every payment has. */
export const PAYMENT_ATTRIBUTES = /* @__PURE__ */ attributes(
  'checkoutUrl',
  'publicKey',
  'fields',
  'fieldsUrl',
  'visibilityGuard',
  'trackingId',
  'returnUrl',
  'returnOrigins',
  'redirectOrigins',
  'notificationUrl',
  'challenge',
  'name',
);

/** The name of such an attribute's property. */
export type PaymentAttribute = 'language' | keyof typeof PAYMENT_ATTRIBUTES;

/** The parsed attributes of every payment. */
export interface PaymentTerms {
  readonly checkoutUrl: string;
  readonly publicKey: string;
  /** The address of the isolated fields; undefined: the fields are part of the element. */
  readonly fieldsUrl: string | undefined;
  readonly trackingId: string | undefined;
  /** Undefined: the page's own address at the time of the payment. */
  readonly returnUrl: string | undefined;
  readonly redirectOrigins: readonly string[] | undefined;
  readonly notificationUrl: string | undefined;
  readonly challenge: ChallengeMode;
}

/**
 * Judges the tracking id.
 *
 * @param about What is sealed together with the id, as far as it is known.
 */
export function readTrackingId(reader: SettingReader<'trackingId'>, about: Parameters<typeof longestTrackingId>[0]): void {
  const text = reader.text('trackingId');
  if (text !== null && text.trim() === '') {
    // The merchant could never match a payment under an empty id with its order.
    reader.refuse('trackingId', 'the id of your order, or no such attribute', quoted(text), 'Set it before the payer can pay.');
  }
  const got = bytesIn(text ?? '');
  const most = longestTrackingId(about);
  if (got > most) {
    reader.refuse('trackingId', `at most ${most} bytes, which fit beside the longest card`, `${got}`, 'Use a shorter id.');
  }
}

export interface TermsOptions {
  /** The page's own origin, which `return-url` has to have. */
  readonly origin: string;
  /** Whether the element takes card data, which needs an address and a key. */
  readonly takesCards?: boolean;
  /** The cards that it takes. */
  readonly sections?: readonly SectionName[] | undefined;
  /** What has the attributes: an element, or an object like it. */
  readonly given: object;
  /** The checkout address, if it comes from another attribute than `checkout-url`. */
  readonly address?: URL | undefined;
}

/** Where the inputs are: in the page, they have to be as the element needs them. */
function readPlace(
  reader: SettingReader<'fields' | 'fieldsUrl'>,
  { sections = ['credit_card'], given }: Pick<TermsOptions, 'sections' | 'given'>,
): void {
  if (reader.word('fields', ['shadow', SLOT]) !== SLOT) return;
  const url = reader.text('fieldsUrl');
  if (url) {
    const cure = 'Leave one of the two out: in a frame, no input is in the page.';
    reader.refuse('fields', `${quoted(SLOT)} without fields-url`, `fields-url=${quoted(url)} beside it`, cure);
  } else if (given instanceof Element) reader.errors.push(...judgeMarkup(given, sections));
}

/** Reads the attributes that every payment has. */
export function readPaymentTerms(
  reader: SettingReader<PaymentAttribute>,
  { origin, takesCards = true, sections, given, address }: TermsOptions,
): PaymentTerms {
  const needed = (name: 'checkoutUrl' | 'publicKey', expected: string, cure: string): string =>
    takesCards ? reader.required(name, expected, cure) : (reader.text(name)?.trim() ?? '');
  const own = address ? '' : needed('checkoutUrl', 'the address of the checkout endpoints', 'Set it as the gateway gave it.');
  const checkout = address ?? reader[takesCards ? 'gateway' : 'address']('checkoutUrl', own);
  reader.bare('checkoutUrl', checkout);
  const publicKey = needed('publicKey', 'the shop’s public key', 'Copy it from the gateway, in bare base64.');
  const back = reader.address('returnUrl');
  const allowed = [origin, ...(reader.origins('returnOrigins') ?? [])];
  if (back && !allowed.includes(back.origin)) {
    reader.refuse(
      'returnUrl',
      `an address of ${allowed.join(' or ')}`,
      back.origin,
      'Allow it with return-origins, if it is yours.',
    );
  }
  reader.word('visibilityGuard', ['on', 'off']);
  if (takesCards) readPlace(reader, { sections, given });
  reader.language('language');
  reader.flag('pageTitle');
  return {
    // Always without a trailing slash.
    checkoutUrl: checkout ? checkout.href.replace(/\/+$/, '') : '',
    publicKey,
    fieldsUrl: reader.address('fieldsUrl')?.href,
    challenge: reader.word('challenge', ['redirect', 'popup', 'dialog']),
    trackingId: reader.text('trackingId') || undefined,
    returnUrl: back?.href,
    redirectOrigins: reader.origins('redirectOrigins'),
    notificationUrl: reader.address('notificationUrl')?.href,
  };
}
