import type { OrderOffer } from '../../src/wire/response/order.js';
import type { Plan } from '../../src/wire/response/plan.js';
import type { Product } from '../../src/wire/response/product.js';
import type { Identifiers } from '../gateway/crypto/identifiers.js';
import type { EchoedItem } from '../gateway/order/order-echo.js';
import type { ItemOfOrder } from '../gateway/order/read-order.js';
import { planBody } from '../gateway/plan/plan-body.js';
import { readPlan } from '../gateway/plan/read-plan.js';
import { productBody, publicProduct, unavailabilityOf } from '../gateway/product/product-body.js';
import { readProduct } from '../gateway/product/read-product.js';
import type { PlanRecord, ProductRecord } from '../gateway/store/record/sale-records.js';
import type { ScriptedShop } from './shop.js';

/** A product or a plan at the time of an order. */
export interface Item extends ItemOfOrder, EchoedItem {
  readonly type: ProductRecord['transactionType'];
  readonly language: string;
  readonly expiresAt: number | null;
  readonly plan: PlanRecord | undefined;
}

interface Surroundings {
  readonly shop: ScriptedShop;
  readonly identifiers: Identifiers;
  readonly urls: { readonly base: string; readonly checkout: string };
  readonly now: () => number;
}

const itemOfProduct = (record: ProductRecord, now: number): Item => ({
  ...record,
  asks: record.visibleFields,
  unavailable: unavailabilityOf(record, now),
  type: record.transactionType,
  expiresAt: record.immortal ? null : record.expiresAt,
  receiptText: [],
  plan: undefined,
});

const itemOfPlan = (plan: PlanRecord): Item => ({
  ...plan,
  name: plan.title,
  amount: plan.trial?.amount ?? plan.charge.amount,
  asks: ['email'],
  unavailable: undefined,
  type: 'payment',
  expiresAt: null,
  returnUrl: null,
  notificationUrl: null,
  receiptText: [],
  plan,
});

/** The products and plans of a scripted gateway, created and changed by the requests of spec 2.7 and 2.8. */
export class Offers {
  readonly #products = new Map<string, ProductRecord>();
  readonly #plans = new Map<string, PlanRecord>();
  readonly #around: Surroundings;

  constructor(around: Surroundings) {
    this.#around = around;
  }

  /** @throws Refusal 422 */
  createProduct(request: Readonly<Record<string, unknown>>): Product & { confirm_url: string; pay_url: string } {
    return this.#keepProduct({ ...readProduct(request, this.#around.shop), ...this.#stamp('prd') });
  }

  /** @throws Refusal 422 */
  changeProduct(id: string, changes: Readonly<Record<string, unknown>>): Product {
    const record = this.#products.get(id)!;
    return this.#keepProduct({ ...record, ...readProduct(changes, this.#around.shop, record) });
  }

  /** @throws Refusal 422 */
  createPlan(request: Readonly<Record<string, unknown>>): Plan & { confirm_url: string; pay_url: string } {
    const record = { ...readPlan(request), ...this.#stamp('pln') };
    this.#plans.set(record.id, record);
    return planBody(record, this.#around.urls) as ReturnType<Offers['createPlan']>;
  }

  /** The answer to `GET {confirm_url}`; undefined for an unknown id. */
  offer(id: string): OrderOffer | undefined {
    const { shop, urls } = this.#around;
    const [product, plan] = [this.#products.get(id), this.#plans.get(id)];
    if (product) return { product: publicProduct(product, urls), shop: { name: shop.name } };
    return plan && { plan: planBody(plan, urls), shop: { name: shop.name } };
  }

  item(id: string): Item | undefined {
    const [product, plan] = [this.#products.get(id), this.#plans.get(id)];
    return product ? itemOfProduct(product, this.#around.now()) : plan && itemOfPlan(plan);
  }

  /** Takes items from the stock, or puts them back. */
  move(id: string, count: number): void {
    const product = this.#products.get(id);
    if (product && product.quantity !== null) this.#products.set(id, { ...product, quantity: product.quantity + count });
  }

  #keepProduct(record: ProductRecord): ReturnType<Offers['createProduct']> {
    this.#products.set(record.id, record);
    return productBody(record, this.#around.urls) as ReturnType<Offers['createProduct']>;
  }

  #stamp(prefix: 'prd' | 'pln') {
    const { identifiers, shop, now } = this.#around;
    const at = now();
    return { id: identifiers.next(prefix), shopId: shop.id, createdAt: at, updatedAt: at };
  }
}
