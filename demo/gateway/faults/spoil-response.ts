import { isRecord } from '../http/judge-fields.js';
import type { ActiveFault } from './active-faults.js';

const PAGE = `<!doctype html>
<html lang="en"><head><title>Sign in</title></head><body><h1>Sign in to this network</h1></body></html>
`;

/** The same fields with values of other types, as a test for programs that don't validate responses. */
export function wrongTypes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(wrongTypes);
  if (isRecord(value)) return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, wrongTypes(inner)]));
  if (typeof value === 'string') return [value.length];
  return typeof value === 'number' ? `about ${value}` : 0;
}

/** A response in place of the real one. */
export function faultResponse({ kind, status, retryAfter }: ActiveFault): Response {
  if (kind === 'rate_limited') {
    return Response.json(
      { error_code: 'too_many_requests', message: `Too many requests. Try again in ${retryAfter} s.`, errors: {} },
      { status: 429, headers: { 'retry-after': String(retryAfter) } },
    );
  }
  return Response.json({ error_code: 'internal_error', message: 'The gateway failed.', errors: {} }, { status });
}

/** Spoils the response to a request whose work was done. */
export async function spoil(fault: ActiveFault, answer: Response): Promise<Response> {
  const { status } = answer;
  switch (fault.kind) {
    case 'invalid_json':
      return new Response(`{"status": successful, "of": "${status}"`, {
        status,
        headers: { 'content-type': 'application/json' },
      });
    case 'html':
      return new Response(PAGE, { status, headers: { 'content-type': 'text/html; charset=utf-8' } });
    case 'wrapped_errors': {
      if (answer.status < 400) return answer;
      const { message, errors } = (await answer.json()) as Readonly<Record<string, unknown>>;
      return Response.json({ response: { message, errors } }, { status });
    }
    case 'wrong_schema': {
      // There may be no body to spoil.
      const text = await answer.text();
      return text === '' ? answer : Response.json(wrongTypes(JSON.parse(text)), { status });
    }
    default:
      return faultResponse(fault);
  }
}
