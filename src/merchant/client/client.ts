import { type Endpoint, fillPath } from '../../wire/endpoint.js';
import { type CheckResponse, p2pRestrictions } from '../../wire/response/check.js';
import { createCustomer, getCustomer, listCustomers, type StoredCustomer } from '../../wire/response/customer.js';
import { createPlan, getPlan, listPlans, type Plan } from '../../wire/response/plan.js';
import { createProduct, getProduct, listProducts, type Product, updateProduct } from '../../wire/response/product.js';
import type { Transaction } from '../../wire/response/transaction.js';
import { p2ps, transactionByUid, transactionsByTrackingId } from '../../wire/response/transfer.js';
import { GatewayAnswerError } from '../errors.js';
import { readAnswer } from './answer.js';
import { type Change, changing } from './changing.js';
import { exchange, type Outgoing } from './exchange.js';
import { checkOptions, type CheckedOptions, type MerchantClientOptions } from './options.js';
import {
  type NewCustomer,
  type NewPlan,
  type NewProduct,
  type NewTransfer,
  type ProductChanges,
  productBody,
  type TransferCheck,
} from './requests.js';
import { retrying } from './retrying.js';
import { requireServer } from './server-only.js';

/** What any single call takes. */
export interface CallOptions {
  /** Ends the waiting. What was sent stays sent. */
  readonly signal?: AbortSignal | undefined;
}

interface Call extends CallOptions {
  readonly parameters?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

const creation = (what: string, list: string): Change => ({
  what,
  cure: `Look for it in ${list}() first.`,
});

const FINDING_A_TRANSFER =
  'Ask findTransactions(trackingId) until it holds a final transaction; a list that is empty, or soon after the ' +
  'request, proves nothing.';
const NO_TRACKING_ID =
  'It was sent without a tracking_id, so only the notification or the gateway’s back office can tell. Send one next time.';

/**
 * The gateway for a merchant's server (spec 4.1 rows 1 and 5, 4.2 to 4.4, and the status queries): the calls that take
 * the secret key. Amounts are in minor units.
 *
 * Every method throws GatewayAnswerError when the gateway answered something else, TransportError when nothing came,
 * and the signal's reason. What changes nothing is repeated after failures that pass. What creates or changes leaves
 * once, and throws UnknownOutcomeError unless the gateway itself refused it, or there was no connection to send it by.
 */
export class MerchantClient {
  // Private, so that no log of this object shows the key.
  readonly #options: CheckedOptions;

  /** @throws TypeError when an option can't be used, ServerOnlyError in a browser's page. */
  constructor(options: MerchantClientOptions) {
    requireServer();
    this.#options = checkOptions(options);
  }

  /** Whether a transfer between two cards is possible, and its commission (spec 2.3). That it is not is no error. */
  checkTransfer(request: TransferCheck, options?: CallOptions): Promise<CheckResponse> {
    return this.#ask(p2pRestrictions, { ...options, body: { request } });
  }

  /** Makes a transfer (spec 2.5). A declined one is no error: look at `status`. */
  async createTransfer(request: NewTransfer, options?: CallOptions): Promise<Transaction> {
    const trackingId = request.tracking_id || undefined;
    const { transaction } = await this.#change(
      p2ps,
      { ...options, body: { request } },
      { what: 'the transfer', cure: trackingId ? FINDING_A_TRANSFER : NO_TRACKING_ID, transfer: { trackingId } },
    );
    return transaction;
  }

  /** A transaction by its uid. */
  async getTransaction(uid: string, options?: CallOptions): Promise<Transaction> {
    const { transaction } = await this.#ask(transactionByUid, { ...options, parameters: { uid } });
    if (transaction.uid !== uid) throw strayAnswer('the transaction of this uid');
    return transaction;
  }

  /**
   * The transactions with a tracking id, newest first, 10 at most (spec 8). Empty when the gateway knows of none, which
   * proves nothing about a request on its way.
   */
  async findTransactions(trackingId: string, options?: CallOptions): Promise<Transaction[]> {
    try {
      const parameters = { tracking_id: trackingId };
      const { transactions } = await this.#ask(transactionsByTrackingId, { ...options, parameters });
      if (transactions.every(({ tracking_id }) => tracking_id === trackingId)) return transactions;
    } catch (error) {
      // Some gateways have no empty list. A 404 without the gateway's own words may be a wrong address.
      if (error instanceof GatewayAnswerError && error.code === 'not_found' && error.body) return [];
      throw error;
    }
    throw strayAnswer('transactions of this tracking_id only');
  }

  /** Creates a product (spec 2.7). */
  async createProduct(product: NewProduct, options?: CallOptions): Promise<Product> {
    const call = { ...options, body: productBody(product) };
    return this.#change(createProduct, call, creation('the new product', 'listProducts'));
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
   * Changes a product: send only what changes (spec 4.2).
   *
   * Never repeated by itself, though the same request twice would leave the same fields: a sale in between has lowered
   * the quantity, and the repeat would put it back.
   */
  async updateProduct(id: string, changes: ProductChanges, options?: CallOptions): Promise<void> {
    const call = { ...options, parameters: { product_id: id }, body: productBody(changes) };
    await this.#change(updateProduct, call, {
      what: 'the change of the product',
      repeatable: true,
      cure: 'Compare with getProduct() first: what was sold meanwhile has lowered the quantity.',
    });
  }

  /** Creates a subscription plan (spec 2.8). */
  createPlan(plan: NewPlan, options?: CallOptions): Promise<Plan> {
    return this.#change(createPlan, { ...options, body: plan }, creation('the new plan', 'listPlans'));
  }

  /** A plan by its id. */
  getPlan(id: string, options?: CallOptions): Promise<Plan> {
    return this.#ask(getPlan, { ...options, parameters: { plan_id: id } });
  }

  /** Every plan of the shop. */
  listPlans(options?: CallOptions): Promise<Plan[]> {
    return this.#ask(listPlans, { ...options });
  }

  /** Creates a customer (spec 2.9). */
  createCustomer(customer: NewCustomer, options?: CallOptions): Promise<StoredCustomer> {
    return this.#change(createCustomer, { ...options, body: customer }, creation('the new customer', 'listCustomers'));
  }

  /** A customer by his id. */
  getCustomer(id: string, options?: CallOptions): Promise<StoredCustomer> {
    return this.#ask(getCustomer, { ...options, parameters: { customer_id: id } });
  }

  /** Every customer of the shop. */
  listCustomers(options?: CallOptions): Promise<StoredCustomer[]> {
    return this.#ask(listCustomers, { ...options });
  }

  async #ask<Result>(endpoint: Endpoint<Result>, call: Call): Promise<Result> {
    const outgoing = this.#write(endpoint, call);
    return retrying(() => this.#send(endpoint, outgoing, call), { ...this.#options, signal: call.signal });
  }

  async #change<Result>(endpoint: Endpoint<Result>, call: Call, change: Change): Promise<Result> {
    // What can't leave at all fails here, before anything is in doubt.
    const outgoing = this.#write(endpoint, call);
    call.signal?.throwIfAborted();
    return changing(() => this.#send(endpoint, outgoing, call), change);
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

const strayAnswer = (expected: string): GatewayAnswerError =>
  new GatewayAnswerError(
    'answer_off_contract',
    `Expected ${expected}; the gateway answered with another. Nothing was concluded from it.`,
    { status: 200 },
  );
