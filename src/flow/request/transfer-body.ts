import { SAVES_CARD } from '../../checkout/plaintext.js';
import type { SealedSections } from '../../checkout/seal.js';
import { countryHasStates } from '../../wire/country.js';
import type { BillingAddress } from '../../wire/request/address.js';
import type { Customer } from '../../wire/request/transfer.js';

/** The merchant's settings for a transfer (spec 2.5); the cards come from the payer. */
export interface TransferSettings {
  /** Minor units; undefined while the payer has not typed a valid amount. */
  readonly amount?: number | undefined;
  /** Whether the payer types the amount: then an order's price can't be compared with it. */
  readonly isAmountTyped?: boolean | undefined;
  /** ISO 4217 alpha-3. */
  readonly currency: string;
  readonly description: string;
  /** The merchant's own id, for every attempt. Without it, each attempt gets its own. */
  readonly trackingId?: string | undefined;
  /** The address to which 3-D Secure sends the payer back. */
  readonly returnUrl?: string | undefined;
  readonly notificationUrl?: string | undefined;
  /** ISO 8601 time until which the transfer must be confirmed. */
  readonly expiredAt?: string | undefined;
  /** Operation type issued by the processing center, 3 alphanumerics. */
  readonly p2pType?: string | undefined;
  readonly test?: boolean | undefined;
  readonly language?: string | undefined;
  readonly customer?: Customer | undefined;
  readonly senderBillingAddress?: BillingAddress | undefined;
  readonly recipientBillingAddress?: BillingAddress | undefined;
  /** Asks for tokens of the cards (spec 2.5, contract oneclick). */
  readonly saveCard?: boolean | undefined;
  /** Lines added to the e-mail the customer gets. */
  readonly receiptText?: readonly string[] | undefined;
}

// JSON leaves out what is undefined, so absent settings are absent from the request.
const p2pData = ({ p2pType }: TransferSettings) => p2pType && { p2p: { type: p2pType } };

const orNothing = (value: object): object | undefined => (Object.keys(value).length > 0 ? value : undefined);

// Spec 2.1: a state is sent only for the US and CA.
const withoutNeedlessState = (address: BillingAddress | undefined): BillingAddress | undefined =>
  address && !countryHasStates(address.country) ? { ...address, state: undefined } : address;

/** The JSON text of a check (spec 2.2). */
export const checkBody = (settings: TransferSettings, sections: SealedSections): string =>
  JSON.stringify({
    request: {
      amount: settings.amount,
      currency: settings.currency,
      ...sections,
      test: settings.test,
      additional_data: p2pData(settings) || undefined,
    },
  });

/** The JSON text of a transfer (spec 2.5). */
export const transferBody = (settings: TransferSettings, trackingId: string, sections: SealedSections): string =>
  JSON.stringify({
    request: {
      amount: settings.amount,
      currency: settings.currency,
      description: settings.description,
      // Spec 2.1: without a fraction of a second.
      expired_at: settings.expiredAt?.replace(/\.\d+/, ''),
      tracking_id: trackingId,
      // Spec 8. This also makes it safe to repeat a lost request.
      duplicate_check: true,
      language: settings.language,
      notification_url: settings.notificationUrl,
      return_url: settings.returnUrl,
      test: settings.test,
      ...sections,
      additional_data: orNothing({
        ...p2pData(settings),
        ...(settings.receiptText && { receipt_text: settings.receiptText }),
        ...(settings.saveCard && { contract: SAVES_CARD }),
      }),
      customer: settings.customer,
      sender_billing_address: withoutNeedlessState(settings.senderBillingAddress),
      recipient_billing_address: withoutNeedlessState(settings.recipientBillingAddress),
    },
  });
