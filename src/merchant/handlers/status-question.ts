import { isPathStep } from '../../wire/endpoint.js';
import { isUid } from '../../wire/uid.js';

const MAX_ID_LENGTH = 255;

/** A question about an order, about one of its payments, or about a payment whose order only the gateway knows. */
export type Question = { readonly since: number | undefined } & (
  | { readonly trackingId: string; readonly uid: string | undefined }
  | { readonly trackingId: undefined; readonly uid: string }
);

/** The single value of a parameter; undefined when it is absent, null when it is invalid. */
function readOne(given: readonly string[], isValue: (text: string) => boolean): string | undefined | null {
  const [value, ...others] = given;
  return value === undefined || (others.length === 0 && isValue(value)) ? value : null;
}

const isTrackingId = (text: string): boolean => isPathStep(text) && text.length <= MAX_ID_LENGTH && !/\p{C}/u.test(text);

/** Reads the question of a request; undefined when its parameters are invalid. */
export function readQuestion(request: Request): Question | undefined {
  const { searchParams } = new URL(request.url);
  const trackingId = readOne(searchParams.getAll('tracking_id'), isTrackingId);
  const uid = readOne(searchParams.getAll('uid'), isUid);
  const started = readOne(searchParams.getAll('started_at'), () => true);
  const since = started ? Date.parse(started) : undefined;
  if (trackingId === null || uid === null || started === null || Number.isNaN(since)) return undefined;
  if (trackingId !== undefined) return { trackingId, uid, since };
  return uid === undefined ? undefined : { trackingId, uid, since };
}
