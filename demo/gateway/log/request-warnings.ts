import { SECTIONS } from '../../../src/wire/request/card-section.js';
import { API_VERSION } from '../../../src/wire/endpoint.js';
import { endpoints } from '../../../src/wire/endpoints.js';
import type { EndpointName } from '../http/endpoint-names.js';
import { isRecord } from '../http/judge-fields.js';
import { strangeOrigin } from '../shop/notification-origins.js';
import { definitionOf, type Definition } from '../openapi/json-schema.js';
import type { Shop } from '../shop/shops.js';

/** What the request log looks at. */
export interface SeenRequest {
  readonly endpoint: EndpointName;
  readonly url: string;
  readonly header: (name: string) => string | undefined;
  /** The parsed body; undefined when none was read. */
  readonly body: unknown;
  /** Whose credentials it came with, where they were good. */
  readonly shop: Shop | undefined;
}

const IN_CLEAR = ['number', 'verification_value', 'exp_month', 'exp_year'] as const;
const MOST_FIELDS = 12;

/** The fields of a value that its schema does not know, as dotted paths. */
function* unknownFields(definition: Definition, value: unknown, path: readonly string[] = []): Generator<string> {
  const { innerType, in: input, element, shape } = definition;
  const wrapped = innerType ?? input;
  if (wrapped) {
    yield* unknownFields(definitionOf(wrapped), value, path);
  } else if (element && Array.isArray(value)) {
    for (const item of value) yield* unknownFields(definitionOf(element), item, path);
  } else if (shape && isRecord(value) && Object.keys(shape).length > 0) {
    for (const [name, inner] of Object.entries(value)) {
      const known = Object.hasOwn(shape, name) ? shape[name] : undefined;
      if (known) yield* unknownFields(definitionOf(known), inner, [...path, name]);
      else yield [...path, name].join('.');
    }
  }
}

function* oddHeaders({ endpoint, url, header }: SeenRequest): Generator<string> {
  const { authorization, request } = endpoints[endpoint];
  const scheme = header('authorization')?.split(' ')[0]?.toLowerCase();
  if (scheme === undefined) yield 'no credentials';
  else if (scheme !== authorization) yield `credentials of another scheme: the endpoint takes ${authorization}`;
  if (scheme === 'basic' && header('origin') !== undefined) yield 'the secret key came from a page: anybody can read it there';
  if (authorization === 'bearer') {
    const version = header('x-api-version')?.trim();
    if (version === undefined) yield 'X-Api-Version is missing';
    else if (version !== API_VERSION) yield `X-Api-Version is not ${API_VERSION}`;
  }
  if (new URL(url).search !== '') yield 'parameters in the address: they are ignored';
  const type = header('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (request && type !== 'application/json') yield type ? 'Content-Type is not application/json' : 'no Content-Type';
  if (!request && Number(header('content-length') ?? 0) > 0) yield 'a body that is not read';
}

function* oddFields({ endpoint, body, shop }: SeenRequest): Generator<string> {
  const { request, host, authorization } = endpoints[endpoint];
  if (!request || !isRecord(body)) return;
  const isWrapped = host !== 'base';
  const fields = isWrapped ? body.request : body;
  const beside = isWrapped ? Object.keys(body).filter((name) => name !== 'request') : [];
  const unknown = [...beside, ...unknownFields(definitionOf(request), fields)];
  for (const name of unknown.slice(0, MOST_FIELDS)) yield `unknown field ${name}`;
  if (unknown.length > MOST_FIELDS) yield `${unknown.length - MOST_FIELDS} more unknown fields`;
  if (!isRecord(fields)) return;
  for (const name of SECTIONS) {
    const section = fields[name];
    if (isRecord(section) && IN_CLEAR.some((field) => section[field] !== undefined)) yield `plain card data in ${name}`;
  }
  const strange = authorization === 'bearer' && shop ? strangeOrigin(fields.notification_url, shop) : undefined;
  if (strange !== undefined) {
    yield `the secret key goes to ${strange} with the notification: the public key's request named it, the shop did not (--notification-origin)`;
  }
  // Spec 9: kept for the previous version of the API.
  if (fields.billing_address) yield 'billing_address is deprecated: send sender_billing_address';
  if (fields.duplicate_check === false) yield 'the duplicate check is switched off';
}

/**
 * What is odd about a request, answered or not; of its values no more than the origin of an address. Names of fields may still
 * have to be scrubbed.
 */
export const oddities = (seen: SeenRequest): readonly string[] => [...oddHeaders(seen), ...oddFields(seen)];
