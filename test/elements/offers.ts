import type { ScriptedGateway } from '../../demo/scripted/gateway.js';
import { VISIBLE_FIELDS } from '../wire/visible-fields.js';

type Json = Record<string, unknown>;

export type OfferName = keyof typeof PRODUCTS | keyof typeof PLANS;
/** What the shop sells, as the gateway returns it. Amounts in minor units. */
export type Offers = Readonly<Record<OfferName, Readonly<Json & { id: string; confirm_url: string; pay_url: string }>>>;

const product = (name: string, more: Json = {}): Json => ({
  name,
  description: `${name} of the test shop`,
  currency: 'USD',
  amount: '1999',
  infinite: true,
  immortal: true,
  language: 'en',
  ...more,
});

const PRODUCTS = {
  cup: product('Cup'),
  limited: product('Print', {
    amount: '2100',
    infinite: false,
    quantity: '7',
    immortal: false,
    expired_at: '2099-12-31T18:00:00+00:00',
  }),
  gone: product('Ticket', { infinite: false, quantity: '0' }),
  over: product('Calendar', { immortal: false, expired_at: '2020-01-01T00:00:00+00:00' }),
  parcel: product('Parcel', { amount: '2999', visible_fields: VISIBLE_FIELDS }),
  held: product('Deposit', { amount: '5000', transaction_type: 'authorization' }),
  trying: product('Sample', { test: true }),
} as const;

const PLANS = {
  monthly: { title: 'Magazine', currency: 'USD', plan: { amount: 1000, interval: 1, interval_unit: 'month' } },
  tried: {
    title: 'Paper',
    currency: 'USD',
    plan: { amount: 1000, interval: 1, interval_unit: 'month' },
    trial: { amount: 100, interval: 3, interval_unit: 'day' },
  },
} as const;

/** Puts everything on sale. */
export const createOffers = ({ offers }: ScriptedGateway): Offers =>
  Object.fromEntries([
    ...Object.entries(PRODUCTS).map(([name, body]) => [name, offers.createProduct(body)] as const),
    ...Object.entries(PLANS).map(([name, body]) => [name, offers.createPlan(body)] as const),
  ]) as Offers;
