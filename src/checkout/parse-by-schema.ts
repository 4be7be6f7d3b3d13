import type * as z from 'zod/mini';
import { ownOnly } from '../http/parse-json.js';

/** Parses a gateway's JSON by a schema into objects without a prototype; undefined when it does not match. */
export function parseBySchema<Value>(schema: z.ZodMiniType<Value>, json: unknown): Value | undefined {
  const result = schema.safeParse(json);
  // Zod's objects have a prototype, and an absent optional field would be read from there.
  return result.success ? ownOnly(result.data) : undefined;
}
