import type { NewPlan, NewProduct } from '../../../src/merchant/index.js';

/** Something that this shop sells, by its name in the shop's addresses. */
interface Goods {
  readonly sku: string;
}

export interface ProductGoods extends Goods {
  readonly product: NewProduct;
}

export interface PlanGoods extends Goods {
  readonly plan: NewPlan;
}

/** The shop's products. Prices in minor units of USD. */
export const productsFor = (test: boolean): readonly ProductGoods[] => [
  {
    sku: 'coffee',
    product: {
      name: 'Coffee beans, 1 kg',
      description: 'Washed arabica from Huila, roasted on Monday, at your door by Friday.',
      currency: 'USD',
      amount: 1850,
      infinite: true,
      immortal: true,
      language: 'en',
      test,
    },
  },
  {
    sku: 'ticket',
    product: {
      name: 'Ticket: Quiet Evening',
      description: 'Piano and cello in the old mill, 120 seats. We’ll send the ticket by email.',
      currency: 'USD',
      amount: 4200,
      quantity: 120,
      immortal: true,
      language: 'en',
      test,
      visible_fields: ['first_name', 'last_name', 'email'],
    },
  },
  {
    sku: 'bicycle',
    product: {
      name: 'Bicycle for a weekend',
      description: 'We don’t charge the deposit: your bank only sets it aside, and we release it when the bicycle is back.',
      currency: 'USD',
      amount: 15_000,
      quantity: 6,
      immortal: true,
      language: 'en',
      test,
      transaction_type: 'authorization',
      visible_fields: ['first_name', 'last_name', 'country', 'state', 'city', 'address', 'zip', 'phone', 'email'],
    },
  },
];

/** The shop's subscription plans. */
export const plansFor = (test: boolean): readonly PlanGoods[] => [
  {
    sku: 'coffee-club',
    plan: {
      title: 'Coffee club',
      currency: 'USD',
      language: 'en',
      test,
      plan: { amount: 1000, interval: 1, interval_unit: 'month' },
      trial: { amount: 100, interval: 3, interval_unit: 'day', as_first_payment: false },
    },
  },
  {
    sku: 'newspaper',
    plan: {
      title: 'Saturday paper',
      currency: 'USD',
      language: 'en',
      test,
      plan: { amount: 450, interval: 7, interval_unit: 'day' },
      infinite: false,
      billing_cycles: 12,
      number_payment_attempts: 2,
      prevent_payments_at_night: true,
    },
  },
];
