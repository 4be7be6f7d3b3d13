import { API_VERSION } from '../../../src/wire/endpoint.js';
import type { ErrorTree, Problems } from './problems.js';

type Status = 400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 421 | 422 | 500;

/** Spec 7.1: an error response. */
export interface ErrorAnswer {
  readonly status: Status;
  readonly code: string | undefined;
  readonly message: string;
  readonly errors?: ErrorTree;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Thrown to refuse a request; `errorResponse` turns it into a response. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly answer: ErrorAnswer;

  constructor(answer: ErrorAnswer) {
    super(answer.message);
    this.answer = answer;
  }
}

/** Writes an error body (spec 7.1), always JSON. */
export function errorResponse({ status, code, message, errors = {}, headers = {} }: ErrorAnswer): Response {
  return Response.json({ error_code: code, message, errors }, { status, headers });
}

/** 422: invalid parameters, each problem at its path. */
export const invalidParams = (problems: Problems): Refusal =>
  new Refusal({ status: 422, code: 'invalid_params', message: problems.message, errors: problems.tree });

/** 422: the same payment again (spec 8). It reveals nothing about the result of the first one. */
export const duplicate = (reason: string): Refusal =>
  new Refusal({
    status: 422,
    code: 'duplicate_transaction',
    message: `Duplicate transaction: ${reason}. It was not processed. The first one is unaffected.`,
    errors: { base: [`is a duplicate: ${reason}`] },
  });

const CREDENTIALS = {
  Basic: 'HTTP Basic with shop id and secret key',
  Bearer: 'HTTP Bearer with the public key',
} as const;

/** 401, in one text for every reason: it must not reveal which shops exist. */
export const unauthorized = (scheme: keyof typeof CREDENTIALS): Refusal =>
  new Refusal({
    status: 401,
    code: 'unauthorized',
    message: `Authorization failed: this endpoint takes ${CREDENTIALS[scheme]}.`,
    headers: { 'www-authenticate': `${scheme} realm="sandbox gateway"` },
  });

/** 400: another API version, or none (spec 9). */
export const wrongVersion = (version: string | undefined): Refusal =>
  new Refusal({
    status: 400,
    code: 'unsupported_api_version',
    message: `The header X-Api-Version must be ${API_VERSION}; ${version === undefined ? 'it is missing' : 'it has another value'}.`,
  });

/** 404: an unknown transaction, or another shop's, in the words of the family. */
export const recordNotFound = (): Refusal => new Refusal({ status: 404, code: 'not_found', message: 'Record not found' });

/** 404: unknown, or another shop's. */
export const notFound = (what: string): Refusal =>
  new Refusal({ status: 404, code: 'not_found', message: `${what} was not found.` });
