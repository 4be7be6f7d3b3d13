import * as z from 'zod/mini';
import { productRequest } from '../../../src/wire/request/product.js';
import { BLANK } from '../../../src/wire/request/values.js';
import { invalidParams } from '../http/error-response.js';
import { bareFields, judgeCurrency, judgeFields } from '../http/judge-fields.js';
import { Problems } from '../http/problems.js';
import type { Shop } from '../shop/shops.js';
import type { ProductRecord } from '../store/record/sale-records.js';

/** The merchant's part of a product. */
export type ProductTerms = Omit<ProductRecord, 'id' | 'shopId' | 'createdAt' | 'updatedAt'>;

const changedFields = z.partial(productRequest);
type Fields = z.output<typeof changedFields>;
/** A request as sent. */
type Given = Readonly<Record<string, unknown>>;

const UNDESCRIBED: ProductTerms = {
  name: '',
  description: '',
  currency: '',
  amount: 0,
  quantity: null,
  infinite: false,
  visibleFields: [],
  test: false,
  immortal: false,
  expiresAt: null,
  returnUrl: null,
  successUrl: null,
  failUrl: null,
  notificationUrl: null,
  language: 'en',
  transactionType: 'payment',
  additionalData: {},
};

// The valid fields, so that conditions between fields are checked even if other fields are invalid.
function validFields(body: Record<string, unknown>): Fields {
  const valid: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(changedFields.shape)) {
    const result = z.safeParse(schema, body[name]);
    if (result.success) valid[name] = result.data;
  }
  return valid;
}

/** The new value of a field: the previous one if it was not sent, its default if null was sent. */
function after<T, V>(sent: T | null | undefined, before: V, byDefault: V, read: (value: T) => V): V {
  if (sent === undefined) return before;
  return sent === null ? byDefault : read(sent);
}

const same = <T>(value: T): T => value;

function merge(before: ProductTerms, fields: Fields): ProductTerms {
  const infinite = after(fields.infinite, before.infinite, false, same);
  return {
    name: fields.name ?? before.name,
    description: fields.description ?? before.description,
    currency: fields.currency ?? before.currency,
    amount: fields.amount ?? before.amount,
    quantity: infinite ? null : after<number, number | null>(fields.quantity, before.quantity, null, same),
    infinite,
    visibleFields: after(fields.visible_fields, before.visibleFields, [], (names) => [...new Set(names)]),
    test: after(fields.test, before.test, false, same),
    immortal: after(fields.immortal, before.immortal, false, same),
    expiresAt: after<string, number | null>(fields.expired_at, before.expiresAt, null, Date.parse),
    returnUrl: after<string, string | null>(fields.return_url, before.returnUrl, null, same),
    successUrl: after<string, string | null>(fields.success_url, before.successUrl, null, same),
    failUrl: after<string, string | null>(fields.fail_url, before.failUrl, null, same),
    notificationUrl: after<string, string | null>(fields.notification_url, before.notificationUrl, null, same),
    language: after(fields.language, before.language, 'en', (language) => language || 'en'),
    transactionType: after(fields.transaction_type, before.transactionType, 'payment', same),
    additionalData: after<object, ProductTerms['additionalData']>(fields.additional_data, before.additionalData, {}, (data) => ({
      ...data,
    })),
  };
}

// Adds the cure to the spec's text (7.2), for a merchant who wants no limit.
function addRequired(field: 'quantity' | 'expired_at', unless: string, given: Given, problems: Problems): void {
  // An invalid value has already been reported.
  if ((given[field] ?? '') !== '') return;
  problems.add([field], BLANK);
  problems.add([field], `is required unless ${unless} is sent`);
}

// Spec 2.7: quantity is required unless infinite, and not sent when infinite; expired_at is required unless immortal.
function judgeConditions(terms: ProductTerms, sent: Fields, given: Given, problems: Problems): void {
  const quantitySent = sent.quantity !== undefined && sent.quantity !== null;
  if (terms.infinite && quantitySent) problems.add(['quantity'], 'must not be sent when infinite is true');
  if (!terms.infinite && terms.quantity === null) addRequired('quantity', 'infinite: true', given, problems);
  if (!terms.immortal && terms.expiresAt === null) addRequired('expired_at', 'immortal: true', given, problems);
}

/**
 * Reads a product (spec 2.7), or, with `before`, changes of one (spec 4.2 PUT): then conditions between fields apply to the
 * changed product.
 *
 * @throws Refusal 422 with every problem at its field.
 */
export function readProduct(body: unknown, shop: Pick<Shop, 'id'>, before?: ProductTerms): ProductTerms {
  const problems = new Problems();
  const { visible, ...others } = bareFields(body);
  // Clients of the family send the fields under their older name.
  const given: Given = { ...(visible !== undefined && { visible_fields: visible }), ...others };
  judgeFields<unknown>(before ? changedFields : productRequest, given, problems);
  if (!before || given.currency !== undefined) judgeCurrency(given.currency, problems);
  const sent = validFields(given);
  if (typeof sent.shop_id === 'number' && sent.shop_id !== shop.id) {
    problems.add(['shop_id'], 'is not the shop of these credentials');
  }
  const terms = merge(before ?? UNDESCRIBED, sent);
  judgeConditions(terms, sent, given, problems);
  if (problems.any) throw invalidParams(problems);
  return terms;
}
