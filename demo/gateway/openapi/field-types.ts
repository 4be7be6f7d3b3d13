import type { JsonSchema } from './json-schema.js';

/**
 * The types that this gateway sends where the schemas accept more: other gateways of its family also send figures as text and
 * expiry dates as numbers. Spec 2.1, 2.3, 2.6.
 */
const SENT: Readonly<Record<string, string>> = {
  minimum: 'number',
  percent: 'number',
  bank_fee: 'number',
  gateway_id: 'integer',
  exp_month: 'string',
  exp_year: 'string',
};

const FORMATS: readonly (readonly [name: RegExp, format: string])[] = [
  [/_at$/, 'date-time'],
  [/_url$/, 'uri'],
];

/** Narrows the fields of a schema to the spec's types, where the schema accepts more. */
export function narrowFields(schema: JsonSchema): void {
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    const sent = SENT[name];
    if (sent && Array.isArray(field.type)) field.type = [sent, 'null'];
    if (sent && field.anyOf) field.anyOf = [...field.anyOf.filter(({ type }) => type === sent), { type: 'null' }];
    const format = FORMATS.find(([pattern]) => pattern.test(name))?.[1];
    for (const part of format ? [field, ...(field.anyOf ?? [])] : [])
      if ([part.type].flat().includes('string')) part.format = format!;
    narrowFields(field);
  }
  for (const inner of schema.anyOf ?? []) narrowFields(inner);
  if (schema.items) narrowFields(schema.items);
}
