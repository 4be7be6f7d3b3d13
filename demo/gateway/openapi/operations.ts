import { endpoints } from '../../../src/wire/endpoints.js';
import type { EndpointName } from '../http/endpoint-names.js';
import { EXAMPLES } from './examples.js';
import type { JsonSchema } from './json-schema.js';
import { schemaFor } from './schemas.js';

interface Said {
  readonly tag: 'Transfers' | 'Products' | 'Plans' | 'Customers' | 'Orders';
  readonly summary: string;
  readonly description?: string;
}

const said = (tag: Said['tag'], summary: string, description?: string): Said => ({ tag, summary, ...(description && { description }) });

const POLL = 'Answers at once with a job_id; poll the job for what the synchronous endpoint would have answered.';

const SAID: Readonly<Record<EndpointName, Said>> = {
  p2pRestrictions: said('Transfers', 'Ask whether a transfer is possible, and its fee', 'For servers.'),
  verifyP2p: said('Transfers', 'Ask whether a transfer is possible, and its fee', 'For pages; waits for the answer.'),
  verifyP2pAsync: said('Transfers', 'Begin to ask whether a transfer is possible', POLL),
  pollJob: said('Transfers', 'See how a job stands', 'Of checks, transfers and orders alike. A failed job with finished false leaves open what became of the money.'),
  p2ps: said('Transfers', 'Transfer from card to card', 'For servers.'),
  p2p: said('Transfers', 'Transfer from card to card', 'For pages; waits for the answer.'),
  p2pAsync: said('Transfers', 'Begin a transfer from card to card', POLL),
  transactionByUid: said('Transfers', 'Read a transaction by its uid'),
  transactionsByTrackingId: said('Transfers', 'Read the transactions with a tracking id', 'At most the 10 most recent, newest first.'),
  createProduct: said('Products', 'Create a product', 'The answer has its payment links.'),
  getProduct: said('Products', 'Read a product'),
  listProducts: said('Products', 'List the products'),
  updateProduct: said('Products', 'Change a product', 'Takes the changed fields alone.'),
  createPlan: said('Plans', 'Create a subscription plan'),
  getPlan: said('Plans', 'Read a plan'),
  listPlans: said('Plans', 'List the plans'),
  createCustomer: said('Customers', 'Create a customer'),
  getCustomer: said('Customers', 'Read a customer'),
  listCustomers: said('Customers', 'List the customers'),
  getOrder: said('Orders', 'Read what is sold', 'The confirm_url of a product or plan. With Accept: application/json; a browser gets the page.'),
  confirmOrder: said('Orders', 'Order a product or plan', `Price and terms are the gateway's. ${POLL}`),
};

/** One operation of the document, beside the address it stands at. */
export interface Operation {
  readonly operationId: EndpointName;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters?: readonly unknown[];
  readonly requestBody?: unknown;
  readonly responses: Readonly<Record<string, unknown>>;
}

const json = (schema: JsonSchema, example: unknown) => ({
  'application/json': { schema, ...(example !== undefined && { example }) },
});

const failure = (name: string) => ({ $ref: `#/components/responses/${name}` });

const pathParameters = (path: string): readonly unknown[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({ name, in: 'path', required: true, schema: { type: 'string' } }));

const VERSION = { $ref: '#/components/parameters/ApiVersion' };

// Spec 4: what is created answers 201, what is changed 204 without a body.
function successOf(name: EndpointName): readonly [status: string, answer: unknown] {
  const { method, host, response } = endpoints[name];
  const schema = schemaFor(response);
  if (!schema) return ['204', { description: 'Done; no body.' }];
  return [
    method === 'POST' && host === 'base' ? '201' : '200',
    { description: 'As asked.', content: json(schema, EXAMPLES[name].response) },
  ];
}

// The P2P endpoints and orders wrap their fields; products, plans and customers don't (spec 2).
function requestBodyOf(name: EndpointName): unknown {
  const { request, host } = endpoints[name];
  const fields = request && schemaFor(request);
  if (!fields) return undefined;
  const schema = host === 'base' ? fields : { type: 'object', properties: { request: fields }, required: ['request'] };
  return { required: true, content: json(schema, EXAMPLES[name].request) };
}

/** Writes the operation of an endpoint of spec 4. */
export function operationOf(name: EndpointName): Operation {
  const { authorization, path } = endpoints[name];
  const { tag, summary, description } = SAID[name];
  const isBearer = authorization === 'bearer';
  const parameters = [...pathParameters(path), ...(isBearer ? [VERSION] : [])];
  const requestBody = requestBodyOf(name);
  const [status, answer] = successOf(name);
  return {
    operationId: name,
    tags: [tag],
    summary,
    ...(description && { description }),
    security: [{ [isBearer ? 'publicKey' : 'secretKey']: [] }],
    ...(parameters.length > 0 && { parameters }),
    ...(requestBody !== undefined && { requestBody }),
    responses: {
      [status]: answer,
      ...((isBearer || requestBody !== undefined) && { 400: failure('BadRequest') }),
      401: failure('Unauthorized'),
      ...(path.includes('{') && { 404: failure('NotFound') }),
      ...(requestBody !== undefined && { 413: failure('TooLarge'), 415: failure('NotJson'), 422: failure('Invalid') }),
      default: failure('Unexpected'),
    },
  };
}
