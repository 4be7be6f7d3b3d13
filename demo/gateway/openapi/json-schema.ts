import * as z from 'zod/mini';

/** A JSON Schema of the 2020-12 draft, which OpenAPI 3.1 uses. */
export interface JsonSchema {
  type?: string | readonly string[];
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  required?: readonly string[];
  anyOf?: readonly JsonSchema[];
  $ref?: string;
  description?: string;
  format?: string;
  pattern?: string;
  enum?: readonly string[];
  const?: string;
  maxLength?: number;
  minimum?: number;
  [keyword: string]: unknown;
}

/** Schemas by their names in the document. */
export type NamedSchemas = Readonly<Record<string, z.core.$ZodType>>;

// JSON holds larger numbers; that this code does not is said in no schema.
const EXACT = Number.MAX_SAFE_INTEGER;

/** Takes in the alternatives of alternatives: zod writes "a text or a number, or null" as two levels. */
const flat = (schemas: readonly JsonSchema[] = []): JsonSchema[] =>
  schemas.flatMap((schema) => (schema.anyOf && Object.keys(schema).length === 1 ? flat(schema.anyOf) : [schema]));

// They describe the wire, before any transformation.
const OPTIONS: z.core.ToJSONSchemaParams = {
  io: 'input',
  unrepresentable: 'any',
  override: ({ jsonSchema: made }) => {
    if (made.minimum === -EXACT) delete made.minimum;
    if (made.maximum === EXACT) delete made.maximum;
    if (made.anyOf) made.anyOf = flat(made.anyOf as JsonSchema[]) as typeof made.anyOf;
  },
};

const single = new WeakMap<z.core.$ZodType, JsonSchema>();

/** The JSON Schema of one zod schema, without references. */
export function jsonSchema(schema: z.core.$ZodType): JsonSchema {
  const made = single.get(schema) ?? (z.toJSONSchema(schema, OPTIONS) as JsonSchema);
  single.set(schema, made);
  return made;
}

/** Converts zod schemas to JSON Schemas that refer to each other by `#/components/schemas/…`. */
export function jsonSchemas(named: NamedSchemas): Record<string, JsonSchema> {
  const registry = z.registry<{ id?: string }>();
  for (const [id, schema] of Object.entries(named)) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, { ...OPTIONS, uri: (id) => `#/components/schemas/${id}` });
  for (const schema of Object.values(schemas)) {
    delete schema.$schema;
    delete schema.$id;
    delete schema.id;
  }
  return schemas as Record<string, JsonSchema>;
}
