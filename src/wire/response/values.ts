import * as z from 'zod/mini';
import { withoutPan } from './without-pan.js';

// Responses are read tolerantly: fields are null in some samples and absent in others, and an unexpected value in a field
// that only informs is dropped, so that it can't hide the result of a payment.

/** Reads a non-empty string. */
export const someText = /* @__PURE__ */ z.string().check(z.minLength(1));

/** Reads a string that may be null or absent; anything else counts as absent. */
export const textOrNone = z.catch(z.nullish(z.string()), undefined);

/** Reads a text that is shown to people, without card numbers; otherwise like `textOrNone`. */
export const messageOrNone = z.catch(z.nullish(/* @__PURE__ */ z.string().check(z.overwrite(withoutPan))), undefined);

/** Reads a boolean that may be null or absent; anything else counts as absent. */
export const flagOrNone = z.catch(z.nullish(z.boolean()), undefined);

/** Reads a whole number of minor units that may be null or absent; anything else counts as absent. */
export const minorUnitsOrNone = z.catch(z.nullish(z.int()), undefined);

/**
 * Reads one of the spec's "float" amounts in major units (2.3), a number or its decimal text. It is kept as received: the
 * money folder computes with it exactly. An unreadable amount is an error: a fee is never dropped.
 */
export const decimalOrNone = /* @__PURE__ */ z.nullish(
  z.union([z.number().check(z.nonnegative()), z.string().check(z.regex(/^\d{1,15}(\.\d{1,15})?$/))]),
);

/** Reads a value that is text in the spec's tables and a number in its samples, or the reverse (expiry, 2.6). */
export const numeralOrNone = z.catch(z.nullish(z.union([z.number(), z.string()])), undefined);

/** Reads an object whose contents are not used here. */
export const objectOrNone = z.catch(z.nullish(z.looseObject({})), undefined);
