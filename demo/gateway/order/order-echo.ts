import { echoAddress, NO_ADDRESS } from '../payment/request-echo.js';
import type { EchoedRequest } from '../store/record/echoed-request.js';
import type { ForSale, Order } from './for-sale.js';

/** The terms of an item that its payment repeats. */
export type EchoedItem = Pick<
  ForSale,
  'amount' | 'currency' | 'name' | 'trackingId' | 'test' | 'returnUrl' | 'notificationUrl' | 'receiptText'
>;
type OrderToEcho = Pick<Order, 'request' | 'ip' | 'language'> & { readonly shop: Pick<Order['shop'], 'shopUrl'> };

/** The fields that a payment repeats from its order (spec 2.6), without the card. Price and terms come from the item. */
export function echoOrder({ request, shop, ip, language }: OrderToEcho, item: EchoedItem): EchoedRequest {
  const { customer } = request;
  const address = echoAddress(customer);
  return {
    amount: item.amount,
    currency: item.currency,
    description: item.name,
    tracking_id: request.tracking_id ?? item.trackingId ?? null,
    language,
    test: item.test,
    duplicate_check: request.duplicate_check ?? true,
    return_url: request.return_url ?? item.returnUrl ?? shop.shopUrl ?? null,
    notification_url: request.notification_url ?? item.notificationUrl,
    expired_at: null,
    customer: {
      ip,
      email: customer?.email ?? null,
      device_id: customer?.device_id ?? null,
      ...(customer?.external_id && { external_id: customer.external_id }),
      birth_date: customer?.birth_date ?? null,
      ...(customer?.taxpayer_id && { taxpayer_id: customer.taxpayer_id }),
    },
    sender_billing_address: address,
    recipient_billing_address: NO_ADDRESS,
    billing_address: address,
    additional_data: { ...(item.receiptText.length > 0 && { receipt_text: [...item.receiptText] }) },
  };
}
