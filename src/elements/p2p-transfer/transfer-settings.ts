import type { TransferSettings } from '../../flow/request/transfer-body.js';
import { returnAddress } from '../page/return-address.js';
import type { CheckedAttributes } from './settings.js';

/** What the payer has entered, and what the page has set beside the attributes. */
export interface Entered extends Pick<
  TransferSettings,
  'customer' | 'senderBillingAddress' | 'recipientBillingAddress' | 'receiptText'
> {
  /** Minor units; undefined as long as the payer has typed none. */
  readonly amount: number | undefined;
  readonly isTest: boolean;
  readonly language: string;
  readonly saveCard: boolean;
}

/** What a transfer is made of. */
export function transferSettings(attributes: CheckedAttributes, { isTest, ...entered }: Entered): TransferSettings {
  const { currency, description, trackingId, returnUrl, notificationUrl, expiredAt, p2pType } = attributes;
  return {
    ...entered,
    isAmountTyped: attributes.amount === undefined,
    currency,
    description,
    trackingId,
    // Read once more for each attempt: a page that navigates by itself has another address by then.
    returnUrl: returnUrl ?? returnAddress(),
    notificationUrl,
    expiredAt,
    p2pType,
    test: isTest || undefined,
    // Gateways of this family know languages, not regions.
    language: entered.language.split('-')[0]!.toLowerCase(),
  };
}
