import { VISIBLE_FIELDS } from '../wire/visible-fields.js';

// Products and plans of the sandbox shop that must encrypt, for tests in a browser: only a server may create them.
declare module 'vitest' {
  // `inject('offers')` in tests.
  interface ProvidedContext {
    offers: Offers;
  }
}

type Json = Record<string, unknown>;

/** The sandbox's offers, as the API returns them. Amounts in minor units. */
export type Offers = Readonly<Record<OfferName, Readonly<Json & { id: string; confirm_url: string; pay_url: string }>>>;
export type OfferName = keyof typeof PRODUCTS | keyof typeof PLANS;

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

// Different prices: the same card at the same price within 30 s is a duplicate, in whichever file (spec 8).
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
  pot: product('Pot', { amount: '2299' }),
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

/** Creates the offers. */
export async function createOffers(
  { base_url: base }: { readonly base_url: string },
  { shop_id, secret_key }: { readonly shop_id: number | string; readonly secret_key: string },
): Promise<Offers> {
  const authorization = `Basic ${Buffer.from(`${shop_id}:${secret_key}`).toString('base64')}`;
  const create = async (path: string, body: Json): Promise<Json> => {
    const answer = await fetch(base + path, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (answer.status !== 201) throw new Error(`POST ${path} answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as Json;
  };
  const made = [
    ...Object.entries(PRODUCTS).map(async ([name, body]) => [name, await create('/products', body)] as const),
    ...Object.entries(PLANS).map(async ([name, body]) => [name, await create('/plans', body)] as const),
  ];
  return Object.fromEntries(await Promise.all(made)) as Offers;
}
