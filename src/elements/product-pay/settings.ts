import type { Product } from '../../wire/response/product.js';
import { type SettingConflictError, SettingError } from '../errors.js';
import {
  asText,
  type Given,
  type PaymentAttributes,
  type PaymentTerms,
  quoted,
  readPaymentTerms,
  SettingReader,
} from '../payment/payment-settings.js';
import { BUYER_FIELDS } from '../fields/buyer-field.js';

/** How a product is paid: by a card form, by its payment link, or by whichever the gateway supports. */
export type SaleMode = 'auto' | 'form' | 'link';
const MODES: readonly string[] = ['auto', 'form', 'link'] satisfies SaleMode[];

/** The attributes of a sale as they stand in the page, by the names of their properties. */
export interface SaleAttributes extends PaymentAttributes {
  readonly payUrl: Given;
  readonly confirmUrl: Given;
  readonly mode: Given;
  readonly visibleFields: Given;
}

/** What is ordered, and where. */
export interface OrderPlace {
  readonly checkoutUrl: string;
  readonly id: string;
  readonly shopId: string;
}

/** The attributes, read. */
export interface CheckedSale extends PaymentTerms {
  readonly mode: SaleMode;
  readonly payUrl: string | undefined;
  /** Undefined: there is nothing but the payment link. */
  readonly order: OrderPlace | undefined;
  readonly visibleFields: readonly string[];
  /** The attribute that is missing where there is no way to pay; the product's description may still name one. */
  readonly lacks: SettingError | undefined;
  /** Why there is only the payment link, where more was meant. */
  readonly remark: SettingError | undefined;
}

const ORDER_ADDRESS = 'an address that ends in /v2/confirm_order/{id}/{shop_id}';
const OR_LINK = 'where the payment link is what you want, set mode="link".';

/** `{checkout_url}/v2/confirm_order/{id}/{shop_id}`; undefined when an address is another one. */
function readPlace(address: URL): OrderPlace | undefined {
  const [, before = '', id = '', shopId = ''] =
    /^(.*)\/v2\/confirm_order\/([^/]+)\/([^/]+)\/?$/.exec(address.origin + address.pathname) ?? [];
  try {
    return id ? { checkoutUrl: before, id: decodeURIComponent(id), shopId: decodeURIComponent(shopId) } : undefined;
  } catch {
    // A stray % in the address.
    return undefined;
  }
}

/**
 * Reads the attributes of a sale; the product's description may fill in what they leave out. Only the product decides `test`.
 *
 * @param origin The page's own origin, which `return-url` has to be of.
 * @param test The attribute as it stands in the markup, where it is.
 * @returns the settings, or everything that is wrong with them at once.
 */
export function readSale(
  given: SaleAttributes,
  item: Partial<Product> | undefined,
  origin: string,
  test: string | null = null,
): { readonly settings: CheckedSale } | { readonly errors: readonly (SettingError | SettingConflictError)[] } {
  const reader = new SettingReader();
  const mode = asText(given.mode) || 'auto';
  if (!MODES.includes(mode)) {
    reader.refuse('mode', MODES.join(', '), quoted(mode), 'Set one of them, or leave the attribute out.');
  }
  const payUrl = reader[mode === 'form' ? 'address' : 'gateway']('pay-url', given.payUrl || item?.pay_url || item?.payment_url);
  const confirmUrl = reader.address('confirm-url', given.confirmUrl || item?.confirm_url);
  const key = asText(given.publicKey)?.trim();
  const place = confirmUrl && readPlace(confirmUrl);
  const asForm = mode === 'form' || (mode === 'auto' && Boolean(key) && place !== undefined);
  const strange = confirmUrl && !place ? quoted(confirmUrl.href) : undefined;
  if (mode === 'form' && strange) reader.refuse('confirm-url', ORDER_ADDRESS, strange, 'Set the product’s confirm_url.');
  reader.noTest(test, 'product');
  // Why there is no card form, though the page has an address for one.
  const formless =
    mode !== 'auto' || asForm || !confirmUrl
      ? undefined
      : strange
        ? new SettingError('confirm-url', ORDER_ADDRESS, strange, `Set the product’s confirm_url; ${OR_LINK}`)
        : absent(
            'public-key',
            given.publicKey,
            'the shop’s public key beside confirm-url',
            `Copy it from the gateway; ${OR_LINK}`,
          );
  const wayless = mode === 'form' ? !confirmUrl : !payUrl && !asForm;
  const lacks =
    mode === 'form'
      ? absent('confirm-url', given.confirmUrl, 'the address that takes the order', 'Set the product’s confirm_url.')
      : (formless ??
        absent(
          'pay-url',
          given.payUrl,
          'the payment link',
          'Set the product’s pay_url; for a card form, confirm-url and public-key.',
        ));

  const terms = readPaymentTerms(
    reader,
    // Jobs are polled at the host of the order address.
    { ...attributesOf(given), checkoutUrl: given.checkoutUrl || place?.checkoutUrl },
    { origin, takesCards: asForm && place !== undefined, addressName: given.checkoutUrl ? 'checkout-url' : 'confirm-url' },
  );
  if (asForm && place && given.checkoutUrl && terms.checkoutUrl !== place.checkoutUrl) {
    reader.refuse(
      'checkout-url',
      `what confirm-url begins with (${place.checkoutUrl})`,
      quoted(terms.checkoutUrl),
      'Leave the attribute out.',
    );
  }
  if (asForm && place) reader.trackingId(given.trackingId, { operation: 'order', currency: 'USD', productId: place.id });
  const visibleFields = (asText(given.visibleFields) ?? '').split(/\s+/).filter(Boolean);
  const stray = visibleFields.find((field) => !(BUYER_FIELDS as readonly string[]).includes(field));
  if (stray) reader.refuse('visible-fields', BUYER_FIELDS.join(', '), quoted(stray), 'Set some of them, separated by spaces.');

  const settings: CheckedSale = {
    ...terms,
    mode: mode as SaleMode,
    payUrl: payUrl?.href,
    order: asForm ? place : undefined,
    visibleFields,
    lacks: wayless ? lacks : undefined,
    remark: payUrl && formless,
  };
  return reader.errors.length > 0 ? { errors: reader.errors } : { settings };
}

/**
 * The settings for as long as a payment is under way, or its end is shown: what is paid, and where, stays. What has an
 * effect beside it, or on whether another may follow, is as the page has it now.
 */
export const settingsMeanwhile = (last: CheckedSale, { trackingId, redirectOrigins, challenge }: CheckedSale): CheckedSale => ({
  ...last,
  trackingId,
  redirectOrigins,
  challenge,
});

/** Whether two settings put the same in the same shop on offer. */
export const isSameSale = (one: CheckedSale, other: CheckedSale): boolean =>
  JSON.stringify([one.order, one.publicKey]) === JSON.stringify([other.order, other.publicKey]);

/** What would have to be there. */
const absent = (name: string, value: Given, expected: string, cure: string): SettingError =>
  new SettingError(name, expected, asText(value) === null ? 'no such attribute' : 'an empty one', cure);

// An element's properties are accessors of its class: spread, they would be lost.
const attributesOf = (given: PaymentAttributes): PaymentAttributes => ({
  checkoutUrl: given.checkoutUrl,
  publicKey: given.publicKey,
  trackingId: given.trackingId,
  returnUrl: given.returnUrl,
  returnOrigins: given.returnOrigins,
  redirectOrigins: given.redirectOrigins,
  notificationUrl: given.notificationUrl,
  language: given.language,
  challenge: given.challenge,
});
