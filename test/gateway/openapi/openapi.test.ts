import * as z from 'zod/mini';
import { describe, expect, test } from 'vitest';
import { endpoints } from '../../../src/wire/endpoints.js';
import { openApiDocument } from '../../../demo/gateway/openapi/document.js';
import { EXAMPLES } from '../../../demo/gateway/openapi/examples.js';
import { API, CONSOLE, Sandbox } from '../sandbox.js';

type Json = Record<string, any>; // oxlint-disable-line typescript/no-explicit-any

const document = openApiDocument({ gateway: API, checkout: API, base: API, console: CONSOLE }) as unknown as Json;
const schemas: Json = document.components.schemas;

/** Every object inside a value, with its path. */
function* walk(value: unknown, path: readonly string[] = []): Generator<readonly [Json, readonly string[]]> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield [value, path];
  for (const [key, inner] of Object.entries(value)) yield* walk(inner, [...path, key]);
}

const follow = (ref: string): unknown =>
  ref
    .slice(2)
    .split('/')
    .reduce<unknown>((at, part) => (at as Json)?.[part.replaceAll('~1', '/').replaceAll('~0', '~')], document);

const operations = (): [method: string, path: string, operation: Json][] =>
  Object.entries<Json>(document.paths).flatMap(([path, item]) =>
    ['get', 'post', 'put', 'delete'].flatMap((method) =>
      item[method] ? [[method.toUpperCase(), path, item[method]] as [string, string, Json]] : [],
    ),
  );

// Spec 4 and 5, and the family’s endpoints beside it, by hand: method, path, credentials, whether it takes a body, status of success.
const ENDPOINTS: readonly (readonly [string, string, 'secretKey' | 'publicKey', boolean, number])[] = [
  ['POST', '/p2p-restrictions', 'secretKey', true, 200],
  ['POST', '/ctp/api/verify-p2p', 'publicKey', true, 200],
  ['POST', '/ctp/api/async/verify-p2p', 'publicKey', true, 200],
  ['GET', '/ctp/api/async/jobs/{job_id}', 'publicKey', false, 200],
  ['POST', '/transactions/p2ps', 'secretKey', true, 200],
  ['POST', '/ctp/api/p2p', 'publicKey', true, 200],
  ['POST', '/ctp/api/async/p2p', 'publicKey', true, 200],
  ['GET', '/transactions/{uid}', 'secretKey', false, 200],
  ['GET', '/v2/transactions/tracking_id/{tracking_id}', 'secretKey', false, 200],
  ['GET', '/transactions/tracking_id/{tracking_id}', 'secretKey', false, 200],
  ['POST', '/transactions/captures', 'secretKey', true, 200],
  ['POST', '/transactions/voids', 'secretKey', true, 200],
  ['POST', '/transactions/refunds', 'secretKey', true, 200],
  ['POST', '/products', 'secretKey', true, 201],
  ['GET', '/products/{product_id}', 'secretKey', false, 200],
  ['GET', '/products', 'secretKey', false, 200],
  ['PUT', '/products/{product_id}', 'secretKey', true, 204],
  ['POST', '/plans', 'secretKey', true, 201],
  ['GET', '/plans/{plan_id}', 'secretKey', false, 200],
  ['GET', '/plans', 'secretKey', false, 200],
  ['POST', '/customers', 'secretKey', true, 201],
  ['GET', '/customers/{customer_id}', 'secretKey', false, 200],
  ['GET', '/customers', 'secretKey', false, 200],
  ['POST', '/subscriptions', 'secretKey', true, 201],
  ['GET', '/subscriptions/{subscription_id}', 'secretKey', false, 200],
  ['POST', '/subscriptions/{subscription_id}/cancel', 'secretKey', true, 200],
  ['GET', '/v2/confirm_order/{id}/{shop_id}', 'publicKey', false, 200],
  ['POST', '/v2/confirm_order/{id}/{shop_id}', 'publicKey', true, 200],
];

describe('the document', () => {
  test.each(['api', 'console'])('is served at /openapi.json of the %s origin', async (where) => {
    const sandbox = new Sandbox();
    const { status, headers, body } = await (where === 'api' ? sandbox.ask('/openapi.json') : sandbox.console('/openapi.json'));
    expect([status, headers.get('content-type'), body]).toEqual([200, 'application/json', document]);
  });

  test('has every endpoint of the spec, with its credentials, body and status, and no other', () => {
    expect(
      operations()
        .map(([method, path]) => `${method} ${path}`)
        .toSorted(),
    ).toEqual(ENDPOINTS.map(([method, path]) => `${method} ${path}`).toSorted());
    for (const [method, path, credentials, takesBody, status] of ENDPOINTS) {
      const operation: Json = document.paths[path][method.toLowerCase()];
      expect([path, operation.security]).toEqual([path, [{ [credentials]: [] }]]);
      expect([path, operation.requestBody !== undefined]).toEqual([path, takesBody]);
      expect([path, Object.keys(operation.responses).filter((key) => key.startsWith('2'))]).toEqual([path, [String(status)]]);
      expect([path, 'content' in operation.responses[status]]).toEqual([path, status !== 204]);
      const versioned = (operation.parameters ?? []).some(({ $ref }: Json) => $ref === '#/components/parameters/ApiVersion');
      expect([path, versioned]).toEqual([path, credentials === 'publicKey']);
    }
  });

  test('marks the endpoints that are not in the spec', () => {
    const marked = operations().filter(([, , operation]) => operation['x-extension'] !== undefined);
    expect(
      Object.fromEntries(marked.map(([method, path, operation]) => [`${method} ${path}`, operation['x-extension']])),
    ).toEqual({
      'POST /subscriptions': 'family',
      'GET /subscriptions/{subscription_id}': 'family',
      'POST /subscriptions/{subscription_id}/cancel': 'family',
      'GET /transactions/tracking_id/{tracking_id}': 'family',
      'POST /transactions/captures': 'family',
      'POST /transactions/voids': 'family',
      'POST /transactions/refunds': 'family',
      'GET /v2/confirm_order/{id}/{shop_id}': 'sandbox',
      'POST /v2/confirm_order/{id}/{shop_id}': 'sandbox',
    });
  });

  test('every reference has a target, and every schema is used', () => {
    const refs = [...walk(document)].flatMap(([{ $ref }]) => (typeof $ref === 'string' ? [$ref] : []));
    for (const ref of refs) expect([ref, typeof follow(ref)]).toEqual([ref, 'object']);
    for (const name of Object.keys(schemas)) expect(refs).toContain(`#/components/schemas/${name}`);
  });
});

describe('the schemas agree with the spec', () => {
  const field = (schema: string, name: string): Json => {
    const { description: _, ...expected } = schemas[schema].properties[name];
    return expected;
  };
  const nullable = (schema: Json) => ({ anyOf: [schema, { type: 'null' }] });

  test.each<[string, string, Json]>([
    ['TransferRequest', 'amount', { type: 'integer', exclusiveMinimum: 0 }],
    ['TransferRequest', 'currency', { type: 'string', pattern: '^[A-Z]{3}$' }],
    ['TransferRequest', 'description', { type: 'string', pattern: String.raw`\S` }],
    ['TransferRequest', 'expired_at', nullable({ type: 'string', format: 'date-time', pattern: expect.stringContaining('T') })],
    ['TransferRequest', 'duplicate_check', { type: ['boolean', 'null'] }],
    ['TransferRequest', 'return_url', nullable({ type: 'string', format: 'uri' })],
    ['SourceCard', 'holder', nullable({ type: 'string', maxLength: 35 })],
    ['SourceCard', 'verification_value', nullable({ type: 'string', pattern: String.raw`^\d{3,4}$` })],
    ['ProductRequest', 'amount', { anyOf: [{ type: 'string', pattern: String.raw`^-?\d+$` }, { type: 'integer' }] }],
    ['ProductRequest', 'transaction_type', nullable({ type: 'string', enum: ['payment', 'authorization'] })],
    ['CustomerRequest', 'external_id', nullable({ type: 'string', maxLength: 255 })],
    ['CheckResponse', 'status', { type: 'string', enum: ['successful', 'failed'] }],
    ['Commission', 'percent', nullable({ type: 'number', minimum: 0 })],
    ['Job', 'status', { type: 'string', enum: ['new', 'done', 'failed'] }],
    ['Job', 'job_id', { type: 'string' }],
    ['JobFailure', 'finished', { type: ['boolean', 'null'] }],
    ['Transaction', 'amount', { type: ['integer', 'null'] }],
    ['Transaction', 'paid_at', { type: ['string', 'null'], format: 'date-time' }],
    ['CardData', 'exp_month', { type: ['string', 'null'] }],
    ['P2p', 'gateway_id', { type: ['integer', 'null'] }],
    ['Product', 'quantity', { type: ['integer', 'null'] }],
    ['Product', 'amount', { type: 'integer' }],
  ])('%s.%s', (schema, name, expected) => {
    expect(field(schema, name)).toEqual(expected);
  });

  test.each([
    ['TransferRequest', ['amount', 'currency', 'description']],
    ['CheckRequest', ['amount', 'currency']],
    ['ProductRequest', ['name', 'description', 'currency', 'amount']],
    ['ProductChanges', undefined],
    ['PlanRequest', ['title', 'currency', 'plan']],
    ['CustomerRequest', ['email', 'ip']],
    ['Transaction', ['uid', 'status']],
    ['Error', ['error_code', 'message', 'errors']],
  ])('%s requires what it must', (schema, required) => {
    expect(schemas[schema].required).toEqual(required);
  });

  test('fields of transfers, checks and orders come in an envelope, those of the rest in none', () => {
    for (const [, path, operation] of operations()) {
      const schema = operation.requestBody?.content['application/json'].schema;
      if (schema)
        expect([path, schema.required ?? []]).toEqual([
          path,
          /^\/(products|plans|customers|subscriptions)/.test(path) ? [] : ['request'],
        ]);
    }
  });
});

describe('examples', () => {
  test.each(Object.keys(endpoints) as (keyof typeof endpoints)[])('of %s are accepted by its schemas', (name) => {
    const { request, response, host } = endpoints[name];
    const example = EXAMPLES[name];
    expect(request === undefined).toBe(example.request === undefined);
    if (request) {
      const fields = host === 'base' ? example.request : (example.request as Json).request;
      expect(z.safeParse(request, fields)).toMatchObject({ success: true });
    }
    expect(z.safeParse(response, example.response)).toMatchObject({ success: true });
  });
});
