import { bytesIn, longestTrackingId } from '../../checkout/plaintext.js';
import type { SectionName } from '../../wire/request/card-section.js';
import { address, COMMON_ATTRIBUTES, look, origins, readAll, type Readings, text, toggle, word } from '../base/attributes.js';
import { quoted, type SettingReader } from '../base/setting-reader.js';
import { SLOT } from '../fields/card-fields.js';
import { judgeMarkup } from '../fields/slotted/judge-markup.js';
import { beyondLimits } from '../page/beyond-limits.js';
import type { PageAddress } from '../page/return-address.js';

/** The attributes of every payment. */
export const PAYMENT_ATTRIBUTES = {
  /** Required. The gateway's checkout address, https (http on loopback). */
  checkoutUrl: text(),
  /** Required. The shop's public key in bare base64, as the gateway shows it. */
  publicKey: text(),
  /**
   * Moves the focus to the next field once no further digit can belong to the card number: after 19 digits of a brand that has
   * numbers of 16 and 19. Not every payer expects that.
   */
  autoAdvance: toggle(),
  /**
   * Where the inputs of the cards are. `shadow`: in the element. `slot`: in the page, as children of the element, so that the
   * payer can type before the script has loaded; the package's command `checkout-elements markup` writes them.
   */
  fields: word('shadow', 'slot'),
  /** Where the label of a field is: `inside` its box, over what is typed, or `above` the box, which each field then has for itself. */
  labelPosition: look('inside', 'above'),
  /**
   * The address of the isolated fields: the cards are typed into a frame that the page can’t read, served from another origin
   * or in a sandbox. Absolute. Absent: the fields are part of this element.
   */
  fieldsUrl: address(),
  /**
   * With `fields-url`, in Chromium: with `on` a press has no effect if the button was covered, transparent, scaled or filtered. `off`
   * turns this off, unless the frame’s document requires it.
   */
  visibilityGuard: word('on', 'off'),
  /**
   * Gives each saved card of a list a button to remove it. Set it where your page handles `checkout-card-remove`: without that,
   * the button would do nothing.
   */
  removableCards: toggle(),
  /**
   * Your id, up to 50 bytes: a longer one may not fit next to a card. Absent: each attempt gets a new one. A fixed id can
   * be used for one attempt, unless `prepare` returns others.
   */
  trackingId: text(),
  /**
   * The address that 3-D Secure sends the payer back to: absolute, and of the page's origin. Absent: this page, with its fragment. Required
   * in a page without an http address (`file:`, `srcdoc`, `blob:`).
   */
  returnUrl: address(),
  /** Other origins that `return-url` may be of, separated by spaces. */
  returnOrigins: origins(),
  /**
   * The only origins the payer may be sent to for 3-D Secure, separated by spaces. Absent: any https address that the
   * gateway names.
   */
  redirectOrigins: origins(),
  /** The address that the gateway posts its signed notifications to. Absolute, because the gateway does not know your page. */
  notificationUrl: address(),
  /**
   * How the payer gets to 3-D Secure: `redirect` leaves this page and returns to it; `popup` opens a window. `auto` shows the bank's
   * page in a dialog over this one, which banks may refuse, with a way out: a button opens the bank's page in a window, or leaves
   * this page; if your `frame-src` blocks it, this page is left at once. Try `auto` with your gateway. Where
   * this page itself is in a frame, `redirect` opens a window too: the frame's `sandbox` has to allow `allow-popups` and
   * `allow-popups-to-escape-sandbox`.
   */
  challenge: word('redirect', 'popup', 'auto'),
  /** In a form: its data gets the transaction's uid under this name, never card data. */
  name: text(),
};

type Read = Readings<typeof PAYMENT_ATTRIBUTES>;

/** The parsed attributes of every payment. Addresses are texts here, so that settings can be compared as JSON. */
export interface PaymentTerms extends Pick<Read, 'fields' | 'visibilityGuard' | 'trackingId' | 'redirectOrigins' | 'challenge'> {
  readonly checkoutUrl: string;
  readonly publicKey: string;
  /** The address of the isolated fields; undefined: the fields are part of the element. */
  readonly fieldsUrl: string | undefined;
  /** Undefined: the page's own address at the time of the payment. */
  readonly returnUrl: string | undefined;
  readonly notificationUrl: string | undefined;
}

/**
 * Judges the tracking id.
 *
 * @param about What is sealed together with the id, as far as it is known.
 */
export function readTrackingId(reader: SettingReader, about: Parameters<typeof longestTrackingId>[0]): void {
  const given = reader.text('trackingId');
  if (given === null) return;
  if (given.trim() === '') {
    // The merchant could never match a payment under an empty id with its order.
    reader.refuse('trackingId', 'the id of your order, or no such attribute', quoted(given), 'Set it before the payer can pay.');
  }
  const got = bytesIn(given);
  const most = longestTrackingId(about);
  if (got > most) {
    reader.refuse('trackingId', `at most ${most} bytes, which fit beside the longest card`, `${got}`, 'Use a shorter id.');
  }
}

export interface TermsOptions {
  /** The page's own address: `return-url` has to have its origin, and can be absent only if the payer can return to it. */
  readonly page: PageAddress;
  /** Whether the element takes card data, which needs an address and a key. */
  readonly takesCards?: boolean;
  /** The cards that it takes. */
  readonly sections?: readonly SectionName[] | undefined;
  /** What has the attributes: an element, or an object like it. */
  readonly given: object;
  /** The checkout address, if it comes from another attribute than `checkout-url`; undefined if that was refused. */
  readonly address?: URL | undefined;
}

/** Where the inputs are: in the page, they have to be as the element needs them. */
function judgePlace(
  reader: SettingReader,
  { fields }: Read,
  { sections = ['credit_card'], given }: Pick<TermsOptions, 'sections' | 'given'>,
): void {
  if (fields !== SLOT) return;
  const url = reader.text('fieldsUrl');
  if (url) {
    const cure = 'Leave one of the two out: in a frame, no input is in the page.';
    reader.refuse('fields', `${quoted(SLOT)} without fields-url`, `fields-url=${quoted(url)} beside it`, cure);
  } else if (given instanceof Element) for (const error of judgeMarkup(given, sections)) reader.report(error);
}

/** Reads the attributes that every payment has. */
export function readPaymentTerms(reader: SettingReader, options: TermsOptions): PaymentTerms {
  const {
    page: { origin, protocol },
    takesCards = true,
    sections,
    given,
    address: place,
  } = options;
  const needed = (name: 'checkoutUrl' | 'publicKey', expected: string, cure: string): string =>
    takesCards ? reader.required(name, expected, cure) : (reader.text(name)?.trim() ?? '');
  const fromAttribute =
    'address' in options ? '' : needed('checkoutUrl', 'the address of the checkout endpoints', 'Set it as the gateway gave it.');
  const checkout = place ?? reader[takesCards ? 'gateway' : 'address']('checkoutUrl', fromAttribute);
  reader.requireNoQuery('checkoutUrl', checkout);
  const publicKey = needed('publicKey', 'the shop’s public key', 'Copy it from the gateway, in bare base64.');
  readAll(reader, COMMON_ATTRIBUTES);
  const read = readAll(reader, PAYMENT_ATTRIBUTES);
  const allowed = [...(origin === 'null' ? [] : [origin]), ...(read.returnOrigins ?? [])];
  if (read.returnUrl && !allowed.includes(read.returnUrl.origin)) {
    const cure = 'Set it to a page of your site, or allow it with return-origins, if it is yours.';
    const expected = allowed.join(' or ') || 'an origin in return-origins, because this page has none';
    reader.refuse('returnUrl', `an address of ${expected}`, read.returnUrl.origin, cure);
  }
  if (takesCards && !reader.text('returnUrl') && !/^https?:$/.test(protocol)) {
    const expected = `an https address, because this page is at ${protocol}, where no bank can send the payer back`;
    reader.refuse(
      'returnUrl',
      expected,
      'no such attribute',
      'Set it to a page of your site, or serve this page from your site.',
    );
  }
  // Beyond the page's limits no inputs are wanted: where the form is placed says so.
  if (takesCards && !beyondLimits('fieldsUrls', 'fields-url', read.fieldsUrl?.href))
    judgePlace(reader, read, { sections, given });
  const { fields, visibilityGuard, trackingId, redirectOrigins, challenge } = read;
  // Only what a payment depends on: a press is dropped when its settings change.
  return {
    fields,
    visibilityGuard,
    trackingId,
    redirectOrigins,
    challenge,
    // Always without a trailing slash.
    checkoutUrl: checkout ? checkout.href.replace(/\/+$/, '') : '',
    publicKey,
    fieldsUrl: read.fieldsUrl?.href,
    returnUrl: read.returnUrl?.href,
    notificationUrl: read.notificationUrl?.href,
  };
}
