import { withoutPan } from './without-pan.js';

/** One parameter that a gateway refused, and why. */
export interface FieldError {
  /** The path to it, from the outside in: `['credit_card', 'number']`. Empty when it concerns no single parameter. */
  readonly path: readonly string[];
  /** The gateway's messages, at least one. */
  readonly messages: readonly string[];
}

/** An error body, whichever of the known shapes it had. */
export interface ErrorBody {
  /** Spec 7.1: `invalid_params`, for example; undefined when the gateway sent none. */
  readonly code: string | undefined;
  readonly message: string;
  readonly fields: readonly FieldError[];
}

type Unknowns = { readonly [key: string]: unknown };
const isObject = (value: unknown): value is Unknowns => typeof value === 'object' && value !== null && !Array.isArray(value);

// Error bodies are shallow; anything nested deeper is not one.
const DEEPEST = 6;

function collect(errors: unknown, path: readonly string[], into: FieldError[], depth = 0): void {
  if (depth > DEEPEST) return;
  if (typeof errors === 'string') {
    into.push({ path, messages: [withoutPan(errors)] });
  } else if (Array.isArray(errors)) {
    const messages = errors.filter((entry): entry is string => typeof entry === 'string').map(withoutPan);
    if (messages.length > 0) into.push({ path, messages });
    for (const entry of errors) if (isObject(entry)) collect(entry, path, into, depth + 1);
  } else if (isObject(errors)) {
    for (const [key, value] of Object.entries(errors)) {
      // A key can be a whole path (`order.currency`), or none (`base`).
      collect(value, key === 'base' ? path : [...path, ...withoutPan(key).split('.')], into, depth + 1);
    }
  }
}

/**
 * Reads an error body in every shape that gateways of this family send (spec 7.1, 7.2): flat or wrapped in `response`;
 * `errors` nested, with dotted keys, as a list or a single text; `message` as text, or with texts inside.
 *
 * @returns undefined when the value is not an error body: it must have a message or at least one error.
 */
export function readErrorBody(value: unknown): ErrorBody | undefined {
  if (!isObject(value)) return undefined;
  const body = isObject(value['response']) ? value['response'] : value;
  const fields: FieldError[] = [];
  collect(body['errors'], [], fields);
  if (typeof body['message'] !== 'string') collect(body['message'], [], fields);
  const message =
    typeof body['message'] === 'string' && body['message'] !== ''
      ? withoutPan(body['message'])
      : fields.map(({ path, messages }) => [path.join('.'), messages.join(', ')].filter(Boolean).join(' ')).join('. ');
  if (message === '') return undefined;
  return { code: typeof body['error_code'] === 'string' ? withoutPan(body['error_code']) : undefined, message, fields };
}
