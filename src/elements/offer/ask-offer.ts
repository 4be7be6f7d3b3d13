import type { CheckoutClient } from '../../checkout/client.js';
import { GatewayError } from '../../wire/response/gateway-error.js';
import type { Clock } from '../../clock/clock.js';
import { withDeadline } from '../../clock/deadline.js';
import { CheckoutError } from '../../http/error.js';
import { getOrder, type OrderOffer } from '../../wire/response/order.js';
import type { Plan } from '../../wire/response/plan.js';
import type { Product } from '../../wire/response/product.js';
import { attributeOf } from '../base/attribute-name.js';
import { SettingError } from '../errors.js';
import type { CheckoutUnavailableEvent } from '../events.js';
import { hasReadableTerms } from './plan-terms.js';
import { type Offer, problemOf } from './offer.js';
import type { OrderPlace } from './order-place.js';

/** The gateway's answer about an offer. */
export type OfferAnswer =
  | { readonly state: 'here'; readonly offer: Offer }
  /** The gateway takes no orders from this page; `error` describes the answer that came instead. */
  | {
      readonly state: 'elsewhere';
      readonly reason: CheckoutUnavailableEvent['reason'];
      readonly error: CheckoutError;
      /** Whether a gateway that takes no orders from pages typically answers so: with a page of its own, or by refusing CORS. */
      readonly usual: boolean;
    };

/** Milliseconds that the gateway may take to answer; until then the payer sees a placeholder. */
const TIMEOUT = 6000;

const contractError = (message: string): GatewayError => new GatewayError('answer_off_contract', message, { status: 200 });

/** The offer in an answer; undefined if its price or terms can't be shown. */
function readOffer(answer: OrderOffer): Offer | undefined {
  if ('product' in answer) {
    const { product } = answer as { product: Product };
    return problemOf(product) ? undefined : { product, plan: undefined };
  }
  const { plan } = answer as { plan: Plan };
  return hasReadableTerms(plan) ? { plan, product: undefined } : undefined;
}

/**
 * Asks `GET {confirm_url}` what is on offer.
 *
 * @throws Only the signal's reason.
 */
export async function askOffer(
  place: OrderPlace,
  { client, clock }: { readonly client: CheckoutClient; readonly clock: Clock },
  signal: AbortSignal,
): Promise<OfferAnswer> {
  const overdue = contractError('Expected an answer from confirm-url within 6 seconds; got none.');
  const parameters = { id: place.id, shop_id: place.shopId };
  const ask = (until: AbortSignal): Promise<OrderOffer> => client.call(getOrder, { parameters, signal: until });
  try {
    const answer = await withDeadline(ask, { clock, signal, milliseconds: TIMEOUT, late: () => overdue });
    const offer = readOffer(answer);
    if (offer) return { state: 'here', offer };
    const error = contractError(
      'Expected a price in a known currency and terms in hours, days or months from confirm-url; got others.',
    );
    return { state: 'elsewhere', reason: 'unreadable', error, usual: false };
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof CheckoutError)) throw error;
    const status = error instanceof GatewayError ? error.status : undefined;
    const reason =
      status === 404 ? 'unknown' : status === undefined || status >= 500 || error === overdue ? 'unreachable' : 'unreadable';
    const usual = status === undefined || (status < 400 && error !== overdue);
    const typed = status === 404 ? notFoundError(place, error) : usual && status ? takesNoOrdersError(place, status) : error;
    return { state: 'elsewhere', reason, error: typed, usual };
  }
}

/** The error when the key's shop has no such product or plan. */
const notFoundError = ({ checkoutUrl, id, shopId }: OrderPlace, { message }: CheckoutError): SettingError =>
  new SettingError(
    attributeOf('confirmUrl'),
    'the order address of a product or a plan of the shop that public-key belongs to',
    `status 404 for "${id}" of shop "${shopId}" at ${checkoutUrl} (${message.replace(/\.$/, '')})`,
    'Set confirm_url as the gateway gave it, and the public key of the same shop.',
  );

/** The error when the gateway has a page of its own at the address, and takes no orders from other pages. */
const takesNoOrdersError = ({ checkoutUrl }: OrderPlace, status: number): SettingError =>
  new SettingError(
    attributeOf('confirmUrl'),
    'an address that takes orders from a page',
    `something other than a product or a plan, with status ${status}, from ${checkoutUrl}`,
    'Set the product’s pay_url too, and leave mode="form" out: then the payer is led to the payment link.',
  );
