import { API_VERSION } from '../../../src/wire/endpoint.js';
import { endpoints } from '../../../src/wire/endpoints.js';
import { ENDPOINT_NAMES } from '../http/endpoint-names.js';
import type { GatewayUrls } from '../http/gateway-urls.js';
import type { JsonSchema } from './json-schema.js';
import { operationOf, type Operation } from './operations.js';
import { componentSchemas } from './schemas.js';

/** A path of the document: its server, and an operation for each method, in lower case. */
export type PathItem = { readonly servers: readonly { readonly url: string }[] } & Readonly<
  Partial<Record<'get' | 'post' | 'put', Operation>>
>;

/** The API as an OpenAPI 3.1 document. */
export interface OpenApiDocument {
  readonly openapi: '3.1.0';
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly parameters: Readonly<Record<string, unknown>>;
    readonly responses: Readonly<Record<string, unknown>>;
    readonly securitySchemes: Readonly<Record<string, unknown>>;
  };
}

const failure = (
  description: string,
  error_code: string,
  message: string,
  more: { errors?: unknown; headers?: unknown } = {},
) => ({
  description,
  ...(more.headers !== undefined && { headers: more.headers }),
  content: {
    'application/json': {
      schema: { $ref: '#/components/schemas/Error' },
      example: { error_code, message, errors: more.errors ?? {} },
    },
  },
});

const challenge = { 'WWW-Authenticate': { description: 'Which scheme the endpoint takes.', schema: { type: 'string' } } };

/** Spec 7.1, 7.2: error responses. */
const RESPONSES = {
  BadRequest: failure(
    'The body is not JSON in UTF-8, or X-Api-Version is missing or wrong.',
    'invalid_json',
    'The body is not JSON in UTF-8.',
  ),
  Unauthorized: failure(
    'Bad or missing credentials.',
    'unauthorized',
    'Authorization failed: this endpoint takes HTTP Bearer with the public key.',
    { headers: challenge },
  ),
  NotFound: failure("Unknown, or another shop's.", 'not_found', 'The product was not found.'),
  TooLarge: failure('The body is too large.', 'payload_too_large', 'The body is larger than 65536 bytes.'),
  NotJson: failure(
    'The body has another content type.',
    'unsupported_media_type',
    'The body must be sent with Content-Type: application/json.',
  ),
  Invalid: failure(
    'Parameters are wrong, each named at its path; or the same payment again within 30 seconds (duplicate_transaction).',
    'invalid_params',
    'amount must be an integer. credit_card.number is not a card number',
    {
      errors: { amount: ['must be an integer'], credit_card: { number: ['is not a card number'] } },
    },
  ),
  Unexpected: failure('Any other error. The result of a payment is then unknown.', 'internal_error', 'The gateway failed.'),
};

const TAGS = [
  { name: 'Transfers', description: 'Transfers from card to card: check, transfer, status.' },
  { name: 'After the payment', description: 'What becomes of money that was paid or reserved.' },
  { name: 'Products', description: 'Products for sale, with payment links.' },
  { name: 'Plans', description: 'Recurring charges, with or without a trial.' },
  { name: 'Customers', description: 'The subscribers.' },
  { name: 'Subscriptions', description: 'Not in the spec: gateways of the family have these endpoints.' },
  { name: 'Orders', description: 'Your own card form for a product or a plan.' },
];

/** Creates the document of a gateway at these addresses from the table of endpoints and their schemas. */
export function openApiDocument(urls: GatewayUrls): OpenApiDocument {
  const paths: Record<string, PathItem> = {};
  for (const name of ENDPOINT_NAMES) {
    const { path, host, method } = endpoints[name];
    paths[path] = { servers: [{ url: urls[host] }], ...paths[path], [method.toLowerCase()]: operationOf(name) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Sandbox gateway',
      version: API_VERSION,
      description: 'Card-to-card transfers, products, subscription plans and customers. No money moves here.',
    },
    tags: TAGS,
    paths,
    components: {
      schemas: componentSchemas(),
      parameters: {
        ApiVersion: { name: 'X-Api-Version', in: 'header', required: true, schema: { type: 'string', const: API_VERSION } },
      },
      responses: RESPONSES,
      securitySchemes: {
        secretKey: { type: 'http', scheme: 'basic', description: "Shop id and the shop's secret key. For servers only." },
        publicKey: { type: 'http', scheme: 'bearer', description: "The shop's public key, with X-Api-Version: 2. For pages." },
      },
    },
  };
}
