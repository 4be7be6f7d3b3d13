import type { Product } from '../../wire/response/product.js';
import { type SettingConflictError, SettingError } from '../errors.js';
import type { SavedCard } from '../../card/saved-card.js';
import { attributeOf } from '../base/attribute-name.js';
import { readAll, type Readings, text, word, words } from '../base/attributes.js';
import { type Markup, quoted, SettingReader } from '../base/setting-reader.js';
import { type PaymentTerms, readPaymentTerms, readTrackingId } from '../payment/payment-settings.js';
import type { PageAddress } from '../page/return-address.js';
import { BUYER_FIELDS } from '../fields/buyer/buyer-field.js';
import { readSavedCards } from '../fields/saved/read-saved-cards.js';
import type { CardFieldsSettings } from '../fields/card-fields.js';
import { ORDER_ADDRESS, type OrderPlace, readOrderPlace } from '../offer/order-place.js';

/** The attributes that only a sale has. */
export const SALE_ATTRIBUTES = {
  /** The payment link: the product's `pay_url`. Used in the mode `link`, and if the gateway takes no orders from pages. */
  payUrl: text(),
  /** The address that takes orders: the product's `confirm_url`. With it and `public-key` the element shows a card form. */
  confirmUrl: text(),
  /**
   * `auto` asks `confirm-url` whether it takes orders from pages, and falls back to the payment link if not; `form` reports
   * an error instead; `link` always shows the payment link.
   */
  mode: word('auto', 'form', 'link'),
  /** Further fields to ask the buyer for, by the names of `visible_fields`, separated by spaces. */
  visibleFields: words(),
};

/** How a product is paid: by a card form, by its payment link, or by the form if the gateway takes orders, else by the link. */
export type SaleMode = Readings<typeof SALE_ATTRIBUTES>['mode'];

/** The attributes as they are written, and the saved cards. */
type SaleAttributes = Markup & {
  readonly checkoutUrl: string | null;
  readonly savedCards: readonly SavedCard[] | undefined;
  readonly removableCards: boolean;
};

/** The validated attributes. */
export interface CheckedSale extends PaymentTerms {
  readonly mode: SaleMode;
  readonly payUrl: string | undefined;
  /** The card form's address; undefined: there is only the payment link. */
  readonly order: OrderPlace | undefined;
  readonly visibleFields: readonly string[];
  readonly saved: CardFieldsSettings['saved'];
  /** The error if the attributes name no way to pay; the product's description may still name one. */
  readonly noWayToPay: SettingError | undefined;
  /** Why there is only the payment link, though the page has an order address. */
  readonly whyLinkOnly: SettingError | undefined;
}

const OR_LINK = 'where the payment link is what you want, set mode="link".';

/**
 * Reads the attributes of a sale; the product's description fills in missing addresses. Only the product decides `test`.
 *
 * @param page The page's own address.
 * @returns the settings, or all errors at once.
 */
export function readSale(
  given: SaleAttributes,
  item: Partial<Product> | undefined,
  page: PageAddress,
):
  | { readonly settings: CheckedSale; readonly warnings: readonly SettingError[] }
  | { readonly errors: readonly (SettingError | SettingConflictError)[] } {
  const reader = new SettingReader(given);
  const { mode, visibleFields } = readAll(reader, SALE_ATTRIBUTES);
  const payUrl = reader[mode === 'form' ? 'address' : 'gateway'](
    'payUrl',
    reader.text('payUrl') || item?.pay_url || item?.payment_url || null,
  );
  const confirmUrl = reader.address('confirmUrl', reader.text('confirmUrl') || item?.confirm_url || null);
  const place = confirmUrl && readOrderPlace(confirmUrl);
  const unknownAddress = confirmUrl && !place ? quoted(confirmUrl.href) : undefined;
  const asForm = mode === 'form' || (mode === 'auto' && Boolean(reader.text('publicKey')?.trim()) && place !== undefined);
  if (mode === 'form' && unknownAddress)
    reader.refuse('confirmUrl', ORDER_ADDRESS, unknownAddress, 'Set the product’s confirm_url.');
  reader.refuseTest('product');
  const noForm = mode === 'auto' && !asForm && confirmUrl ? noFormError(reader, unknownAddress) : undefined;
  const canPay = mode === 'form' ? confirmUrl : payUrl || asForm;

  const isOwnAddress = Boolean(given.checkoutUrl);
  const terms = readPaymentTerms(reader, {
    page,
    given,
    takesCards: asForm && place !== undefined,
    // Jobs are polled at the host of the order address.
    ...(!isOwnAddress && place && { address: reader[asForm ? 'gateway' : 'address']('confirmUrl', place.checkoutUrl) }),
  });
  if (asForm && place) {
    if (isOwnAddress && terms.checkoutUrl !== place.checkoutUrl) {
      reader.refuse(
        'checkoutUrl',
        `what confirm-url begins with (${place.checkoutUrl})`,
        quoted(terms.checkoutUrl),
        'Leave the attribute out.',
      );
    }
    readTrackingId(reader, { operation: 'order', currency: 'USD', productId: place.id });
  }
  const unknownField = visibleFields.find((field) => !(BUYER_FIELDS as readonly string[]).includes(field));
  if (unknownField)
    reader.refuse('visibleFields', BUYER_FIELDS.join(', '), quoted(unknownField), 'Set some of them, separated by spaces.');

  const settings: CheckedSale = {
    ...terms,
    mode,
    payUrl: payUrl?.href,
    order: asForm ? place : undefined,
    visibleFields,
    saved: readSaved(given, reader),
    noWayToPay: canPay ? undefined : (noForm ?? noWayToPayError(reader, mode)),
    whyLinkOnly: payUrl && noForm,
  };
  return reader.errors.length > 0 ? { errors: reader.errors } : { settings, warnings: reader.warnings };
}

/** Why there is no card form, though the page has an address for one: it is not an order address, or the key is missing. */
const noFormError = (reader: SettingReader, unknownAddress: string | undefined): SettingError =>
  unknownAddress
    ? new SettingError(attributeOf('confirmUrl'), ORDER_ADDRESS, unknownAddress, `Set the product’s confirm_url; ${OR_LINK}`)
    : reader.missingError('publicKey', 'the shop’s public key beside confirm-url', `Copy it from the gateway; ${OR_LINK}`);

/** The error when no way to pay is set. */
const noWayToPayError = (reader: SettingReader, mode: SaleMode): SettingError =>
  mode === 'form'
    ? reader.missingError('confirmUrl', 'the address that takes the order', 'Set the product’s confirm_url.')
    : reader.missingError(
        'payUrl',
        'the payment link',
        'Set the property product, or pay-url; for a card form, also confirm-url and public-key.',
      );

/**
 * The settings while a payment is under way or its outcome is shown: the order and its address stay. Only settings that affect
 * the challenge or the next payment follow the page.
 */
export const settingsMeanwhile = (last: CheckedSale, { trackingId, redirectOrigins, challenge }: CheckedSale): CheckedSale => ({
  ...last,
  trackingId,
  redirectOrigins,
  challenge,
});

/** Whether two settings sell the same thing of the same shop. */
export const isSameSale = (one: CheckedSale, other: CheckedSale): boolean =>
  JSON.stringify([one.order, one.publicKey]) === JSON.stringify([other.order, other.publicKey]);

function readSaved(
  { savedCards: value, removableCards: isRemovable }: SaleAttributes,
  reader: SettingReader,
): CheckedSale['saved'] {
  return { credit_card: readSavedCards({ name: 'savedCards', value, isRemovable }, undefined, reader) };
}
