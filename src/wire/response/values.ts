import * as z from 'zod/mini';
import { withoutPan } from './without-pan.js';

// What a gateway sends is read tolerantly: fields are null in some samples and absent in others, and a field that only
// informs is dropped rather than let its oddity hide what became of the money.

// Only the plainest of zod's schemas are used here, with judges of our own: a browser carries what is imported.

/** Reads a string that is not empty. */
export const someText = z.custom<string>((value) => typeof value === 'string' && value !== '');

/** Reads a string that may be null or absent; anything else counts as absent. */
export const textOrNone = z.catch(z.nullish(z.string()), undefined);

/** Reads a text that is shown to people, without card numbers; null or absent or anything else as above. */
export const messageOrNone = z.catch(z.nullish(/* @__PURE__ */ z.string().check(z.overwrite(withoutPan))), undefined);

/** Reads a boolean that may be null or absent; anything else counts as absent. */
export const flagOrNone = z.catch(z.nullish(z.boolean()), undefined);

/** Reads a whole number of minor units that may be null or absent; anything else counts as absent. */
export const minorUnitsOrNone = z.catch(z.nullish(z.custom<number>(Number.isSafeInteger)), undefined);

/**
 * Reads one of the spec's "float" amounts in major units (2.3), a number or its decimal text.
 * It is kept as it came: money computes with it exactly. A figure that can't be read fails: a fee is never dropped.
 */
export const decimalOrNone = z.nullish(
  z.custom<number | string>((value) =>
    typeof value === 'number' ? value >= 0 && value < Infinity : typeof value === 'string' && /^\d{1,15}(\.\d{1,15})?$/.test(value),
  ),
);

/** Reads what the spec's tables give as text and its samples as a number, or the reverse (expiry, 2.6). */
export const numeralOrNone = z.catch(
  z.nullish(z.custom<number | string>((value) => typeof value === 'number' || typeof value === 'string')),
  undefined,
);

/** Reads an object nobody here looks into. */
export const objectOrNone = z.catch(z.nullish(z.looseObject({})), undefined);
