import type * as z from 'zod/mini';
import { exponentOf } from '../../../src/money/currency.js';
import { BLANK } from '../../../src/wire/request/values.js';
import { invalidParams } from './error-response.js';
import { Problems } from './problems.js';

/** Whether a value is an object with fields. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value as a schema reads it, or undefined and every problem at its field. */
export function judgeFields<T>(schema: z.ZodMiniType<T>, value: unknown, problems: Problems): T | undefined {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  for (const { path, message } of result.error.issues) {
    // A problem with an element is reported for its list.
    const index = path.findIndex((step) => typeof step !== 'string');
    const names = path.slice(0, index === -1 ? undefined : index).map(String);
    // An unreadable seal has already been reported for the whole section.
    if (!problems.about(names[0] ?? '', 'token')) problems.add(names, message);
  }
  return undefined;
}

/** Reports unknown fields, so that a misspelt one is not ignored. Not for the spec's requests, which may have unknown fields. */
export function refuseUnknown(fields: Readonly<Record<string, unknown>>, known: readonly string[], problems: Problems): void {
  const taken = known.length === 0 ? 'no fields are accepted here' : `the fields are ${known.join(', ')}`;
  for (const name of Object.keys(fields)) {
    if (!known.includes(name)) problems.add([name], `is unknown: ${taken}`);
  }
}

/** The ISO 4217 exponent of a currency; 0, and a problem, for an unknown one. */
export function judgeCurrency(currency: unknown, problems: Problems): number {
  const exponent = typeof currency === 'string' ? exponentOf(currency) : undefined;
  if (exponent === undefined && !problems.about('currency')) {
    problems.add(['currency'], 'is unknown ISO 4217 Alpha-3 code');
  }
  return exponent ?? 0;
}

/** The fields in `request` (spec 2.2, 2.5: the envelope), or an empty object and a problem. */
export function unwrap(body: unknown, problems: Problems): Record<string, unknown> {
  const request = isRecord(body) ? body.request : undefined;
  if (isRecord(request)) return request;
  problems.add(['request'], request === undefined || request === null ? BLANK : 'must be an object');
  return {};
}

/**
 * The fields of a body without envelope (spec 2.7 to 2.9).
 *
 * @throws Refusal 422 when it is not an object.
 */
export function bareFields(body: unknown): Record<string, unknown> {
  if (isRecord(body)) return body;
  const problems = new Problems();
  problems.add(['base'], 'the body must be a JSON object');
  throw invalidParams(problems);
}
