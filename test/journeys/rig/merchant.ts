import { inject } from 'vitest';
import { freshAmount } from './journey.js';

/** A product or a plan, as the gateway returned it to its merchant's server. */
export interface Sold {
  readonly id: string;
  readonly pay_url: string;
  readonly confirm_url: string;
}

/** A payment as the gateway reports it to a caller with the secret key. */
export interface ReportedPayment {
  readonly [field: string]: unknown;
  readonly customer: Readonly<Record<string, unknown>>;
  readonly sender_billing_address: Readonly<Record<string, unknown>>;
}

/** The shop of the journeys; its keys are the same in every sandbox. */
export const shop = () => inject('shops').find(({ pci_certified }) => !pci_certified)!;

/**
 * Sends a request as a merchant's server does, with the shop's secret key, to the journeys' gateway unless `baseUrl` is set.
 *
 * @throws Error with the gateway's answer unless it is a success.
 */
export async function askGateway<Answer>(
  method: 'POST' | 'PUT' | 'GET',
  path: string,
  body?: object,
  baseUrl = inject('gateway').base_url,
): Promise<Answer> {
  const { shop_id, secret_key } = shop();
  const answer = await fetch(baseUrl + path, {
    method,
    headers: {
      'content-type': 'application/json',
      authorization: `Basic ${Buffer.from(`${shop_id}:${secret_key}`).toString('base64')}`,
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${answer.status}: ${text}`);
  return (text ? JSON.parse(text) : undefined) as Answer;
}

/** Makes a product for this journey alone, five pieces, with `changes`. */
export const sell = (changes: object = {}, baseUrl?: string): Promise<Sold> =>
  askGateway(
    'POST',
    '/products',
    {
      name: 'Tea pot',
      description: 'Holds one litre',
      currency: 'USD',
      amount: String(freshAmount()),
      quantity: '5',
      immortal: true,
      ...changes,
    },
    baseUrl,
  );

/** Makes a monthly plan of 25.00 USD, with `changes`. */
export const offerPlan = (changes: object = {}, baseUrl?: string): Promise<Sold> =>
  askGateway(
    'POST',
    '/plans',
    {
      title: 'Gold',
      currency: 'USD',
      plan: { amount: 2500, interval: 1, interval_unit: 'month' },
      ...changes,
    },
    baseUrl,
  );

/** How many pieces of a product are left. */
export const left = async ({ id }: Sold): Promise<number> =>
  (await askGateway<{ quantity: number }>('GET', `/products/${id}`)).quantity;

/** A payment, by its uid. */
export const paymentOf = async (uid: string): Promise<ReportedPayment> =>
  (await askGateway<{ transaction: ReportedPayment }>('GET', `/transactions/${uid}`)).transaction;
