import { gatewayLanguage } from '../../../locales/gateway-language.js';
import type { TransferSettings } from '../../../flow/request/transfer-body.js';
import { returnAddress } from '../../page/return-address.js';
import type { CheckedAttributes } from './read-attributes.js';

/** The payer's input, and what the page has set in addition to the attributes. */
export interface Entered extends Pick<
  TransferSettings,
  'customer' | 'senderBillingAddress' | 'recipientBillingAddress' | 'receiptText'
> {
  /** Minor units; undefined until the payer has typed it. */
  readonly amount: number | undefined;
  readonly isTest: boolean;
  readonly language: string;
  readonly saveCard: boolean;
}

/** The settings of the transfer to send. */
export function transferSettings(attributes: CheckedAttributes, { isTest, ...entered }: Entered): TransferSettings {
  const { currency, description, trackingId, returnUrl, notificationUrl, expiredAt, p2pType } = attributes;
  return {
    ...entered,
    isAmountTyped: attributes.amount === undefined,
    currency,
    description,
    trackingId,
    // Read for each attempt, because a single-page application may have changed the address since the last one.
    returnUrl: returnUrl ?? returnAddress(),
    notificationUrl,
    expiredAt,
    p2pType,
    test: isTest || undefined,
    language: gatewayLanguage(entered.language),
  };
}
