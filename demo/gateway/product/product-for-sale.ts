import { formatAmount } from '../../../src/money/amount.js';
import type { Product } from '../../../src/wire/response/product.js';
import type { GatewayUrls } from '../http/gateway-urls.js';
import type { FindForSale, ForSale, Unavailability } from '../order/for-sale.js';
import { orderTextsIn } from '../order/order-texts.js';
import { dateText } from '../page/date-text.js';
import type { ProductRecord } from '../store/record/sale-records.js';
import type { Clock } from '../time/clock.js';
import { productBody } from './product-body.js';

function unavailability({ quantity, infinite, immortal, expiresAt }: ProductRecord, now: number): Unavailability | undefined {
  if (!immortal && expiresAt !== null && expiresAt <= now) return 'expired';
  return !infinite && quantity !== null && quantity <= 0 ? 'sold out' : undefined;
}

// Spec 2.5 has these lines in a transfer's additional_data; a product's works the same way.
function receiptTextOf({ additionalData: { receipt_text: lines } }: ProductRecord): string[] {
  return Array.isArray(lines) ? lines.filter((line) => typeof line === 'string') : [];
}

/** The fields that concern only merchant and gateway. */
const MERCHANTS = ['additional_data', 'shop_id', 'return_url', 'success_url', 'fail_url', 'notification_url'];

function publicPart(record: ProductRecord, urls: GatewayUrls): Product {
  const body = productBody(record, urls);
  return Object.fromEntries(Object.entries(body).filter(([name]) => !MERCHANTS.includes(name))) as Product;
}

function factsOf({ amount, currency, quantity, immortal, expiresAt }: ProductRecord, language: string) {
  const texts = orderTextsIn(language);
  const facts: [label: string, text: string][] = [[texts.price, formatAmount(amount, currency, texts.language)]];
  if (quantity !== null) facts.push([texts.left, new Intl.NumberFormat(texts.language).format(quantity)]);
  if (!immortal && expiresAt !== null) facts.push([texts.until, dateText(expiresAt, language)]);
  return facts;
}

/** Finds products for orders: each order takes one from the stock. */
export const productForSale =
  (clock: Clock, urls: GatewayUrls): FindForSale =>
  async (id, store): Promise<ForSale | undefined> => {
    const record = await store.products.byId(id);
    if (!record) return undefined;
    const { amount, currency } = record;
    return {
      id,
      shopId: record.shopId,
      name: record.name,
      description: record.description,
      amount,
      currency,
      language: record.language,
      test: record.test,
      transactionType: record.transactionType,
      asks: record.visibleFields,
      returnUrl: record.returnUrl,
      successUrl: record.successUrl,
      failUrl: record.failUrl,
      notificationUrl: record.notificationUrl,
      receiptText: receiptTextOf(record),
      unavailable: unavailability(record, clock.now()),
      expiresAt: record.immortal ? null : record.expiresAt,
      offer: { product: publicPart(record, urls) },
      facts: (language) => factsOf(record, language),
      notes: (language) => (record.transactionType === 'authorization' ? [orderTextsIn(language).reserved] : []),
      take: async (order, within) =>
        (await within.products.takeOne(id))
          ? { purchase: { kind: 'product', id }, work: { kind: 'transaction', uid: order.uid } }
          : undefined,
    };
  };
