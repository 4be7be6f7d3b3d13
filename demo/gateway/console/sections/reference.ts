import { html as markup } from 'hono/html';
import { openApiDocument, type OpenApiDocument } from '../../openapi/document.js';
import type { JsonSchema } from '../../openapi/json-schema.js';
import type { Operation } from '../../openapi/operations.js';
import type { Markup } from '../../page/page.js';
import { code, table, type Column, type Content } from '../page/parts.js';
import type { Section } from '../page/section.js';

const nameIn = (ref: string): string => ref.split('/').at(-1) ?? ref;

/** A type in words, with links to named schemas. */
function typeOf(schema: JsonSchema): Content {
  const { $ref, anyOf, items, type, format, pattern, enum: words, const: only, maxLength, minimum } = schema;
  if ($ref) return markup`<a href="#schema-${nameIn($ref)}">${nameIn($ref)}</a>`;
  if (anyOf) {
    const kinds = anyOf.filter((one) => one.type !== 'null');
    return markup`${kinds.map((kind, index) => markup`${index > 0 ? ' or ' : ''}${typeOf(kind)}`)}${kinds.length < anyOf.length ? ' or null' : ''}`;
  }
  if (items) return markup`array of ${typeOf(items)}`;
  const parts = [
    typeof type === 'string' ? type : (type ?? ['anything']).join(' or '),
    format,
    pattern,
    only && `always ${only}`,
    words?.join(', '),
    maxLength === undefined ? undefined : `at most ${maxLength} characters`,
    minimum === undefined ? undefined : `from ${minimum}`,
  ];
  return parts.filter((part) => part !== undefined).join('; ');
}

interface Field {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly required: boolean;
}

const FIELDS: readonly Column<Field>[] = [
  {
    head: 'Field',
    kind: 'code',
    cell: ({ name, required }) => markup`${name}${required ? markup` <small>required</small>` : ''}`,
  },
  { head: 'Type', kind: 'wrap', cell: ({ schema }) => typeOf(schema) },
  { head: 'Meaning', kind: 'wrap', cell: ({ schema }) => schema.description ?? '' },
];

const fieldsOf = ({ properties = {}, required = [] }: JsonSchema): readonly Field[] =>
  Object.entries(properties).map(([name, schema]) => ({ name, schema, required: required.includes(name) }));

interface Body {
  readonly content?: Readonly<Record<string, { readonly schema: JsonSchema; readonly example?: unknown }>>;
}

function bodyOf(heading: string, { content }: Body): Markup | string {
  const json = content?.['application/json'];
  if (!json) return '';
  const { schema, example } = json;
  const envelope = schema.properties?.request;
  return markup`<h3>${heading}</h3><p>${envelope ? markup`In <code>request</code>: ${typeOf(envelope)}` : typeOf(schema)}</p>
${example === undefined ? '' : markup`<pre>${JSON.stringify(example, null, 2)}</pre>`}`;
}

const EXTENSION = {
  family: 'Not in the spec: gateways of the family have it.',
  sandbox: 'Not in the spec: this sandbox has it.',
} as const;

function operationMarkup(method: string, path: string, operation: Operation): Markup {
  const { summary, description, security, requestBody, responses } = operation;
  const [status = '', answer] = Object.entries(responses).find(([key]) => key.startsWith('2')) ?? [];
  const isSecret = security.some((scheme) => 'secretKey' in scheme);
  const failures = Object.keys(responses).filter((key) => /^[45]/.test(key));
  return markup`<details class="operation" id="${operation.operationId}">
<summary><span class="method">${method.toUpperCase()}</span> ${code(path)} <span>${summary}</span></summary>
<div>${operation['x-extension'] ? markup`<p><span class="badge">extension</span> ${EXTENSION[operation['x-extension']]}</p>` : ''}
${description ? markup`<p>${description}</p>` : ''}
<p>Name: ${code(operation.operationId)}. Authorization: ${isSecret ? 'Basic, shop id and secret key' : 'Bearer, public key, with X-Api-Version: 2'}.</p>
${requestBody === undefined ? '' : bodyOf('Request', requestBody as Body)}
${bodyOf(`Response ${status}`, answer ?? {}) || markup`<h3>Response ${status}</h3><p>No body.</p>`}
<p>Errors: ${failures.join(', ')}, each with an <a href="#schema-Error">Error</a>.</p></div></details>`;
}

function operationsOf({ paths }: OpenApiDocument, tag: string): Markup[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    (['get', 'post', 'put'] as const).flatMap((method) => {
      const operation = item[method];
      return operation?.tags.includes(tag) ? [operationMarkup(method, path, operation)] : [];
    }),
  );
}

const schemaMarkup = (name: string, schema: JsonSchema): Markup =>
  markup`<details class="operation" id="schema-${name}"><summary>${code(name)}</summary><div>
${
  schema.properties
    ? table({ name: `fields-${name}`, caption: 'Fields', columns: FIELDS, rows: fieldsOf(schema), empty: '' })
    : markup`<p>${schema.description ?? typeOf(schema)}</p>`
}</div></details>`;

/** The API reference, generated from the OpenAPI document. */
export const reference: Section = {
  path: '/reference',
  title: 'API reference',
  group: 'For developers',
  show({ urls }) {
    const document = openApiDocument(urls);
    return markup`<p class="lead">Generated from the API's own table of endpoints and schemas. For tools:
<a href="/openapi.json">openapi.json</a> (OpenAPI 3.1).</p>
${document.tags.map(({ name, description }) => markup`<h2>${name}</h2><p class="lead">${description}</p>${operationsOf(document, name)}`)}
<h2>Schemas</h2>
${Object.entries(document.components.schemas).map(([name, schema]) => schemaMarkup(name, schema))}`;
  },
};
