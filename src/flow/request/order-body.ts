import type { SealedSections } from '../../checkout/seal.js';
import { countryHasStates } from '../../wire/country.js';
import type { Buyer } from '../../wire/request/order.js';
import type { PaymentSettings } from '../payment-kind.js';

/** The merchant's settings for an order. Price and terms come from the gateway, the card and some of the buyer's data from the payer. */
export interface OrderSettings extends PaymentSettings {
  /** The id of the product or the plan (`prd_…`, `pln_…`). */
  readonly id: string;
  readonly shopId: string;
  /** The address to which 3-D Secure sends the payer back. */
  readonly returnUrl?: string | undefined;
  readonly notificationUrl?: string | undefined;
  readonly language?: string | undefined;
  readonly customer?: Buyer | undefined;
}

/** The buyer's data as it is sent: no empty values, and a state only where addresses have one (spec 2.1). */
function givenOf(customer: Buyer | undefined): Buyer | undefined {
  const { state, ...rest } = customer ?? {};
  const kept = Object.entries({ ...rest, ...(countryHasStates(rest.country) && { state }) }).filter(([, value]) => value);
  return kept.length > 0 ? Object.fromEntries(kept) : undefined;
}

/** The JSON text of an order, as `orderRequest` describes it. */
export const orderBody = (settings: OrderSettings, trackingId: string, { credit_card }: SealedSections): string =>
  JSON.stringify({
    request: {
      credit_card,
      customer: givenOf(settings.customer),
      tracking_id: trackingId,
      // This makes it safe to repeat a lost request, as for a transfer (spec 8).
      duplicate_check: true,
      return_url: settings.returnUrl,
      notification_url: settings.notificationUrl,
      language: settings.language,
    },
  });
