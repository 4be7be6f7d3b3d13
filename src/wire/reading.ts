import * as z from 'zod/mini';

// What a gateway sends is read tolerantly: fields are null in some samples and absent in others, and a field that only
// informs is dropped rather than let its oddity hide what became of the money.

/** Reads a string that may be null or absent; anything else counts as absent. */
export const textOrNone = z.catch(z.nullish(z.string()), undefined);

/** Reads a boolean that may be null or absent; anything else counts as absent. */
export const flagOrNone = z.catch(z.nullish(z.boolean()), undefined);

/** Reads a whole number of minor units that may be null or absent; anything else counts as absent. */
export const minorUnitsOrNone = z.catch(z.nullish(z.int()), undefined);

/**
 * Reads one of the spec's "float" amounts in major units (2.3), a number or its decimal text.
 * It is kept as it came: money computes with it exactly. A figure that can't be read fails: a fee is never dropped.
 */
export const decimalOrNone = z.nullish(
  z.union([
    /* @__PURE__ */ z.number().check(z.nonnegative()),
    /* @__PURE__ */ z.string().check(z.regex(/^\d{1,15}(\.\d{1,15})?$/)),
  ]),
);

/** Reads what the spec's tables give as text and its samples as a number, or the reverse (expiry, 2.6). */
export const numeralOrNone = z.catch(z.nullish(z.union([z.string(), z.number()])), undefined);

/** Reads an object nobody here looks into. */
export const objectOrNone = z.catch(z.nullish(z.looseObject({})), undefined);
