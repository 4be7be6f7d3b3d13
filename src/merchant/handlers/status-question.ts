import { isPathStep } from '../../wire/endpoint.js';
import { isUid } from '../../wire/uid.js';

const MAX_ID_LENGTH = 255;

/** When an attempt began, and when its request was last repeated, if it was: gateway time, in milliseconds. */
interface Times {
  readonly since: number | undefined;
  readonly repeatedAt: number | undefined;
}

/** A question about an order, about one of its payments, or about a payment whose order only the gateway knows. */
export type Question = Times &
  ({ readonly trackingId: string; readonly uid: string | undefined } | { readonly trackingId: undefined; readonly uid: string });

/** The single value of a parameter; undefined when it is absent, null when it is invalid. */
function readOne(given: readonly string[], isValue: (text: string) => boolean): string | undefined | null {
  const [value, ...others] = given;
  return value === undefined || (others.length === 0 && isValue(value)) ? value : null;
}

const isTrackingId = (text: string): boolean => isPathStep(text) && text.length <= MAX_ID_LENGTH && !/\p{C}/u.test(text);

/** The single time of a parameter; undefined when it is absent, NaN when it is invalid. */
const readTime = (given: readonly string[]): number | undefined =>
  given.length === 0 ? undefined : Date.parse(readOne(given, () => true) ?? '');

/** Reads the question of a request; undefined when its parameters are invalid. */
export function readQuestion(request: Request): Question | undefined {
  const { searchParams } = new URL(request.url);
  const trackingId = readOne(searchParams.getAll('tracking_id'), isTrackingId);
  const uid = readOne(searchParams.getAll('uid'), isUid);
  const since = readTime(searchParams.getAll('started_at'));
  const repeatedAt = readTime(searchParams.getAll('repeated_at'));
  if (trackingId === null || uid === null || Number.isNaN(since) || Number.isNaN(repeatedAt)) return undefined;
  if (trackingId !== undefined) return { trackingId, uid, since, repeatedAt };
  return uid === undefined ? undefined : { trackingId, uid, since, repeatedAt };
}
