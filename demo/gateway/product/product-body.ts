import type { Product } from '../../../src/wire/response/product.js';
import type { GatewayUrls } from '../http/gateway-urls.js';
import type { Unavailability } from '../order/for-sale.js';
import type { ProductRecord } from '../store/record/sale-records.js';
import { timestampOf } from '../time/clock.js';

/** The body of a product: every field of spec 2.7 and of its request. `quantity` is the number left. */
export function productBody(record: ProductRecord, urls: Pick<GatewayUrls, 'base' | 'checkout'>): Product {
  const payUrl = `${urls.base}/products/${record.id}/pay`;
  return {
    id: record.id,
    name: record.name,
    description: record.description,
    currency: record.currency,
    amount: record.amount,
    quantity: record.quantity,
    infinite: record.infinite,
    visible_fields: [...record.visibleFields],
    immortal: record.immortal,
    expired_at: record.expiresAt === null ? null : timestampOf(record.expiresAt),
    return_url: record.returnUrl,
    success_url: record.successUrl,
    fail_url: record.failUrl,
    notification_url: record.notificationUrl,
    shop_id: record.shopId,
    language: record.language,
    transaction_type: record.transactionType,
    created_at: timestampOf(record.createdAt),
    updated_at: timestampOf(record.updatedAt),
    test: record.test,
    additional_data: record.additionalData,
    pay_url: payUrl,
    payment_url: payUrl,
    confirm_url: `${urls.checkout}/v2/confirm_order/${record.id}/${record.shopId}`,
  };
}

/** The fields that concern only merchant and gateway. */
const MERCHANTS = ['additional_data', 'shop_id', 'return_url', 'success_url', 'fail_url', 'notification_url'];

/** The part of a product that payers may see. */
export function publicProduct(record: ProductRecord, urls: Pick<GatewayUrls, 'base' | 'checkout'>): Product {
  const body = productBody(record, urls);
  return Object.fromEntries(Object.entries(body).filter(([name]) => !MERCHANTS.includes(name))) as Product;
}

/** Why a product can't be bought at `now` (milliseconds since the epoch). */
export function unavailabilityOf(
  { quantity, infinite, immortal, expiresAt }: ProductRecord,
  now: number,
): Unavailability | undefined {
  if (!immortal && expiresAt !== null && expiresAt <= now) return 'expired';
  return !infinite && quantity !== null && quantity <= 0 ? 'sold out' : undefined;
}
