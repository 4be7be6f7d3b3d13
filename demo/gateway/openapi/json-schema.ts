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

const INTEGER_TEXT = '^-?\\d+$';
const DECIMAL_TEXT = '^\\d+(\\.\\d+)?$';

// The form of a text, by an example: the first one that the schema accepts decides.
const TEXT_FORMS: readonly (readonly [example: string, schema: JsonSchema])[] = [
  ['no particular form', {}],
  ['USD', { pattern: '^[A-Z]{3}$' }],
  ['2026-11-21T10:00:00Z', { format: 'date-time' }],
  ['https://shop.example/', { format: 'uri' }],
  ['203.0.113.7', { anyOf: [{ format: 'ipv4' }, { format: 'ipv6' }] }],
];

/** The JSON Schema of a zod schema that validates by a function: tries a value of each kind, since functions can't be read. */
function probe(schema: z.core.$ZodType): JsonSchema {
  const takes = (value: unknown): boolean => z.safeParse(schema, value).success;
  const types: string[] = [];
  const rules: JsonSchema = {};
  const form = TEXT_FORMS.find(([example]) => takes(example));
  if (form) {
    types.push('string');
    const isFree = form === TEXT_FORMS[0];
    Object.assign(rules, form[1], isFree && !takes('') && { minLength: 1 });
  } else if (takes('12')) {
    types.push('string');
    rules.pattern = takes('1.5') ? DECIMAL_TEXT : INTEGER_TEXT;
  }
  if (takes(12)) {
    types.push(takes(1.5) ? 'number' : 'integer');
    if (!takes(-1)) rules.minimum = takes(0) ? 0 : 1;
  }
  return types.length === 0 ? {} : { type: types.length === 1 ? types[0]! : types, ...rules };
}

const replace = (target: Record<string, unknown>, by: Readonly<Record<string, unknown>>): void => {
  for (const key of Object.keys(target)) delete target[key];
  Object.assign(target, by);
};

/** Zod's definition of a schema. */
export interface Definition {
  readonly type: string;
  /** Of an array. */
  readonly element?: z.core.$ZodType;
  /** Of a pipe. */
  readonly in?: z.core.$ZodType;
  /** Of a wrapper: optional, nullable, catch. */
  readonly innerType?: z.core.$ZodType;
  /** Of an object. */
  readonly shape?: Readonly<Record<string, z.core.$ZodType>>;
  readonly checks?: readonly z.core.$ZodCheck[];
}

/** Reads zod's definition of a schema. */
export const definitionOf = ({ _zod: { def } }: z.core.$ZodType): Definition => def;
const checkOf = ({ _zod: { def } }: z.core.$ZodCheck): string => def.check;

/** Whether a schema validates by functions, which JSON Schema can't express. */
const isJudged = ({ type, checks = [] }: Definition): boolean =>
  type === 'custom' || checks.some((check) => checkOf(check) === 'custom');

// A pipe accepts what its input accepts.
function innermost(schema: z.core.$ZodType): z.core.$ZodType {
  const { type, in: inner } = definitionOf(schema);
  return type === 'pipe' && inner ? innermost(inner) : schema;
}

/**
 * Converts zod schemas to JSON Schemas that refer to each other by `#/components/schemas/…`. They describe the wire, before
 * any transformation.
 */
export function jsonSchemas(named: NamedSchemas): Record<string, JsonSchema> {
  const registry = z.registry<{ id?: string }>();
  for (const [id, schema] of Object.entries(named)) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, {
    io: 'input',
    unrepresentable: 'any',
    uri: (id) => `#/components/schemas/${id}`,
    override: ({ zodSchema, jsonSchema }) => {
      const judged = innermost(zodSchema);
      const definition = definitionOf(judged);
      if (isJudged(definition) && ['custom', 'number', 'string'].includes(definition.type)) {
        // Keeps a length or a pattern from zod.
        const { maxLength, pattern } = jsonSchema;
        replace(jsonSchema, {
          ...probe(judged),
          ...(maxLength !== undefined && { maxLength }),
          ...(pattern !== undefined && { pattern }),
        });
      }
    },
  });
  for (const schema of Object.values(schemas)) {
    delete schema.$schema;
    delete schema.$id;
    delete schema.id;
  }
  return schemas as Record<string, JsonSchema>;
}
