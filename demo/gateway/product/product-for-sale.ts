import { formatAmount } from '../../../src/money/amount.js';
import type { GatewayUrls } from '../http/gateway-urls.js';
import type { FindForSale, ForSale } from '../order/for-sale.js';
import { textsIn } from '../page/texts.js';
import { dateText } from '../page/date-text.js';
import type { ProductRecord } from '../store/record/sale-records.js';
import type { Clock } from '../time/clock.js';
import { publicProduct, unavailabilityOf } from './product-body.js';

// Spec 2.5 has these lines in a transfer's additional_data; a product's works the same way.
function receiptTextOf({ additionalData: { receipt_text: lines } }: ProductRecord): string[] {
  return Array.isArray(lines) ? lines.filter((line) => typeof line === 'string') : [];
}

function factsOf({ amount, currency, quantity, immortal, expiresAt }: ProductRecord, language: string) {
  const texts = textsIn(language);
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
      unavailable: unavailabilityOf(record, clock.now()),
      expiresAt: record.immortal ? null : record.expiresAt,
      offer: { product: publicProduct(record, urls) },
      facts: (language) => factsOf(record, language),
      notes: (language) => (record.transactionType === 'authorization' ? [textsIn(language).reserved] : []),
      async take(order, within) {
        const stock = await within.products.takeOne(id);
        const purchase = { kind: 'product', id, taken: stock === 'taken' } as const;
        return stock && { purchase, work: { kind: 'transaction', uid: order.uid } };
      },
    };
  };
