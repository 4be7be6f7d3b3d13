import type { OrderSettings } from '../../flow/request/order-body.js';
import { gatewayLanguage } from '../../locales/gateway-language.js';
import type { Buyer } from '../../wire/request/order.js';
import { returnAddress } from '../page/return-address.js';
import { type Offer, priceOf } from './offer.js';
import type { OrderPlace } from './order-place.js';

/** The attributes that an order is sent with. */
type OrderTerms = { readonly [Name in 'trackingId' | 'returnUrl' | 'notificationUrl']: OrderSettings[Name] | undefined };

/** The settings of the order to send; amount and currency as far as they are known. */
export function orderSettings(
  { id, shopId }: OrderPlace,
  { trackingId, returnUrl, notificationUrl }: OrderTerms,
  offer: Offer | undefined,
  { language, customer }: { readonly language: string; readonly customer: Buyer },
): OrderSettings {
  const { amount, currency } = offer ? priceOf(offer) : { amount: undefined, currency: '' };
  return {
    id,
    shopId,
    amount,
    currency,
    trackingId,
    // Read for each attempt, because a single-page application may have changed the address since the last one.
    returnUrl: returnUrl ?? returnAddress(),
    notificationUrl,
    language: gatewayLanguage(language),
    customer,
  };
}
