import { exchange, type Exchange } from './exchange.js';

/** The addresses of the spec's first page, without trailing slash. */
export interface Addresses {
  readonly gateway: string;
  readonly checkout: string;
  readonly base: string;
  /** The sandbox's console: moves the clock. Other gateways have none. */
  readonly console: string | undefined;
}

export interface Credentials {
  readonly shopId: string;
  readonly secretKey: string;
  readonly publicKey: string;
}

export type Host = 'gateway' | 'checkout' | 'base';
export type Method = 'GET' | 'POST' | 'PUT';

/** A row of the tables in spec 4, written from them by hand. */
export interface Row {
  /** Its name in a report: `4.1 row 2`. */
  readonly name: string;
  readonly host: Host;
  readonly method: Method;
  /** `{id}` is the only parameter. */
  readonly path: string;
  readonly scheme: 'basic' | 'bearer';
}

const row = (name: string, host: Host, method: Method, path: string): Row => ({
  name,
  host,
  method,
  path,
  scheme: host === 'checkout' ? 'bearer' : 'basic',
});

/** Spec 4.1 to 4.4, and the two status queries that are facts of the family. */
export const ROWS = {
  restrictions: row('4.1 row 1', 'gateway', 'POST', '/p2p-restrictions'),
  verify: row('4.1 row 2', 'checkout', 'POST', '/ctp/api/verify-p2p'),
  verifyAsync: row('4.1 row 3', 'checkout', 'POST', '/ctp/api/async/verify-p2p'),
  job: row('4.1 row 4', 'checkout', 'GET', '/ctp/api/async/jobs/{id}'),
  p2ps: row('4.1 row 5', 'gateway', 'POST', '/transactions/p2ps'),
  p2p: row('4.1 row 6', 'checkout', 'POST', '/ctp/api/p2p'),
  p2pAsync: row('4.1 row 7', 'checkout', 'POST', '/ctp/api/async/p2p'),
  byUid: row('status by uid', 'gateway', 'GET', '/transactions/{id}'),
  byTrackingId: row('status by tracking_id', 'gateway', 'GET', '/v2/transactions/tracking_id/{id}'),
  createProduct: row('4.2 POST products', 'base', 'POST', '/products'),
  getProduct: row('4.2 GET product', 'base', 'GET', '/products/{id}'),
  listProducts: row('4.2 GET products', 'base', 'GET', '/products'),
  updateProduct: row('4.2 PUT product', 'base', 'PUT', '/products/{id}'),
  createPlan: row('4.3 POST plans', 'base', 'POST', '/plans'),
  getPlan: row('4.3 GET plan', 'base', 'GET', '/plans/{id}'),
  listPlans: row('4.3 GET plans', 'base', 'GET', '/plans'),
  createCustomer: row('4.4 POST customers', 'base', 'POST', '/customers'),
  getCustomer: row('4.4 GET customer', 'base', 'GET', '/customers/{id}'),
  listCustomers: row('4.4 GET customers', 'base', 'GET', '/customers'),
} as const;

/** What gateways of the family serve beside the spec. */
export const FAMILY_ROWS = {
  lookupByTrackingId: row('older status by tracking_id', 'gateway', 'GET', '/transactions/tracking_id/{id}'),
  captures: row('POST captures', 'gateway', 'POST', '/transactions/captures'),
  voids: row('POST voids', 'gateway', 'POST', '/transactions/voids'),
  refunds: row('POST refunds', 'gateway', 'POST', '/transactions/refunds'),
  createSubscription: row('POST subscriptions', 'base', 'POST', '/subscriptions'),
  getSubscription: row('GET subscription', 'base', 'GET', '/subscriptions/{id}'),
  cancelSubscription: row('POST subscription cancel', 'base', 'POST', '/subscriptions/{id}/cancel'),
} as const;

/** How a call differs from a correct one. A header of null is left out. */
export interface Deviations {
  readonly id?: string;
  readonly credentials?: Credentials;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string | null>>;
  /** The raw body; absent: `body` as JSON. */
  readonly raw?: string | Uint8Array;
}

export const basicOf = ({ shopId, secretKey }: Credentials): string =>
  `Basic ${Buffer.from(`${shopId}:${secretKey}`).toString('base64')}`;
export const bearerOf = ({ publicKey }: Credentials): string => `Bearer ${publicKey}`;

/** The gateway under test, and the shop that tests it. */
export class Target {
  readonly addresses: Addresses;
  readonly shop: Credentials;
  /** Every response so far. */
  readonly received: Exchange[] = [];

  constructor(addresses: Addresses, shop: Credentials) {
    this.addresses = addresses;
    this.shop = shop;
  }

  url({ host, path }: Row, id = ''): string {
    return this.addresses[host] + path.replace('{id}', encodeURIComponent(id));
  }

  /** Calls a row of the tables as spec 5 and 9 require, with the given differences. */
  async call(
    called: Row,
    body?: unknown,
    { id, credentials = this.shop, method = called.method, headers = {}, raw }: Deviations = {},
  ): Promise<Exchange> {
    const payload = raw ?? (body === undefined ? undefined : JSON.stringify(body));
    const right: Record<string, string | undefined> = {
      accept: 'application/json',
      authorization: called.scheme === 'basic' ? basicOf(credentials) : bearerOf(credentials),
      'x-api-version': called.scheme === 'bearer' ? '2' : undefined,
      'content-type': payload === undefined ? undefined : 'application/json',
    };
    for (const [name, value] of Object.entries(headers)) right[name] = value ?? undefined;
    const got = await exchange({ method, url: this.url(called, id), headers: right, body: payload });
    this.received.push(got);
    return got;
  }
}
