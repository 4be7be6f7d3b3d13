import { endpoints } from '../../../src/wire/endpoints.js';
import type { EndpointName } from '../http/endpoint-names.js';
import { EXAMPLES } from './examples.js';
import type { JsonSchema } from './json-schema.js';
import { schemaFor } from './schemas.js';

interface OperationTexts {
  readonly tag: 'Transfers' | 'After the payment' | 'Products' | 'Plans' | 'Customers' | 'Subscriptions' | 'Orders';
  readonly summary: string;
  readonly description?: string;
}

const texts = (tag: OperationTexts['tag'], summary: string, description?: string): OperationTexts => ({
  tag,
  summary,
  ...(description && { description }),
});

const POLL = "Responds at once with a job_id; poll the job for the synchronous endpoint's response.";

const TEXTS: Readonly<Record<EndpointName, OperationTexts>> = {
  p2pRestrictions: texts('Transfers', 'Ask whether a transfer is possible, and its fee', 'For servers.'),
  verifyP2p: texts('Transfers', 'Ask whether a transfer is possible, and its fee', 'For pages; waits for the answer.'),
  verifyP2pAsync: texts('Transfers', 'Start to check whether a transfer is possible', POLL),
  pollJob: texts(
    'Transfers',
    'Poll a job',
    'For checks, transfers and orders. After a failed job with finished false, the result of the payment is unknown.',
  ),
  p2ps: texts('Transfers', 'Transfer from card to card', 'For servers.'),
  p2p: texts('Transfers', 'Transfer from card to card', 'For pages; waits for the answer.'),
  p2pAsync: texts('Transfers', 'Start a transfer from card to card', POLL),
  transactionByUid: texts('Transfers', 'Read a transaction by its uid'),
  transactionsByTrackingId: texts(
    'Transfers',
    'Read the transactions with a tracking id',
    'At most the 10 most recent, newest first.',
  ),
  lookupByTrackingId: texts(
    'Transfers',
    'Read the transactions with a tracking id, at the older path',
    'A unique tracking id gives one transaction, another one the 10 most recent.',
  ),
  captures: texts(
    'After the payment',
    'Take reserved money',
    'Of a product whose transaction_type is authorization; whole or in parts, up to the reserved sum.',
  ),
  voids: texts('After the payment', 'Release reserved money', 'The whole of it, before any capture.'),
  refunds: texts(
    'After the payment',
    'Give money back',
    'Of a payment or a capture, whole or in parts, up to its sum. A transfer can’t be refunded.',
  ),
  createProduct: texts('Products', 'Create a product', 'The response has its payment links.'),
  getProduct: texts('Products', 'Read a product'),
  listProducts: texts('Products', 'List the products'),
  updateProduct: texts('Products', 'Change a product', 'Accepts just the changed fields.'),
  createPlan: texts('Plans', 'Create a subscription plan'),
  getPlan: texts('Plans', 'Read a plan'),
  listPlans: texts('Plans', 'List the plans'),
  createCustomer: texts('Customers', 'Create a customer'),
  getCustomer: texts('Customers', 'Read a customer'),
  listCustomers: texts('Customers', 'List the customers'),
  createSubscription: texts(
    'Subscriptions',
    'Create a subscription',
    'Without a card, the payer types it at redirect_url, within a day. With the token of a saved card, it is charged at once.',
  ),
  getSubscription: texts('Subscriptions', 'Read a subscription'),
  cancelSubscription: texts(
    'Subscriptions',
    'Cancel a subscription',
    'No charge follows. What is paid stays paid until active_to. 409 for one that has ended or not begun.',
  ),
  getOrder: texts(
    'Orders',
    'Read what is sold',
    'The confirm_url of a product or plan. With Accept: application/json; a browser gets the page.',
  ),
  confirmOrder: texts('Orders', 'Order a product or plan', `Price and terms are the gateway's. ${POLL}`),
};

/** The endpoints that are not in the spec, and where they come from. */
const EXTENSIONS: Readonly<Partial<Record<EndpointName, 'family' | 'sandbox'>>> = {
  lookupByTrackingId: 'family',
  captures: 'family',
  voids: 'family',
  refunds: 'family',
  createSubscription: 'family',
  getSubscription: 'family',
  cancelSubscription: 'family',
  getOrder: 'sandbox',
  confirmOrder: 'sandbox',
};

/** One operation of the document. */
export interface Operation {
  readonly operationId: EndpointName;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  /** Not in the spec: gateways of the family have it, or only this sandbox. */
  readonly 'x-extension'?: 'family' | 'sandbox';
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

// Spec 4: 201 for a created object, 204 without a body for a changed one.
function successOf(name: EndpointName): readonly [status: string, answer: unknown] {
  const { method, host, response } = endpoints[name];
  const schema = schemaFor(response);
  if (!schema) return ['204', { description: 'Done; no body.' }];
  return [
    method === 'POST' && host === 'base' && name !== 'cancelSubscription' ? '201' : '200',
    { description: 'Success.', content: json(schema, EXAMPLES[name].response) },
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

/** Describes an endpoint of spec 4 as an operation. */
export function operationOf(name: EndpointName): Operation {
  const { authorization, path } = endpoints[name];
  const { tag, summary, description } = TEXTS[name];
  const isBearer = authorization === 'bearer';
  const parameters = [...pathParameters(path), ...(isBearer ? [VERSION] : [])];
  const requestBody = requestBodyOf(name);
  const [status, answer] = successOf(name);
  return {
    operationId: name,
    tags: [tag],
    summary,
    ...(description && { description }),
    ...(EXTENSIONS[name] && { 'x-extension': EXTENSIONS[name] }),
    security: [{ [isBearer ? 'publicKey' : 'secretKey']: [] }],
    ...(parameters.length > 0 && { parameters }),
    ...(requestBody !== undefined && { requestBody }),
    responses: {
      [status]: answer,
      ...((isBearer || requestBody !== undefined) && { 400: failure('BadRequest') }),
      401: failure('Unauthorized'),
      ...((path.includes('{') || tag === 'After the payment') && { 404: failure('NotFound') }),
      ...(requestBody !== undefined && { 413: failure('TooLarge'), 415: failure('NotJson'), 422: failure('Invalid') }),
      default: failure('Unexpected'),
    },
  };
}
