import type { Plan } from '../../wire/response/plan.js';
import type { Product } from '../../wire/response/product.js';

const PRODUCT_FIELDS = [
  'id',
  'name',
  'description',
  'currency',
  'amount',
  'quantity',
  'infinite',
  'immortal',
  'expired_at',
  'visible_fields',
  'transaction_type',
  'language',
  'test',
  'pay_url',
  'payment_url',
  'confirm_url',
] as const satisfies readonly (keyof Product)[];

const PLAN_FIELDS = [
  'id',
  'title',
  'currency',
  'infinite',
  'billing_cycles',
  'language',
  'test',
  'pay_url',
  'payment_url',
  'confirm_url',
] as const satisfies readonly (keyof Plan)[];

/** The part of a product that payers may know; `amount` in minor units. */
export type PublicProduct = Pick<Product, (typeof PRODUCT_FIELDS)[number]>;

/** The part of a plan that payers may know; amounts in minor units. */
export type PublicPlan = Pick<Plan, (typeof PLAN_FIELDS)[number]> & {
  readonly plan: Pick<Plan['plan'], 'amount' | 'interval' | 'interval_unit'>;
  readonly trial?:
    | Pick<NonNullable<Plan['trial']>, 'amount' | 'interval' | 'interval_unit' | 'as_first_payment'>
    | null
    | undefined;
};

function pick<Source extends object, Field extends keyof Source>(source: Source, fields: readonly Field[]): Pick<Source, Field> {
  return Object.fromEntries(fields.filter((field) => source[field] !== undefined).map((field) => [field, source[field]])) as Pick<
    Source,
    Field
  >;
}

/**
 * The part of a product that its page may show (spec 2.7). The fields are listed one by one: `additional_data`,
 * `return_url` and anything that a gateway adds stay on the server.
 *
 * @example
 * response.end(JSON.stringify(publicProduct(await client.getProduct(id))));
 */
export const publicProduct = (product: Product): PublicProduct => pick(product, PRODUCT_FIELDS);

/**
 * The part of a plan that its page may show (spec 2.8): its terms, but not how failed charges are retried.
 *
 * @example
 * response.end(JSON.stringify(publicPlan(await client.getPlan(id))));
 */
export const publicPlan = (plan: Plan): PublicPlan => ({
  ...pick(plan, PLAN_FIELDS),
  plan: pick(plan.plan, ['amount', 'interval', 'interval_unit']),
  ...(plan.trial && { trial: pick(plan.trial, ['amount', 'interval', 'interval_unit', 'as_first_payment']) }),
});
