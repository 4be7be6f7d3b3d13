import type * as z from 'zod/mini';
import { ownOnly } from '../http/parse-json.js';

/** What a schema makes of a gateway's JSON, in objects without a prototype; undefined where it is something else. */
export function read<Value>(schema: z.ZodMiniType<Value>, json: unknown): Value | undefined {
  const result = schema.safeParse(json);
  // Zod's objects have one, and an optional field that is absent would be read from there.
  return result.success ? ownOnly(result.data) : undefined;
}
