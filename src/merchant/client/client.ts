import { type Endpoint, fillPath } from '../../wire/endpoint.js';
import { type CheckResponse, p2pRestrictions } from '../../wire/response/check.js';
import { createCustomer, getCustomer, listCustomers, type StoredCustomer } from '../../wire/response/customer.js';
import { createPlan, getPlan, listPlans, type Plan } from '../../wire/response/plan.js';
import { createProduct, getProduct, listProducts, type Product, updateProduct } from '../../wire/response/product.js';
import { cancelSubscription, createSubscription, getSubscription, type Subscription } from '../../wire/response/subscription.js';
import type { Transaction } from '../../wire/response/transaction.js';
import { p2ps, transactionByUid, transactionsByTrackingId } from '../../wire/response/transfer.js';
import { GatewayError } from '../../wire/response/gateway-error.js';
import { readAnswer } from './answer.js';
import { type Change, sendChange } from './send-change.js';
import { exchange, type Outgoing } from './exchange.js';
import {
  checkTotal,
  FOLLOW_UPS,
  type FollowUpKind,
  followUpsOf,
  type FollowUpTotal,
  type Refund,
  restOf,
  trackingIdOf,
} from './follow-up.js';
import { checkOptions, type CheckedOptions, type MerchantClientOptions } from './options.js';
import {
  type NewCustomer,
  type NewPlan,
  type NewProduct,
  type NewSubscription,
  type NewTransfer,
  type ProductChanges,
  productBody,
  type TransferCheck,
  wholeAmount,
} from './requests.js';
import { retrying } from './retrying.js';
import { requireServer } from './server-only.js';

/** Options of a single call. */
export interface CallOptions {
  /** Stops waiting for the answer. A request that was sent stays sent. */
  readonly signal?: AbortSignal | undefined;
}

interface Call extends CallOptions {
  readonly parameters?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

const creation = (what: string, list: string): Change => ({
  request: `the request to create a ${what}`,
  cure: `Look for the ${what} in ${list}() first.`,
});

const FINDING_A_TRANSFER =
  'Call findTransactions(trackingId) until it returns a final transaction; an empty list, or one read soon after the ' +
  'request, proves nothing.';
const FINDING_A_CHARGE =
  'Call findTransactions(trackingId) until it returns a charge; wait for the notification of the subscription.';
const NO_TRACKING_ID =
  'It was sent without a tracking_id, so only the notification or the gateway’s back office shows the result. Send one next time.';

/**
 * The gateway's API for a merchant's server (spec 4.1 rows 1 and 5, 4.2 to 4.4, the status queries, and the family's
 * subscriptions): the calls that need the secret key. Amounts are in minor units.
 *
 * Every method throws GatewayError when the gateway's answer is not the expected response, TransportError when no
 * answer comes, and the signal's reason when it aborts. Calls that change nothing are retried after temporary failures. Calls
 * that create or change something are sent once, and throw UnknownOutcomeError unless the gateway itself refused them or there
 * was no connection.
 *
 * @example
 * const client = new MerchantClient({ shopId: '361', secretKey, gatewayUrl: 'https://gateway.example' });
 * const payments = await client.findTransactions(trackingId);
 * await client.refund(payments[0]!.uid, { total: 500, reason: 'The tea was cold' }); // 5.00 in all
 */
export class MerchantClient {
  // Private, so that no log of this object shows the key.
  readonly #options: CheckedOptions;
  /** The last call about each payment that is under way: two at once would both see the same sum. */
  readonly #following = new Map<string, Promise<unknown>>();

  /** @throws TypeError when an option is invalid, ServerOnlyError in a browser's page. */
  constructor(options: MerchantClientOptions) {
    requireServer();
    this.#options = checkOptions(options);
  }

  /**
   * Whether a transfer between two cards is possible, and its commission (spec 2.3). An impossible transfer is not an
   * error.
   */
  checkTransfer(request: TransferCheck, options?: CallOptions): Promise<CheckResponse> {
    return this.#ask(p2pRestrictions, { ...options, body: { request } });
  }

  /** Makes a transfer (spec 2.5). A declined transfer is not an error: check `status`. */
  async createTransfer(request: NewTransfer, options?: CallOptions): Promise<Transaction> {
    const trackingId = request.tracking_id || undefined;
    const { transaction } = await this.#change(
      p2ps,
      { ...options, body: { request } },
      { request: 'the transfer request', cure: trackingId ? FINDING_A_TRANSFER : NO_TRACKING_ID, transfer: { trackingId } },
    );
    return transaction;
  }

  /** A transaction by its uid. */
  async getTransaction(uid: string, options?: CallOptions): Promise<Transaction> {
    const { transaction } = await this.#ask(transactionByUid, { ...options, parameters: { uid } });
    if (transaction.uid !== uid) throw strayAnswer('the transaction with this uid');
    return transaction;
  }

  /**
   * The transactions with a tracking id, newest first, at most 10 (spec 8). Empty when the gateway knows none; that
   * proves nothing about a request that is still on its way.
   */
  async findTransactions(trackingId: string, options?: CallOptions): Promise<Transaction[]> {
    try {
      const parameters = { tracking_id: trackingId };
      const { transactions } = await this.#ask(transactionsByTrackingId, { ...options, parameters });
      if (transactions.every(({ tracking_id }) => tracking_id === trackingId)) return transactions;
    } catch (error) {
      // Some gateways answer 404 instead of an empty list. Without the gateway's error body, the address may be wrong.
      if (error instanceof GatewayError && error.code === 'not_found' && error.body) return [];
      throw error;
    }
    throw strayAnswer('only transactions with this tracking_id');
  }

  /**
   * Takes money that an authorization has reserved, so that `total` is captured in all. Returns the capture, or the last one when that
   * sum was captured before: the same call twice captures once. A declined one is not an error: check `status`.
   *
   * The spec has no captures, voids and refunds; gateways of the family do. The gateway is asked first, by the payment's tracking id,
   * what was made before. Calls about one payment wait for each other, in this client: use one, or lock the order in your database.
   *
   * @throws FollowUpError when more was captured before, or the gateway can't say how much.
   */
  capture(uid: string, capture: FollowUpTotal, options?: CallOptions): Promise<Transaction> {
    return this.#follow('capture', uid, capture, options);
  }

  /** Releases the money of an authorization that was not captured: the whole of it. Returns the void, also when it was made before. */
  void(uid: string, options?: CallOptions): Promise<Transaction> {
    return this.#follow('void', uid, undefined, options);
  }

  /**
   * Gives money of a payment or a capture back, so that `total` is refunded in all. Returns the refund, or the last one when that sum was
   * refunded before: the same call twice refunds once. Transfers can't be refunded.
   *
   * @throws FollowUpError when more was refunded before, or the gateway can't say how much.
   */
  refund(uid: string, refund: Refund, options?: CallOptions): Promise<Transaction> {
    return this.#follow('refund', uid, refund, options);
  }

  /** Creates a product (spec 2.7). */
  async createProduct(product: NewProduct, options?: CallOptions): Promise<Product> {
    const call = { ...options, body: productBody(product) };
    return this.#change(createProduct, call, creation('product', 'listProducts'));
  }

  /** A product by its id. */
  getProduct(id: string, options?: CallOptions): Promise<Product> {
    return this.#ask(getProduct, { ...options, parameters: { product_id: id } });
  }

  /** Every product of the shop. */
  listProducts(options?: CallOptions): Promise<Product[]> {
    return this.#ask(listProducts, { ...options });
  }

  /**
   * Changes a product: send only the fields to change (spec 4.2).
   *
   * Never retried, although the same request twice would set the same fields: a sale in between lowers the quantity, and a
   * retry would restore it.
   */
  async updateProduct(id: string, changes: ProductChanges, options?: CallOptions): Promise<void> {
    const call = { ...options, parameters: { product_id: id }, body: productBody(changes) };
    await this.#change(updateProduct, call, {
      request: 'the request to change the product',
      repeatable: true,
      cure: 'Compare with getProduct() first: sales in the meantime have lowered the quantity.',
    });
  }

  /** Creates a subscription plan (spec 2.8). */
  createPlan(plan: NewPlan, options?: CallOptions): Promise<Plan> {
    return this.#change(createPlan, { ...options, body: plan }, creation('plan', 'listPlans'));
  }

  /** A plan by its id. */
  getPlan(id: string, options?: CallOptions): Promise<Plan> {
    return this.#ask(getPlan, { ...options, parameters: { plan_id: id } });
  }

  /** Every plan of the shop. */
  listPlans(options?: CallOptions): Promise<Plan[]> {
    return this.#ask(listPlans, { ...options });
  }

  /**
   * Creates a subscription. Without a `card`, send the payer to its `redirect_url`, where they type one within a day; with
   * the token of a saved card, it is charged at once. A declined charge is not an error: check `state`.
   *
   * Not in the spec; gateways of the family have it, as the next two.
   */
  createSubscription(subscription: NewSubscription, options?: CallOptions): Promise<Subscription> {
    const trackingId = subscription.tracking_id || undefined;
    return this.#change(
      createSubscription,
      { ...options, body: subscription },
      {
        request: 'the request to create a subscription',
        cure: trackingId ? FINDING_A_CHARGE : NO_TRACKING_ID,
        transfer: { trackingId },
      },
    );
  }

  /** A subscription by its id. */
  async getSubscription(id: string, options?: CallOptions): Promise<Subscription> {
    const subscription = await this.#ask(getSubscription, { ...options, parameters: { subscription_id: id } });
    if (subscription.id !== id) throw strayAnswer('the subscription with this id');
    return subscription;
  }

  /**
   * Cancels a subscription: no charge follows, and what the customer has paid for stays theirs until `active_to`.
   *
   * @param reason Why; the gateway keeps it.
   */
  cancelSubscription(id: string, reason: string, options?: CallOptions): Promise<Subscription> {
    const call = { ...options, parameters: { subscription_id: id }, body: { cancel_reason: reason } };
    return this.#change(cancelSubscription, call, {
      request: 'the request to cancel the subscription',
      cure: 'Read its state with getSubscription() first.',
    });
  }

  /** Creates a customer (spec 2.9). */
  createCustomer(customer: NewCustomer, options?: CallOptions): Promise<StoredCustomer> {
    return this.#change(createCustomer, { ...options, body: customer }, creation('customer', 'listCustomers'));
  }

  /** A customer by their id. */
  getCustomer(id: string, options?: CallOptions): Promise<StoredCustomer> {
    return this.#ask(getCustomer, { ...options, parameters: { customer_id: id } });
  }

  /** Every customer of the shop. */
  listCustomers(options?: CallOptions): Promise<StoredCustomer[]> {
    return this.#ask(listCustomers, { ...options });
  }

  async #follow(
    kind: FollowUpKind,
    uid: string,
    wanted: (FollowUpTotal & { readonly reason?: string }) | undefined,
    options: CallOptions | undefined,
  ): Promise<Transaction> {
    if (wanted) checkTotal(wanted, kind);
    const before = this.#following.get(uid);
    const next = (async () => {
      await before?.catch(() => undefined);
      return this.#followNow(kind, uid, wanted, options);
    })();
    this.#following.set(uid, next);
    try {
      return await next;
    } finally {
      if (this.#following.get(uid) === next) this.#following.delete(uid);
    }
  }

  async #followNow(
    kind: FollowUpKind,
    uid: string,
    wanted: (FollowUpTotal & { readonly reason?: string }) | undefined,
    options: CallOptions | undefined,
  ): Promise<Transaction> {
    const payment = await this.getTransaction(uid, options);
    const whole = wanted?.total ?? wholeAmount('the payment’s amount', payment.amount ?? Number.NaN, 1);
    const made =
      wanted?.before === undefined
        ? followUpsOf(kind, payment, await this.findTransactions(trackingIdOf(kind, payment), options))
        : [];
    const amount = restOf(kind, uid, whole, wanted?.before ?? made.reduce((sum, each) => sum + each.amount!, 0));
    const [last] = made;
    if (amount === 0 && last) return last;
    const { transaction } = await this.#change(
      FOLLOW_UPS[kind],
      { ...options, body: { request: { parent_uid: uid, amount, ...(wanted?.reason && { reason: wanted.reason }) } } },
      {
        request: `the ${kind} request`,
        cure:
          wanted?.before === undefined
            ? `Call ${kind}() again with the same sum in a minute, when no copy is still on its way: it looks first at what was made.`
            : 'Look it up in the gateway’s back office; if it was made, add it to `before`: the gateway is not asked.',
        transfer: { trackingId: payment.tracking_id ?? undefined },
      },
    );
    return transaction;
  }

  async #ask<Result>(endpoint: Endpoint<Result>, call: Call): Promise<Result> {
    const outgoing = this.#write(endpoint, call);
    return retrying(() => this.#send(endpoint, outgoing, call), { ...this.#options, signal: call.signal });
  }

  async #change<Result>(endpoint: Endpoint<Result>, call: Call, change: Change): Promise<Result> {
    // A request that can't be sent at all fails here, before any outcome is in doubt.
    const outgoing = this.#write(endpoint, call);
    call.signal?.throwIfAborted();
    return sendChange(() => this.#send(endpoint, outgoing, call), change);
  }

  #write({ method, host, path }: Endpoint<unknown>, { parameters, body }: Call): Outgoing {
    const { authorization, hosts } = this.#options;
    return {
      method,
      url: hosts[host === 'gateway' ? 'gateway' : 'base'] + fillPath(path, parameters),
      headers: {
        accept: 'application/json',
        authorization,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    };
  }

  async #send<Result>(endpoint: Endpoint<Result>, outgoing: Outgoing, { signal }: CallOptions): Promise<Result> {
    const { fetch, isOwnFetch, clock, timeout } = this.#options;
    return readAnswer(endpoint, await exchange(fetch, outgoing, { timeout, clock, signal, isOwnFetch }), clock.now());
  }
}

const strayAnswer = (expected: string): GatewayError =>
  new GatewayError(
    'answer_off_contract',
    `Expected ${expected}; the gateway answered with another one. The answer was ignored.`,
    { status: 200 },
  );
