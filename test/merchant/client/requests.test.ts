import { expectTypeOf, test } from 'vitest';
import type { NewCustomer, NewPlan, NewProduct, NewTransfer, ProductChanges } from '../../../src/merchant/index.js';

test('a misspelled field is a type error', () => {
  expectTypeOf<keyof NewTransfer>().toEqualTypeOf<
    | 'amount'
    | 'currency'
    | 'description'
    | 'expired_at'
    | 'tracking_id'
    | 'duplicate_check'
    | 'language'
    | 'notification_url'
    | 'return_url'
    | 'test'
    | 'credit_card'
    | 'recipient_card'
    | 'additional_data'
    | 'customer'
    | 'sender_billing_address'
    | 'recipient_billing_address'
    | 'billing_address'
  >();
  expectTypeOf<keyof NonNullable<NewTransfer['credit_card']>>().toEqualTypeOf<
    'number' | 'exp_month' | 'exp_year' | 'holder' | 'token' | 'verification_value'
  >();
  expectTypeOf<keyof NewPlan['plan']>().toEqualTypeOf<'amount' | 'interval' | 'interval_unit'>();
});

test('fields that the spec requires are required', () => {
  expectTypeOf<{ currency: 'USD' }>().not.toExtend<NewTransfer>();
  expectTypeOf<{ email: string }>().not.toExtend<NewCustomer>();
  expectTypeOf<{ email: string; ip: string }>().toExtend<NewCustomer>();
});

test('a product’s numbers are numbers, although they are sent as text', () => {
  expectTypeOf<NewProduct['amount']>().toEqualTypeOf<number>();
  expectTypeOf<NewProduct['quantity']>().toEqualTypeOf<number | undefined>();
  expectTypeOf<{ amount: number }>().toExtend<ProductChanges>();
});
