import * as z from 'zod/mini';
import { orBlank, text } from '../../../src/wire/request/values.js';
import { ENDPOINT_NAMES, ENDPOINT_PATHS, endpointsCalled, type EndpointName } from '../http/endpoint-names.js';
import { invalidParams } from '../http/error-response.js';
import { bareFields, judgeFields, refuseUnknown } from '../http/judge-fields.js';
import { Problems } from '../http/problems.js';
import { FAULT_NAMES, KINDS, ENDPOINTS_BY_ROLE, kindOf, type Extra, type FaultName } from './kinds.js';

/** The settings of a fault. Times are in milliseconds, `retryAfter` in seconds. */
export interface FaultSettings {
  readonly kind: FaultName;
  /** Where it happens; undefined: at every endpoint that its kind can affect. */
  readonly endpoints: readonly EndpointName[] | undefined;
  /** How many requests it affects; undefined: every one until it is switched off. */
  readonly requests: number | undefined;
  readonly probability: number;
  readonly seed: number;
  readonly delay: number;
  readonly status: number;
  readonly retryAfter: number;
  readonly committed: boolean;
}

const whole = (least: number, most: number) =>
  z.nullish(
    z.number('must be an integer').check(
      z.refine((value) => Number.isInteger(value), { error: 'must be an integer', abort: true }),
      z.refine((value) => value >= least && value <= most, `must be from ${least} to ${most}`),
    ),
  );

const MAX_DELAY = 600_000;

const SETTINGS = {
  kind: z.enum(FAULT_NAMES as readonly [FaultName, ...FaultName[]], orBlank(`must be one of ${FAULT_NAMES.join(', ')}`)),
  endpoint: text,
  requests: whole(1, 1_000_000),
  probability: z.nullish(
    z.number('must be a number').check(z.refine((value) => value > 0 && value <= 1, 'must be above 0 and at most 1')),
  ),
  seed: whole(0, 2 ** 32 - 1),
  delay_ms: whole(1, MAX_DELAY),
  status: whole(500, 599),
  retry_after: whole(0, 3600),
  committed: z.nullish(z.boolean('must be true or false')),
};

const faultRequest = z.looseObject(SETTINGS, 'must be an object');

const EXTRAS: readonly Extra[] = ['delay_ms', 'status', 'retry_after', 'committed'];
const given = (value: unknown): boolean => value !== undefined && value !== null;

function placesOf(endpoint: string, kind: FaultName, problems: Problems): readonly EndpointName[] {
  const { role } = KINDS[kind];
  const named = endpointsCalled(endpoint);
  if (named.length === 0) {
    problems.add(
      ['endpoint'],
      `must be all, one of ${ENDPOINT_NAMES.join(', ')}, or one of their paths: ${ENDPOINT_PATHS.join(', ')}`,
    );
  }
  const places = ENDPOINTS_BY_ROLE[role];
  const fitting = places ? named.filter((name) => places.includes(name)) : named;
  if (named.length > 0 && fitting.length === 0) {
    const where = places && places.length > 0 ? `happens at ${places.join(', ')} only` : 'happens at no endpoint';
    problems.add(['endpoint'], `does not go with ${kind}, which ${where}`);
  }
  return fitting;
}

/**
 * Reads the body of `POST /sandbox/faults`.
 *
 * @throws Refusal 422 with every problem: an unknown kind, endpoint or setting, a number out of range, a setting that the
 * kind does not have.
 */
export function readFault(body: unknown): FaultSettings {
  const fields = bareFields(body);
  const problems = new Problems();
  const fault = judgeFields(faultRequest, fields, problems);
  refuseUnknown(fields, Object.keys(SETTINGS), problems);
  const kind = FAULT_NAMES.find((name) => name === fields.kind);
  const takes = kind ? kindOf(kind).takes : EXTRAS;
  for (const name of EXTRAS) {
    if (given(fields[name]) && !takes.includes(name)) problems.add([name], `does not go with ${kind}`);
  }
  const endpoint = typeof fields.endpoint === 'string' && fields.endpoint !== 'all' ? fields.endpoint : undefined;
  const places = kind && endpoint !== undefined ? placesOf(endpoint, kind, problems) : undefined;
  if (problems.any || !fault || !kind) throw invalidParams(problems);
  return {
    kind,
    endpoints: places,
    requests: fault.requests ?? undefined,
    probability: fault.probability ?? 1,
    seed: fault.seed ?? 1,
    delay: fault.delay_ms ?? 5_000,
    status: fault.status ?? 500,
    retryAfter: fault.retry_after ?? 5,
    committed: fault.committed ?? false,
  };
}
