import { API_VERSION } from '../../../src/wire/endpoint.js';
import { endpoints } from '../../../src/wire/endpoints.js';
import { SECTIONS } from '../../../src/wire/request/card-section.js';
import type { EndpointName } from '../http/endpoint-names.js';
import { isRecord } from '../http/judge-fields.js';
import { jsonSchema, type JsonSchema } from '../openapi/json-schema.js';
import { unnamedOrigin } from '../shop/notification-origins.js';
import type { Shop } from '../shop/shops.js';

/** The parts of a request that the warnings are about. */
export interface ReceivedRequest {
  readonly endpoint: EndpointName;
  readonly url: string;
  readonly header: (name: string) => string | undefined;
  /** The parsed body; undefined when it was not read. */
  readonly body: unknown;
  /** The shop, if its credentials were valid. */
  readonly shop: Shop | undefined;
}

const PLAIN_FIELDS = ['number', 'verification_value', 'exp_month', 'exp_year'] as const;
const MAX_FIELDS = 12;

/** The fields of a value that its schema doesn't have, as dotted paths; `prefix` is the path of the value, with its last dot. */
function* unknownFields({ anyOf = [], items, properties = {} }: JsonSchema, value: unknown, prefix = ''): Generator<string> {
  for (const schema of anyOf) yield* unknownFields(schema, value, prefix);
  if (items && Array.isArray(value)) for (const item of value) yield* unknownFields(items, item, prefix);
  if (!isRecord(value) || Object.keys(properties).length === 0) return;
  for (const [name, inner] of Object.entries(value)) {
    const known = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (known) yield* unknownFields(known, inner, `${prefix}${name}.`);
    else yield `${prefix}${name}`;
  }
}

function* headerWarnings({ endpoint, url, header }: ReceivedRequest): Generator<string> {
  const { authorization, request } = endpoints[endpoint];
  const scheme = header('authorization')?.split(' ')[0]?.toLowerCase();
  if (scheme === undefined) yield 'no credentials';
  else if (scheme !== authorization) yield `credentials of another scheme: the endpoint takes ${authorization}`;
  if (scheme === 'basic' && header('origin') !== undefined) yield 'the secret key came from a page: anyone can read it there';
  if (authorization === 'bearer') {
    const version = header('x-api-version')?.trim();
    if (version === undefined) yield 'X-Api-Version is missing';
    else if (version !== API_VERSION) yield `X-Api-Version is not ${API_VERSION}`;
  }
  if (/\?./.test(url)) yield 'parameters in the address: they are ignored';
  const type = header('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (request && type !== 'application/json') yield type ? 'Content-Type is not application/json' : 'no Content-Type';
  if (!request && Number(header('content-length') ?? 0) > 0) yield 'a body that is not read';
}

function* fieldWarnings({ endpoint, body, shop }: ReceivedRequest): Generator<string> {
  const { request, host, authorization } = endpoints[endpoint];
  if (!request || !isRecord(body)) return;
  const isWrapped = host !== 'base';
  const fields = isWrapped ? body.request : body;
  const beside = isWrapped ? Object.keys(body).filter((name) => name !== 'request') : [];
  const unknown = [...beside, ...unknownFields(jsonSchema(request), fields)];
  for (const name of unknown.slice(0, MAX_FIELDS)) yield `unknown field ${name}`;
  if (unknown.length > MAX_FIELDS) yield `${unknown.length - MAX_FIELDS} more unknown fields`;
  if (!isRecord(fields)) return;
  for (const name of SECTIONS) {
    const section = fields[name];
    if (isRecord(section) && PLAIN_FIELDS.some((field) => section[field] !== undefined)) yield `plain card data in ${name}`;
  }
  const strange = authorization === 'bearer' && shop ? unnamedOrigin(fields.notification_url, shop) : undefined;
  if (strange !== undefined) {
    yield `the notification sends the secret key to ${strange}: the request named this origin, the shop did not (--notification-origin)`;
  }
  // Spec 9: supported for the previous version of the API.
  if (fields.billing_address) yield 'billing_address is deprecated: send sender_billing_address';
  if (fields.duplicate_check === false) yield 'the duplicate check is switched off';
}

/**
 * Warnings about a request, refused or not. Of its values they contain at most the origin of an address; names of fields may
 * still need scrubbing.
 */
export const requestWarnings = (seen: ReceivedRequest): readonly string[] => [...headerWarnings(seen), ...fieldWarnings(seen)];
