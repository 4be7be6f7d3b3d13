import { formatAmount } from '../../../src/money/amount.js';
import { exponentOf } from '../../../src/money/currency.js';
import { orderRequest, type OrderRequest } from '../../../src/wire/request/order.js';
import { BLANK } from '../../../src/wire/request/values.js';
import { presentCard, type CardReading } from '../card/present-card.js';
import { openSections, tokenIn, type CardShop, type Price } from '../card/sections.js';
import { isIpAddress } from '../customer/ip-address.js';
import { judgeAddress, judgeEmail } from '../customer/judge-person.js';
import { invalidParams } from '../http/error-response.js';
import { isRecord, judgeFields, unwrap } from '../http/judge-fields.js';
import { Problems } from '../http/problems.js';
import type { PresentedCard } from '../issuer/decide.js';
import type { ForSale, Unavailability } from './for-sale.js';

/** A valid order with its card decrypted. Lives only as long as its request. */
export interface ReadOrder {
  readonly request: OrderRequest;
  readonly card: PresentedCard;
  /** The ids of the sealed section and of its attempt; empty for a plain one. */
  readonly sealIds: readonly string[];
  /** The card section's token as sent, sealed or saved. */
  readonly cardToken: string | undefined;
}

/** What an order is judged by. */
export type ItemOfOrder = Pick<ForSale, 'id' | 'amount' | 'currency' | 'asks' | 'unavailable'>;

const UNAVAILABLE: Readonly<Record<Unavailability, readonly [field: string, text: string]>> = {
  'sold out': ['quantity', 'is sold out'],
  expired: ['expired_at', 'is over: this can no longer be bought'],
};

/** Reports why an item is unavailable, at the field with the reason. */
export const addUnavailable = (reason: Unavailability, problems: Problems): void => {
  const [field, text] = UNAVAILABLE[reason];
  problems.add([field], text);
};

const isPrice = (price: Price | undefined): price is Price =>
  price !== undefined && Number.isSafeInteger(price.amount) && price.amount > 0 && exponentOf(price.currency) !== undefined;

const priceText = ({ amount, currency }: Price): string => formatAmount(amount, currency, 'en');

/** Reports a price that differs from the one that the payer saw and agreed to. */
export function judgePrice(seen: Price, now: Price, problems: Problems): void {
  if (seen.amount === now.amount && seen.currency === now.currency) return;
  problems.add(['amount'], `has changed from ${priceText(seen)} to ${priceText(now)}; nothing was charged`);
}

const isBlank = (value: unknown): boolean => typeof value !== 'string' || value.trim() === '';

function judgeBuyer(given: unknown, { asks }: Pick<ForSale, 'asks'>, problems: Problems): void {
  // Any other value has already been reported.
  if (given !== undefined && given !== null && !isRecord(given)) return;
  const buyer = given ?? {};
  for (const field of asks) {
    // The country decides whether a state is required.
    if (field === 'state' || problems.about('customer', field)) continue;
    if (isBlank(buyer[field])) problems.add(['customer', field], BLANK);
  }
  judgeEmail(buyer.email, problems, ['customer']);
  judgeAddress(buyer, problems, ['customer'], asks.includes('state'));
  if (!isBlank(buyer.ip) && !isIpAddress(String(buyer.ip))) problems.add(['customer', 'ip'], 'address is invalid');
}

/**
 * Reads the body of `POST {confirm_url}`: decrypts the card, validates price, availability and every field.
 *
 * @throws Refusal 422: the duplicate rejection when the sealed card already paid, before any other check; otherwise every
 * problem at its path.
 */
export async function readOrder(body: unknown, item: ItemOfOrder, shop: CardShop, reading: CardReading): Promise<ReadOrder> {
  const problems = new Problems();
  const raw = unwrap(body, problems);
  if (problems.any) throw invalidParams(problems);

  // An order has no recipient, so no seal can name one.
  const opened = await openSections({ credit_card: raw.credit_card, recipient_card: raw.recipient_card }, shop);
  await reading.refuseUsedSeals(opened.sealIds);
  const sealedFor = opened.priceIn('credit_card');
  const seen = isPrice(sealedFor) ? sealedFor : undefined;
  const { amount, currency } = seen ?? item;
  const binding = { operation: 'order', amount, currency, product_id: item.id, tracking_id: raw.tracking_id } as const;
  const sections = opened.judge(binding, reading.now, problems);

  if (item.unavailable) addUnavailable(item.unavailable, problems);
  else if (seen && !problems.about('credit_card')) judgePrice(seen, item, problems);
  const request = judgeFields(orderRequest, { ...raw, ...sections }, problems);
  judgeBuyer(raw.customer, item, problems);
  const card = await presentCard({
    section: 'credit_card',
    operation: 'order',
    given: sections.credit_card ?? raw.credit_card,
    shop,
    problems,
    reading,
  });
  if (problems.any || !request || !card) throw invalidParams(problems);
  return { request, card, sealIds: opened.sealIds, cardToken: tokenIn(raw.credit_card) };
}
